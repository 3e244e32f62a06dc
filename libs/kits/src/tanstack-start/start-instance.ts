import { isNotFound, isRedirect } from '@tanstack/react-router';
import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start';
import { SERVER_KEY, sharedServer } from '../shared-server.ts';
import { ServerError } from './server-error.ts';

/** Reports the errors of server functions. The browser gets the reference in place of the message. */
export const reportServerErrors = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  try {
    return await next();
  } catch (error) {
    if (isRedirect(error) || isNotFound(error) || error instanceof Response) throw error;
    throw new ServerError(sharedServer[SERVER_KEY]?.captureError(error));
  }
});

/** The instance for `src/start.ts`: TanStack's own defense against requests of other sites, and {@link reportServerErrors}. */
export const startInstance = createStart(() => ({
  requestMiddleware: [createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })],
  functionMiddleware: [reportServerErrors],
}));
