import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { adit } from '../adit-config.ts';
import { warnOnce } from '../server/warn-once.ts';
import { languageHeaders } from './choose-language.ts';
import { editResponse } from './edit-response.ts';
import type { ScreenStatus, Screens } from './editors.ts';
import { isDocumentRequest } from './is-document-request.ts';
import { answerLostAction } from './lost-action.ts';
import { loadStatusScreens } from './render-status-screen.ts';

/** The statuses whose pages in the App Router are Adit's, with a space between two. `withAdit` inlines it. */
const ownStatuses = (): string => process.env.ADIT_OWN_STATUSES ?? '';

const ERROR = 500;

/** The channel on which every node:http server announces a request just before its application gets it; not on Bun. */
const REQUEST_CHANNEL = 'http.server.request.start';

/** `next dev` loads this module again when it changes. The newest serves. */
const KEY = Symbol.for('@adit/next:status-pages:1');
const shared = globalThis as { [KEY]?: () => void };

/**
 * Writes the screens of 401, 403, 404 and 500 into documents that Next answers without them, on every node:http server of this
 * process, and a document where Next answers a form with a line of text. Does nothing for a status whose pages the application has written itself. Returns a function that stops it.
 */
export async function serveStatusPages(): Promise<() => void> {
  const statuses: ReadonlySet<number> = new Set(ownStatuses().split(' ').filter(Boolean).map(Number));
  shared[KEY]?.();
  if (statuses.size === 0) return () => undefined;
  const { renderStatus, renderLostAction } = await loadStatusScreens();
  const has = (status: number): status is ScreenStatus => statuses.has(status);
  const vary = languageHeaders(adit.screens ?? {});

  const orEmpty = <Screen>(render: () => Screen): Screen | undefined => {
    try {
      return render();
    } catch (error) {
      warnOnce(error, 'The document of an error stays as Next has written it.');
      return undefined;
    }
  };

  const watch = (request: IncomingMessage, response: ServerResponse): void => {
    const { headers, method } = request;
    if (has(ERROR))
      answerLostAction(request, response, (nonce) => orEmpty(() => renderLostAction(headers, nonce)));
    if (!isDocumentRequest(request)) return;
    const render: Screens['render'] = (status, shell) => orEmpty(() => renderStatus(status, headers, shell));
    editResponse(response, { has, render, vary, isHead: method === 'HEAD' });
  };
  const onRequest = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    watch(request, response);
  };
  subscribe(REQUEST_CHANNEL, onRequest);
  const stop = (): void => void unsubscribe(REQUEST_CHANNEL, onRequest);
  shared[KEY] = stop;
  return stop;
}
