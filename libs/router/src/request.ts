/** The `Request` among what `fetch` takes, told by its shape: `instanceof` fails across realms. */
export const asRequest = (input: RequestInfo | URL): Request | undefined =>
  typeof input === 'object' && 'method' in input ? input : undefined;
