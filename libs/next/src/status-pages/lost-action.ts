import type { ServerResponse } from 'node:http';
import { isDocumentPost, type DocumentRequest } from './is-document-request.ts';
import { keepOutermost } from './outermost.ts';

/** Next sets it on the answer to a Server Action that is not in its build. */
const NOT_FOUND = 'x-nextjs-action-not-found';

const NONCE = /'nonce-([^']+)'/;

/**
 * Writes a document in place of the line of text with which Next answers a form that was sent without a script, and whose
 * action the build no longer has. Call it before the application gets the response.
 *
 * @param render returns the document, with the nonce of the response's policy; `undefined` if it cannot
 */
export function answerLostAction(
  request: DocumentRequest,
  response: ServerResponse,
  render: (nonce: string | undefined) => string | undefined,
): void {
  if (!isDocumentPost(request)) return;
  keepOutermost(response, 'end', (inner, args) => {
    const isLost =
      response.getHeader(NOT_FOUND) !== undefined &&
      !response.headersSent &&
      String(response.getHeader('content-type')).startsWith('text/plain');
    const policy = String(response.getHeader('content-security-policy'));
    const document = isLost ? render(NONCE.exec(policy)?.[1]) : undefined;
    if (document === undefined) return inner(...args);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.removeHeader('content-length');
    response.removeHeader('etag');
    return inner(
      document,
      args.find((value) => typeof value === 'function'),
    );
  });
}
