import * as Sentry from '@sentry/node';
import { faultResponse } from '@adit/fallback-ui/document';
import { createTunnel } from '@adit/tunnel';
import { createListener, createNodeTransport } from '@adit/tunnel/node';
import fastify, { type FastifyError } from 'fastify';
import { monitoring } from './instrument.ts';

const app = fastify();
const site = { siteName: 'Shop' };

const { dsn, ingestOrigin } = monitoring;
if (dsn !== undefined) {
  const tunnel = createTunnel({ allowedDsns: [dsn], ingestOrigin, transport: createNodeTransport() });
  const listener = createListener(tunnel);
  app.addHook('onRequest', (request, reply, done) => listener(request.raw, reply.raw, done));
  app.addHook('onClose', () => tunnel.close());
}

app.setNotFoundHandler((request, reply) => reply.send(faultResponse(404, { ...site, request })));
app.setErrorHandler<FastifyError>((error, request, reply) => {
  // An error of the request, such as a body that is not JSON: Fastify answers it.
  if (error.statusCode !== undefined && error.statusCode < 500) return reply.send(error);
  Sentry.captureException(error);
  return reply.send(faultResponse(500, { ...site, request, error: { digest: Sentry.lastEventId() } }));
});

app.get('/', () => ({ shop: 'open' }));
app.get('/failing-route', () => {
  throw new Error('The route failed');
});

await app.listen({ port: Number(process.env['PORT'] ?? 3000) });
process.once('SIGTERM', () => void app.close().then(() => Sentry.close(2_000)));
