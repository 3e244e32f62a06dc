/** Names the reason, on an answer that no server gave. */
export const REFUSAL_HEADER = 'x-adit-prefetch-refused';

/**
 * The answer to a prefetch that is not sent. Its body is empty, not null: with cache components Next treats a missing
 * body as a defect.
 */
export const refusal = (reason: string): Response =>
  new Response('', { status: 503, headers: { [REFUSAL_HEADER]: reason } });
