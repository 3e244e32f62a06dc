import type { IncomingMessage, ServerResponse } from 'node:http';
import { IS_DEVELOPMENT } from '../built.ts';
import { startServer } from '../server/index.ts';
import { printError } from '../server/say.ts';
import { isPageRequest } from './is-page-request.ts';
import { unexpectedOf } from './unexpected.ts';

// The module of the kit inlines this.
declare const __ADIT_HAS_ERROR_PAGE__: boolean;

/** The parts of an event of Nitro that are used. */
interface NitroEvent {
  readonly path: string;
  readonly node: {
    readonly req: Pick<IncomingMessage, 'headers' | 'method'>;
    readonly res: Pick<
      ServerResponse,
      'end' | 'getHeaderNames' | 'headersSent' | 'removeHeader' | 'setHeader' | 'statusCode' | 'statusMessage'
    >;
  };
}

/** The parts of an error of Nitro that are read. */
interface NitroError {
  readonly statusCode: number;
  readonly unhandled?: boolean;
  readonly fatal?: boolean;
}

/** The parts of Nitro that are used. */
export interface NitroApp {
  readonly hooks: {
    readonly hook: (
      name: 'error',
      listen: (error: unknown, context: { readonly event?: object | undefined }) => void,
    ) => unknown;
  };
  readonly h3App: {
    readonly options: {
      onError?: ((error: never, event: never) => unknown) | undefined;
    };
  };
}

type OnError = (error: NitroError, event: NitroEvent) => unknown;

/** Whether Nuxt shows the error: on the page of the application, or in development. */
const isShown = IS_DEVELOPMENT || (typeof __ADIT_HAS_ERROR_PAGE__ !== 'undefined' && __ADIT_HAS_ERROR_PAGE__);

/** The plugin for Nitro, which the module adds. It reports errors of requests, and answers pages with error pages. */
export default function aditServer({ hooks, h3App }: NitroApp): void {
  const server = startServer();
  hooks.hook('error', (error, { event }) => {
    const unexpected = event && unexpectedOf(error);
    if (unexpected !== undefined) server.captureError(unexpected);
  });

  const onError = h3App.options.onError as OnError | undefined;
  const answer: OnError = (error, event) => {
    const unexpected = unexpectedOf(error);
    const reference = unexpected === undefined ? undefined : server.captureError(unexpected);
    const request = requestForPage(event);
    const document = request && server.faultResponse(error.statusCode, request, reference);
    // Nuxt prints these if it answers.
    const { headersSent } = event.node.res;
    const isPrinted =
      document === undefined && !headersSent && (error.unhandled === true || error.fatal === true);
    if (unexpected !== undefined && !isPrinted) printError(unexpected);
    return document ? send(document, event.node.res) : onError?.(error, event);
  };
  h3App.options.onError = answer;
}

/** Returns the request if it is one for a page that Nuxt does not show itself, and whose answer has not begun. */
function requestForPage({ path, node: { req, res } }: NitroEvent): Request | undefined {
  if (isShown || res.headersSent || !isPageRequest(path, req.headers)) return undefined;
  const { accept = '*/*', 'accept-language': language = '' } = req.headers;
  const headers = { accept, 'accept-language': language };
  return new Request('http://localhost/', { method: req.method === 'HEAD' ? 'HEAD' : 'GET', headers });
}

/** Sends a document in place of what the page had begun. The page's cookies stay. */
async function send(document: Response, res: NitroEvent['node']['res']): Promise<void> {
  for (const name of res.getHeaderNames()) if (name !== 'set-cookie') res.removeHeader(name);
  for (const [name, value] of document.headers) res.setHeader(name, value);
  res.statusCode = document.status;
  res.statusMessage = '';
  res.end(await document.text());
}
