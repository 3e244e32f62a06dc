const PREFIX = 'server error ';

/** An error of the server as sent to the browser: with the reference of its report, and without its message. */
export class ServerError extends Error {
  constructor(reference: string | undefined) {
    super(`${PREFIX}${reference ?? ''}`);
  }
}

/** Returns the reference if the server has reported the error. TanStack Start transfers only the message. */
export function referenceOf(error: unknown): string | undefined {
  const { message } = Object(error) as { readonly message?: unknown };
  return typeof message === 'string' && message.startsWith(PREFIX) ? message.slice(PREFIX.length) : undefined;
}
