import * as Sentry from '@sentry/node';
import { getSsrStatus } from '@tanstack/react-router/ssr/server';
import {
  createServerEntry,
  createStartHandler,
  defaultStreamHandler,
  getResponseHeaders,
} from '@tanstack/react-start/server';
import { startServer } from '../server/index.ts';
import { referenceOf } from './server-error.ts';

const server = startServer({
  // TanStack Start reports an error that React meets while rendering only to the console.
  integrations: [Sentry.captureConsoleIntegration({ levels: ['error'] })],
});

/** Reports the error unless a server function has. Returns its reference. */
const report = (error: unknown): string | undefined => referenceOf(error) ?? server.captureError(error);

const start = createStartHandler((context) => {
  const { request, responseHeaders, router } = context;
  const status = getSsrStatus(router);
  if (status === 200) return defaultStreamHandler(context);
  const failed = router.state.matches.find((match) => match.status === 'error');
  const document = server.faultResponse(status, request, failed && report(failed.error), responseHeaders);
  return document ?? defaultStreamHandler(context);
});

/** The server for `src/server.ts`. It reports errors and answers them with documents. */
export default createServerEntry({
  fetch: async (request): Promise<Response> => {
    try {
      return await start(request);
    } catch (error) {
      const document = request.signal.aborted
        ? undefined
        : server.faultResponse(500, request, report(error), getResponseHeaders());
      if (document === undefined) throw error;
      return document;
    }
  },
});
