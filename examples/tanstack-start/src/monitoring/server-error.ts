/** What the browser gets of an error of the server: the reference of its report, and no message. */
export class ServerError extends Error {
  constructor(digest: string | undefined) {
    super(`${PREFIX}${digest ?? ''}`);
  }
}

const PREFIX = 'server error ';

/** Returns the reference if the error is one of the server, which has reported it. TanStack Start carries the message alone. */
export function digestOf(error: unknown): string | undefined {
  const { message } = error as { readonly message?: unknown };
  return typeof message === 'string' && message.startsWith(PREFIX) ? message.slice(PREFIX.length) : undefined;
}
