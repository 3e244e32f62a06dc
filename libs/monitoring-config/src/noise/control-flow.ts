import type { Event, EventHint } from '@sentry/core';
import { capturedException, readProperty } from './error-facts.ts';

// `isRedirectError` and `isHTTPAccessFallbackError` of next/dist/client/components; the status has been the last part but one
// since Next 14.1, and a flag for a permanent redirect before. NEXT_NOT_FOUND until Next 15.
const DIGEST =
  /^NEXT_REDIRECT;(?:replace|push);.*;(?:303|307|308|true|false);?$|^NEXT_HTTP_ERROR_FALLBACK;(?:404|403|401)(?:;|$)|^NEXT_NOT_FOUND$/s;

const MESSAGE = /^(?:NEXT_REDIRECT|NEXT_HTTP_ERROR_FALLBACK;(?:404|403|401)|NEXT_NOT_FOUND)$/;

/**
 * Whether an error is the framework's control flow. The error's own digest decides, as it does in Next: an error that has a
 * redirect as its cause is an error. Where no error is left, only its text, the text has to be the framework's, all of it.
 */
export function isControlFlow(event: Event, { originalException }: EventHint): boolean {
  if (typeof originalException === 'object' && originalException !== null) {
    const digest = readProperty(originalException, 'digest');
    return typeof digest === 'string' && DIGEST.test(digest);
  }
  return MESSAGE.test(capturedException(event)?.value ?? event.message ?? '');
}
