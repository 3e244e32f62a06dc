import { readProperty } from '@adit/common';
import type { Event, EventHint } from '@sentry/core';
import { capturedException } from './error-facts.ts';

// `isRedirectError` and `isHTTPAccessFallbackError` of next/dist/client/components; since Next 14.1 the
// last part but one is the status, before it was a flag for permanent redirects. NEXT_NOT_FOUND until Next 15.
const DIGEST =
  /^NEXT_REDIRECT;(?:replace|push);.*;(?:303|307|308|true|false);?$|^NEXT_HTTP_ERROR_FALLBACK;(?:404|403|401)(?:;|$)|^NEXT_NOT_FOUND$/s;

const MESSAGE = /^(?:NEXT_REDIRECT|NEXT_HTTP_ERROR_FALLBACK;(?:404|403|401)|NEXT_NOT_FOUND)$/;

/**
 * Returns whether an error is the framework's control flow. The error's own digest decides, as in Next; a redirect as the cause does
 * not count. Without an error object, the whole message must be the framework's. A screen may trust the prefix of a digest
 * (`isControlFlow` of @adit/common); the filter drops errors, so it demands the whole digest.
 */
export function isControlFlow(event: Event, { originalException }: EventHint): boolean {
  if (typeof originalException === 'object' && originalException !== null) {
    const digest = readProperty(originalException, 'digest');
    return typeof digest === 'string' && DIGEST.test(digest);
  }
  return MESSAGE.test(capturedException(event)?.value ?? event.message ?? '');
}
