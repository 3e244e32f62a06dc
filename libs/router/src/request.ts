/**
 * Returns the argument of `fetch` if it is a `Request`. Recognised by its shape, because `instanceof` fails across
 * realms.
 */
export const asRequest = (input: RequestInfo | URL): Request | undefined =>
  typeof input === 'object' && 'method' in input ? input : undefined;
