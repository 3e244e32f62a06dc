import { causesOf, readProperty } from '@adit/common';
import type { Event, EventHint } from '@sentry/core';
import { capturedException, stackText } from './error-facts.ts';

// `ResponseAbortedName` in next/dist/server/web/spec-extension/adapters/next-request: the error of all work that waited
// for the visitor.
const RESPONSE_ABORTED = 'ResponseAborted';

// Messages of an abort without a reason in browsers and Node. Libraries throw an AbortError too (p-retry, to give up), with other
// messages.
const ABORT_MESSAGE =
  /^(?:(?:This|The) operation was aborted\.?|The user aborted a request\.|signal is aborted without reason)$/;

// React's renderer, if its destination closed (`createCancelHandler` in react-dom-server.node).
const DESTINATION_CLOSED = 'The destination stream closed early.';

// React's renderer, if it is aborted: because the reader of the stream is gone, or by a deadline of the application.
const RENDER_ABORTED = /^The render was aborted by the server (?:without a reason|with a promise)\.$/;

// The connection to a visitor was closed: `node:_http_server`, `node:internal/http2/compat`.
const CONNECTION_CLOSED =
  /(?:abortIncoming|socketOnClose|emitCloseNT|onServerResponseClose) \((?:node:)?_http_server|onStream(?:AbortedRequest|CloseRequest|CloseResponse) \((?:node:)?internal\/http2\/compat/;

const WRITING_RESPONSE = /\b(?:Http2)?ServerResponse\./;
const STREAM_CANCELLED = /\breadableStream\w*Cancel\b/;

// Node's two HTTP clients and common libraries on top of them.
const OUTGOING_CALL =
  /_http_client\b|\bClientRequest\.|ClientHttp2|\bundici\b|node_modules\/(?:node-fetch|axios|got|@smithy|@aws-sdk|@grpc)\//;

// A deadline of the application: a timer that aborts, or `AbortSignal.timeout()`, which Node sets as the cause.
const DEADLINE = /\blistOnTimeout\b/;
const TIMEOUT = 'TimeoutError';

/**
 * Returns whether a server's error only means that the visitor left. Name, code and message are not enough: Node throws the same
 * `Error: aborted` with `ECONNRESET` if a visitor leaves (`abortIncoming`) and if a service that the application calls breaks off its
 * response (`socketCloseListener` of `_http_client`). The stack shows the difference; an event without a stack is kept. An `AbortError`
 * of an outgoing call is kept too: its stack is the same for a visitor who leaves and for a deadline of the application. If a visitor
 * leaves, Next also throws `ResponseAborted`.
 */
export function isVisitorAbort(event: Event, hint: EventHint): boolean {
  const error = hint.originalException;
  const exception = capturedException(event);
  const name = readProperty(error, 'name') ?? exception?.type;
  if (name === RESPONSE_ABORTED) return true;
  if (name === 'AbortError' && hasCause(error, RESPONSE_ABORTED)) return true;

  const message = readProperty(error, 'message') ?? exception?.value;
  if (message === DESTINATION_CLOSED) return true;

  const stack = stackText(event, hint);
  if (stack === '' || typeof message !== 'string' || OUTGOING_CALL.test(stack)) return false;
  if (RENDER_ABORTED.test(message)) return STREAM_CANCELLED.test(stack) || CONNECTION_CLOSED.test(stack);
  if (name === 'AbortError')
    return ABORT_MESSAGE.test(message) && !DEADLINE.test(stack) && !hasCause(error, TIMEOUT);
  return isClosedConnection(readProperty(error, 'code'), message, stack);
}

function isClosedConnection(code: unknown, message: string, stack: string): boolean {
  switch (code) {
    case 'ECONNRESET':
      return message === 'aborted' || (message.startsWith('write ') && WRITING_RESPONSE.test(stack));
    case 'EPIPE':
      return WRITING_RESPONSE.test(stack);
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return CONNECTION_CLOSED.test(stack);
    default:
      return false;
  }
}

function hasCause(error: unknown, name: string): boolean {
  return causesOf(error).some((link) => readProperty(link, 'name') === name);
}
