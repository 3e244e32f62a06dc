import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdminListener, type AdminSources } from './admin.ts';

let server: Server | undefined;

async function serve(
  sources: Partial<AdminSources>,
): Promise<(path: string, method?: string) => Promise<Response>> {
  const started = createServer(
    createAdminListener({ isReady: () => true, metrics: async () => 'up 1\n', ...sources }),
  );
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return (path, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

describe('createAdminListener', () => {
  it.each([
    ['/healthz/live', false, 200, { is_healthy: true }],
    ['/healthz/ready', true, 200, { is_healthy: true }],
    ['/healthz/ready?probe=1', false, 503, { is_healthy: false }],
    ['/healthz', true, 404, { detail: 'not found' }],
    ['/', true, 404, { detail: 'not found' }],
  ])('answers %s, ready being %j, with %i', async (path, ready, status, body) => {
    const ask = await serve({ isReady: async () => ready });
    const response = await ask(path);

    expect([response.status, await response.json()]).toEqual([status, body]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('answers metrics in the text format of Prometheus', async () => {
    const response = await (await serve({}))('/metrics');

    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toBe('up 1\n');
  });

  it('answers HEAD without a body, and refuses other methods', async () => {
    const ask = await serve({});
    const head = await ask('/metrics', 'HEAD');

    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await ask('/metrics', 'POST')).status).toBe(405);
  });

  it('answers 500 if reading health or metrics fails', async () => {
    const ask = await serve({ metrics: async () => Promise.reject(new Error('secret')) });
    const response = await ask('/metrics');

    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });
});
