import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the admin endpoints report. */
export interface AdminSources {
  /** Whether the server is ready for requests. */
  readonly isReady: () => boolean | Promise<boolean>;
  /** All metrics, in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
}

interface AdminAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';

const json = (status: number, value: unknown): AdminAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** The body is the same as that of Relay's health check. */
const health = (isHealthy: boolean): AdminAnswer => json(isHealthy ? 200 : 503, { is_healthy: isHealthy });

type Endpoint = (sources: AdminSources) => AdminAnswer | Promise<AdminAnswer>;

const ENDPOINTS = new Map<string, Endpoint>([
  ['/healthz/live', () => health(true)],
  ['/healthz/ready', async ({ isReady }) => health(await isReady())],
  ['/metrics', async ({ metrics }) => ({ status: 200, type: PROMETHEUS_TEXT, body: await metrics() })],
]);

async function answer({ method, url = '' }: IncomingMessage, sources: AdminSources): Promise<AdminAnswer> {
  const endpoint = ENDPOINTS.get(url.replace(/\?.*$/s, ''));
  if (endpoint === undefined) return json(404, { detail: 'not found' });
  if (method !== 'GET' && method !== 'HEAD') return json(405, { detail: 'only GET and HEAD are accepted' });
  try {
    return await endpoint(sources);
  } catch {
    return json(500, { detail: 'metrics or health could not be read' });
  }
}

/** Creates a node:http listener for `/healthz/live`, `/healthz/ready` and `/metrics`. */
export function createAdminListener(
  sources: AdminSources,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    request.resume();
    void answer(request, sources).then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  };
}
