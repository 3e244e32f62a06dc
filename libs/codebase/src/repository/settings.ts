import { callsOf, constantOf, lineOf } from '../source/parse.ts';
import { lookUp } from '../source/look-up.ts';
import type { Reader } from '../source/reader.ts';
import type { Application } from './repository.ts';

/** An application, and its files. */
interface Subject {
  readonly application: Pick<Application, 'files'>;
  readonly reader: Pick<Reader, 'code'>;
}

/** A value that stands in a file. */
export interface Setting {
  /** `undefined` if the code computes it. */
  readonly value: string | number | boolean | undefined;
  /** Whether the file has it. What a condition, a call or another file gives may have it. */
  readonly isCertain: boolean;
  readonly path: string;
  readonly line: number;
}

/** An option of `adit.config`, such as `monitoring.dsn`; `undefined` if it is not set. */
export const readOption = (subject: Subject, name: string): Setting | undefined =>
  readProperty(subject, subject.application.files.aditConfig, name);

/** A property of `next.config`, such as `basePath`; `undefined` if it is not set. */
export const readNextOption = (subject: Subject, name: string): Setting | undefined =>
  readProperty(subject, subject.application.files.nextConfig, name);

function readProperty({ reader }: Subject, path: string | undefined, name: string): Setting | undefined {
  const source = reader.code(path);
  if (path === undefined || source === undefined) return undefined;
  const found = lookUp(callsOf(source, 'defineAdit')[0]?.arguments[0] ?? source, name.split('.'));
  if (found === undefined) return undefined;
  const { node, value, isCertain } = found;
  return { value: constantOf(value), isCertain, path, line: lineOf(node) };
}

/** The path to which browsers send envelopes. */
export interface TunnelPath {
  /** Without `basePath`, as Next's own files name it: `/quarry`. */
  readonly own: string;
  /** With `basePath`, as browsers request it. */
  readonly whole: string;
  /** The origin of a tunnel server elsewhere; `undefined` for that of the page. */
  readonly origin?: string;
}

/** The default of `monitoring.tunnelPath` in @adit/next. */
const DEFAULT_TUNNEL_PATH = '/monitoring-tunnel';

/** The tunnel path; `undefined` if the code computes it, or `basePath`, or `monitoring.tunnelOrigin`. */
export function readTunnelPath(subject: Subject): TunnelPath | undefined {
  const own = readOwnTunnelPath(subject);
  const base = readNextOption(subject, 'basePath') ?? { value: '' };
  const other = readOption(subject, 'monitoring.tunnelOrigin') ?? { value: '' };
  if (own === undefined || base.value === undefined || other.value === undefined) return undefined;
  return URL.canParse(String(other.value))
    ? { own, whole: own, origin: String(other.value) }
    : { own, whole: `${String(base.value)}${own}` };
}

/** The tunnel path without `basePath`; `undefined` if the code computes it. */
export function readOwnTunnelPath(subject: Subject): string | undefined {
  const { value } = readOption(subject, 'monitoring.tunnelPath') ?? { value: DEFAULT_TUNNEL_PATH };
  if (typeof value !== 'string') return undefined;
  const origin = readOption(subject, 'monitoring.tunnelOrigin')?.value;
  const base = readNextOption(subject, 'basePath') ?? { value: '' };
  // Another origin does not depend on the paths of Next.
  const isInZone = base.value === '' && !URL.canParse(String(origin));
  return `${zoneOf(isInZone ? readNextOption(subject, 'assetPrefix')?.value : undefined)}${value}`;
}

/**
 * The prefix of the tunnel path in a zone: an `assetPrefix` that is a path, such as `/docs-static`. As `withAdit` does: the main
 * application of a zone passes on nothing but requests below its prefix.
 */
const zoneOf = (assetPrefix: string | number | boolean | undefined): string =>
  typeof assetPrefix === 'string' && /^\/[^/]/.test(assetPrefix) ? assetPrefix.replace(/\/+$/, '') : '';
