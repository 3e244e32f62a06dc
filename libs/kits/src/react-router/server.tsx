import { isbot } from 'isbot';
import { renderToReadableStream } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter } from 'react-router';
import { startServer } from '../server/index.ts';
import { printError } from '../server/say.ts';

const server = startServer();

/** How long a render on the server may take, in milliseconds; React Router reads it. */
export const streamTimeout = 5_000;

/** Reports an error of a loader, an action, a route or a render; React Router calls it with each. */
export function handleError(error: unknown, { request }: { readonly request: Request }): void {
  // A status that was thrown intentionally is not an error, and neither is a visitor who left.
  if (isRouteErrorResponse(error) || request.signal.aborted) return;
  printError(error);
  server.captureError(error);
}

/** The parts of React Router's context that are read. */
interface DocumentContext {
  readonly staticHandlerContext: { readonly errors?: object | null };
}

/** Answers a request for a document: with the page, or with the error page of its status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: DocumentContext,
): Promise<Response> {
  if (context.staticHandlerContext.errors) {
    const reference = status === 500 ? server.lastReference() : undefined;
    const document = server.faultResponse(status, request, reference, headers);
    if (document) return document;
  }

  let hasBegun = false;
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1_000)]),
    // Earlier errors reject the render: React Router calls `handleError`, then requests the document of the error.
    onError: (error) => {
      if (hasBegun) handleError(error, { request });
    },
  });
  hasBegun = true;
  if (isbot(request.headers.get('user-agent'))) await body.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(body, { headers, status });
}
