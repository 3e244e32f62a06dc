import * as Sentry from '@sentry/node';
import { faultResponse } from '@adit/fallback-ui/document';
import { createTunnel } from '@adit/tunnel';
import { honoTunnel } from '@adit/tunnel/hono';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { monitoring } from './instrument.ts';

const app = new Hono();
const site = { siteName: 'Shop' };

const { dsn, ingestOrigin } = monitoring;
const tunnel = dsn === undefined ? undefined : createTunnel({ allowedDsns: [dsn], ingestOrigin });
if (tunnel) app.use(honoTunnel(tunnel, { clientAddress: (c: Context) => getConnInfo(c).remote.address }));

app.notFound((c) => faultResponse(404, { ...site, request: c.req.raw }));
app.onError((error, c) => {
  // An answer that the application throws intentionally.
  if (error instanceof HTTPException) return error.getResponse();
  Sentry.captureException(error);
  return faultResponse(500, { ...site, request: c.req.raw, error: { digest: Sentry.lastEventId() } });
});

app.get('/', (c) => c.json({ shop: 'open' }));
app.get('/failing-route', () => {
  throw new Error('The route failed');
});

const server = serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) });
process.once('SIGTERM', () => {
  server.close(() => void Promise.all([tunnel?.close(), Sentry.close(2_000)]));
});
