import * as Sentry from '@sentry/node';
import { faultResponse, type HttpFaultStatus } from '@adit/fallback-ui/document';
import { serializeRuntimeConfig } from '@adit/monitoring-config';
import { createTunnel } from '@adit/tunnel';
import { createListener, createNodeTransport } from '@adit/tunnel/node';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import { renderToPipeableStream } from 'react-dom/server';
import { Document } from './document';
import { monitoring } from './instrument';
import { PAGES } from './pages';

const settings = serializeRuntimeConfig(monitoring);
const { dsn, ingestOrigin } = monitoring;
const tunnel =
  dsn === undefined
    ? undefined
    : createTunnel({ allowedDsns: [dsn], ingestOrigin, transport: createNodeTransport() });

async function answerFault(
  status: HttpFaultStatus,
  { headers }: Request,
  response: Response,
  digest?: string,
) {
  const answer = faultResponse(status, { siteName: 'Shop', request: { headers }, error: { digest } });
  response.status(status).set(Object.fromEntries(answer.headers));
  response.send(await answer.text());
}

const answerError: ErrorRequestHandler = (error, request, response, next) => {
  // Sends nothing if the SDK has reported the error itself, as it does for routes.
  Sentry.captureException(error);
  if (response.headersSent) return next(error);
  return answerFault(500, request, response, Sentry.lastEventId());
};

const app = express();
app.disable('x-powered-by');
if (tunnel) app.use(createListener(tunnel));
app.use(express.static('dist/client', { index: false }));
app.get('/failing-route', () => {
  throw new Error('The route failed');
});
app.get(Object.keys(PAGES), (request, response) => {
  let reference: string | undefined;
  const { pipe } = renderToPipeableStream(<Document path={request.path} settings={settings} />, {
    bootstrapModules: ['/assets/client.js'],
    onShellReady: () => {
      response.type('html');
      pipe(response);
    },
    onShellError: () => void answerFault(500, request, response, reference),
    // The returned value becomes the error's digest in the browser.
    onError: (error) => (reference = Sentry.captureException(error)),
  });
});
app.use((request, response) => answerFault(404, request, response));
app.use(answerError);

const server = app.listen(Number(process.env['PORT'] ?? 3000));
process.once('SIGTERM', () => {
  server.close(() => void Promise.all([tunnel?.close(), Sentry.close(2_000)]));
});
