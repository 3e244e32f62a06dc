import { isSamePath } from './request-target.ts';

/** An endpoint of Relay that the API door supports, by its name in the path. */
export type ApiEndpoint = 'envelope' | 'store' | 'security';

const ENDPOINTS: readonly ApiEndpoint[] = ['envelope', 'store', 'security'];

/** A request to the API door, as its path describes it. */
export interface ApiCall {
  readonly endpoint: ApiEndpoint;
  /** The project named in the path. */
  readonly project: string;
}

/** The paths at which a tunnel answers. */
export interface TunnelPaths {
  /** The tunnel path. */
  readonly path: string;
  /** The prefix before `/api/`, without a trailing slash; `undefined` if the API door is closed. */
  readonly apiPath: string | undefined;
}

/** Endpoints of Relay that the API door does not support, each with the reason. */
const UNSUPPORTED = {
  minidump: 'a minidump is a multipart upload and no envelope: send it to ingest itself',
  unreal: 'a crash report of Unreal Engine is an upload and no envelope: send it to ingest itself',
  playstation: 'a crash dump of PlayStation is an upload and no envelope: send it to ingest itself',
  events:
    'attachments of an earlier event are a multipart upload and no envelope: send them to ingest itself',
  cron: 'a check-in by address is no envelope: send it with an SDK, or to ingest itself',
  otlp: 'OTLP is no envelope: send it to an OpenTelemetry Collector, or to ingest itself',
  integration: 'this is no envelope: send it to an OpenTelemetry Collector, or to ingest itself',
  nel: 'send network error reports to /security/ of the same project',
} as const;

/** A request for an endpoint of Relay that is not supported. */
export interface UnsupportedCall {
  readonly reason: string;
}

const CALL = /^\/api\/(\d{1,20})\/([a-z]+)(\/.*)?$/;

/**
 * Parses a path below `/api/`; its trailing slash is optional.
 * @returns `undefined` if the path is not an endpoint of Relay
 */
export function parseApiPath(path: string, apiPath: string): ApiCall | UnsupportedCall | undefined {
  if (!path.startsWith(apiPath)) return undefined;
  const [, project, name, rest = '/'] = CALL.exec(path.slice(apiPath.length)) ?? [];
  if (project === undefined || name === undefined) return undefined;
  if (Object.hasOwn(UNSUPPORTED, name)) return { reason: UNSUPPORTED[name as keyof typeof UNSUPPORTED] };
  const endpoint = rest === '/' ? ENDPOINTS.find((one) => one === name) : undefined;
  return endpoint && { endpoint, project };
}

/** Whether the tunnel answers requests for this path. All others belong to the host. */
export function isTunnelPath(path: string, { path: tunnelPath, apiPath }: TunnelPaths): boolean {
  return isSamePath(path, tunnelPath) || (apiPath !== undefined && parseApiPath(path, apiPath) !== undefined);
}
