import { IS_DEVELOPMENT } from '../built.ts';
import { startServer } from '../server/index.ts';
import { printError } from '../server/say.ts';
import { isReplaced } from './is-replaced.ts';
import { watchBody } from './watch-body.ts';

/** The parts of Astro's context that are read. */
export interface AditContext {
  readonly request: Request;
  readonly routePattern: string;
  readonly isPrerendered: boolean;
}

/** The middleware, which reports errors of pages and endpoints, and answers with error pages. */
export type OnRequest = (context: AditContext, next: () => Promise<Response>) => Promise<Response>;

/**
 * Creates the middleware, which the integration adds.
 * @param ownPages the error pages of the application, which stay: `/404`, `/500`
 */
export function createOnRequest(ownPages: readonly string[]): OnRequest {
  return async (context, next) => {
    const { request, routePattern, isPrerendered } = context;
    // The build renders these, without a visitor.
    if (isPrerendered && !IS_DEVELOPMENT) return next();
    const server = startServer();
    try {
      const response = await next();
      const { status, headers, body } = response;
      const accept = request.headers.get('accept');
      const answer = { status, routePattern, accept, hasBody: body !== null };
      const document = isReplaced(answer, ownPages)
        ? server.faultResponse(status, request, undefined, headers)
        : undefined;
      if (document) return document;
      const isPage = headers.get('content-type')?.startsWith('text/html') === true;
      // Astro prints the error itself.
      return isPage ? await watchBody(response, (error) => void server.captureError(error)) : response;
    } catch (error) {
      if (request.signal.aborted) throw error;
      const reference = server.captureError(error);
      // Astro prints the error, and shows it in development, or the application's own page.
      if (IS_DEVELOPMENT || (ownPages.includes('/500') && routePattern !== '/500')) throw error;
      printError(error);
      return server.faultResponse(500, request, reference) ?? Response.error();
    }
  };
}

/** The part of an action's definition that is replaced. */
export interface Action {
  readonly handler: (...input: never[]) => unknown;
}

/** Whether the error is an answer of the action: `ActionError` is thrown intentionally. */
const isAnswer = (error: unknown): boolean =>
  /^AstroAction(?:Input)?Error$/.test(String((Object(error) as { readonly type?: unknown }).type));

/** Returns the definition of an action whose errors are reported. Astro sends them to the browser, and prints none. */
export function reportErrors<Defined extends Action>(action: Defined): Defined {
  return {
    ...action,
    handler: async (...input: never[]) => {
      try {
        return await action.handler(...input);
      } catch (error) {
        if (!isAnswer(error)) {
          printError(error);
          startServer().captureError(error);
        }
        throw error;
      }
    },
  };
}
