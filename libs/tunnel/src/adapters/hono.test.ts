import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { buildEnvelope, createIngestFetch, TEST_DSNS } from '@adit/testing';
import { Hono, type Context } from 'hono';
import { createFetchTransport, createTunnel, type TunnelOptions } from '../index.ts';
import { startSubject } from '../../testing/node-server.helper.ts';
import { describeTunnelContract, type ContractSubject } from '../../testing/tunnel.contract.ts';
import { honoTunnel } from './hono.ts';
import { createNodeTransport } from './node.ts';

const BODY = buildEnvelope({ dsn: TEST_DSNS.saas, items: [{ type: 'event', payload: {} }] });

async function serve(app: Hono, options: TunnelOptions): Promise<ContractSubject> {
  const tunnel = createTunnel({ transport: createNodeTransport(), ...options });
  app.use(honoTunnel(tunnel, { clientAddress: (c: Context) => getConnInfo(c).remote.address }));
  app.get('/', (c) => c.text('home'));
  const listener = getRequestListener(app.fetch);
  return startSubject(tunnel, (request, response) => void listener(request, response));
}

describeTunnelContract('hono', (options) => serve(new Hono(), options), {
  oneCaseOfEachResult: 'the adapter passes on what `fetch` answers, and `fetch` runs all cases',
});

describe('honoTunnel', () => {
  it('passes other paths on', async () => {
    const subject = await serve(new Hono(), { allowedDsns: [TEST_DSNS.saas] });
    const response = await subject.send({ method: 'GET', path: '/' });
    expect([response.status, response.body.toString()]).toEqual([200, 'home']);
    await subject.stop();
  });

  it('is the handler of a route, too', async () => {
    const ingest = createIngestFetch();
    const tunnel = createTunnel({
      allowedDsns: [TEST_DSNS.saas],
      transport: createFetchTransport({ fetch: ingest.fetch }),
    });
    const app = new Hono().post(tunnel.path, honoTunnel(tunnel));
    const post = (path: string): Response | Promise<Response> =>
      app.request(path, { method: 'POST', body: BODY });
    expect((await post('/monitoring-tunnel?o=450&p=4509')).status).toBe(200);
    expect((await post('/elsewhere')).status).toBe(404);
    // The client address is unknown here.
    expect(ingest.received[0]?.headers['x-forwarded-for']).toBe('0.0.0.0');
    await tunnel.close();
  });

  it.each([
    ['a worker', { waitUntil: jest.fn(), passThroughOnException: () => undefined, props: {} }, 1],
    ['a host that has none', undefined, 0],
  ])('passes on the `waitUntil` of %s', async (_host, executionCtx, calls) => {
    const tunnel = createTunnel({ allowedDsns: [TEST_DSNS.saas] });
    const app = new Hono().post(tunnel.path, honoTunnel(tunnel));
    const response = await app.request(tunnel.path, { method: 'POST', body: '{}' }, {}, executionCtx);
    expect(response.status).toBe(400);
    expect(executionCtx?.waitUntil.mock.calls ?? []).toHaveLength(calls);
    expect(tunnel.stats().faults).toEqual({});
  });

  it('says what to do when the body was read before', async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      await c.req.text();
      await next();
    });
    const subject = await serve(app, { allowedDsns: [TEST_DSNS.saas] });
    const response = await subject.send({ body: BODY });
    expect(response.status).toBe(500);
    expect(response.body.toString()).toContain('mount the tunnel ahead of any body parser');
    await subject.stop();
  });
});
