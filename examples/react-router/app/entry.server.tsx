import './monitoring/on.server';
import * as Sentry from '@sentry/node';
import { faultResponse, type HttpFaultStatus } from '@adit/fallback-ui/document';
import { isbot } from 'isbot';
import { renderToReadableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
} from 'react-router';

export const streamTimeout = 5_000;

const FAULTS: readonly number[] = [401, 403, 404, 429, 500, 503] satisfies HttpFaultStatus[];

/** Called with every error of a loader, an action, a route or a render. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  // A status that was thrown intentionally is not an error, and neither is a visitor who left.
  if (!isRouteErrorResponse(error) && !request.signal.aborted) Sentry.captureException(error);
};

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  if (context.staticHandlerContext.errors && FAULTS.includes(status)) {
    const digest = status === 500 ? Sentry.lastEventId() : undefined;
    return faultResponse(status as HttpFaultStatus, { siteName: 'Shop', request, error: { digest } });
  }

  let hasBegun = false;
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1_000)]),
    // Earlier errors reject the render: React Router calls `handleError`, then requests the document of the error.
    onError: (error) => {
      if (hasBegun) handleError(error, { request, params: {}, context: new RouterContextProvider() });
    },
  });
  hasBegun = true;
  if (isbot(request.headers.get('user-agent'))) await body.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(body, { headers, status });
}
