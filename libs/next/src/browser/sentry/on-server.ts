/** Replaces `whole.ts` and `parts.ts` on servers, where Sentry's SDK has none of the browser's exports. */
export const sentry = undefined;
