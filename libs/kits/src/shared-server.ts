/** The part of the started server that other parts of this process use. */
export interface SharedServer {
  readonly captureError: (error: unknown) => string | undefined;
}

/** The server of this process. On the global object: frameworks bundle the server in several parts. */
export const sharedServer = globalThis as { [key: symbol]: SharedServer | undefined };

/** The key of {@link sharedServer}. */
export const SERVER_KEY = Symbol.for('@adit/kits:server');
