import { buildEnvelope, TEST_DSNS } from '@adit/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { createTunnel, type Tunnel, type TunnelOptions } from '../index.ts';
import { listen } from '../../testing/node-server.helper.ts';
import { describeTunnelContract, type ContractSubject } from '../../testing/tunnel.contract.ts';
import { createListener, createNodeTransport } from './node.ts';

/** As in the README: before the body is parsed, and without Fastify's own answers. */
function addTunnel(app: FastifyInstance, tunnel: Tunnel): void {
  const listener = createListener(tunnel);
  app.addHook('onRequest', (request, reply, done) => {
    listener(request.raw, reply.raw, done);
  });
}

async function serve(
  options: TunnelOptions,
  mount: (app: FastifyInstance, tunnel: Tunnel) => void,
): Promise<ContractSubject & { readonly app: FastifyInstance }> {
  const tunnel = createTunnel({ transport: createNodeTransport(), ...options });
  const app = fastify();
  mount(app, tunnel);
  app.post('/echo', (request) => request.body);
  await app.ready();
  const server = await listen(app.server);
  return {
    app,
    tunnel,
    send: server.send,
    stop: async () => {
      await tunnel.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

describeTunnelContract('fastify', (options) => serve(options, addTunnel), {
  oneCaseOfEachResult: 'createListener, which the node adapter runs all cases on, does the work',
});

describe('createListener in Fastify', () => {
  const envelope = buildEnvelope({ dsn: TEST_DSNS.saas, items: [{ type: 'event', payload: {} }] });

  it('leaves other paths, and their bodies, to the application', async () => {
    const subject = await serve({ allowedDsns: [TEST_DSNS.saas] }, addTunnel);
    const body = Buffer.from('{"a":1}');
    const headers = { 'content-type': 'application/json' };
    expect((await subject.send({ path: '/echo', body, headers })).body.toString()).toBe('{"a":1}');
    expect((await subject.send({ path: '/nothing', method: 'GET' })).status).toBe(404);
    await subject.stop();
  });

  it('says what to do when a body parser came first (control)', async () => {
    const subject = await serve({ allowedDsns: [TEST_DSNS.saas] }, (app, tunnel) => {
      const listener = createListener(tunnel);
      app.post(tunnel.path, (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
    });
    const headers = { 'content-type': 'text/plain' };
    const response = await subject.send({ body: envelope, headers });
    expect(response.status).toBe(500);
    expect(response.body.toString()).toContain('mount the tunnel ahead of any body parser');
    await subject.stop();
  });
});
