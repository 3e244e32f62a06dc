import { tunnel } from './monitoring/on.server';
import * as Sentry from '@sentry/node';
import { faultResponse, type HttpFaultStatus } from '@adit/fallback-ui/document';
import { getSsrStatus } from '@tanstack/react-router/ssr/server';
import {
  createServerEntry,
  createStartHandler,
  defaultStreamHandler,
  getRequestIP,
} from '@tanstack/react-start/server';
import { digestOf } from './monitoring/server-error';

const answerFault = (status: HttpFaultStatus, request: Request, digest?: string) =>
  faultResponse(status, { siteName: 'Shop', request, error: { digest } });

/** Reports the error unless a server function has. Returns its reference. */
const report = (error: unknown) => digestOf(error) ?? Sentry.captureException(error);

const start = createStartHandler((context) => {
  const { request, router } = context;
  const status = getSsrStatus(router);
  if (status === 200) return defaultStreamHandler(context);
  const failed = router.state.matches.find((match) => match.status === 'error');
  return answerFault(status, request, failed && report(failed.error));
});

export default createServerEntry({
  fetch: async (request) => {
    if (new URL(request.url).pathname === tunnel?.path)
      return tunnel.fetch(request, { clientAddress: getRequestIP() });
    try {
      return await start(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      return answerFault(500, request, report(error));
    }
  },
});
