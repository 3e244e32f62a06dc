import type { TypingWatch } from '../browser/watch-typing.ts';
import { addressOf, readHeaders } from '../governor/classify-request.ts';
import { asRequest } from '../request.ts';
import type { RouterRuntime } from './router-runtime.ts';
import { sendOnline } from './send-online.ts';

/** Next 16.4, client/components/app-router-headers.js. */
const ACTION_HEADER = 'next-action';
const ACTION_NOT_FOUND_HEADER = 'x-nextjs-action-not-found';

/** The time after which a page that was to be loaded counts as missing, as for a navigation. */
const DOCUMENT_TIMEOUT_MS = 10_000;

/** How long the code that keeps the visitor's input may take to arrive, if nobody has typed before. */
const KEEPER_TIMEOUT_MS = 1_000;

type ActionRuntime = Pick<
  RouterRuntime,
  'platform' | 'hard' | 'connectivity' | 'isOnline' | 'unsent' | 'held' | 'broke'
>;

/** Whether the App Router sends a Server Action to this site with the request. */
export function isServerAction(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  base: string,
): boolean {
  const headers = readHeaders(init?.headers ?? asRequest(input)?.headers);
  return headers.has(ACTION_HEADER) && addressOf(input, base).origin === new URL(base).origin;
}

/**
 * Next before 15.4 has no header: it answers an unknown action with the page of a 404, whose status is 200 if the page of
 * the action is static, and a known one with data, whatever the status (server/app-render/action-handler.js).
 */
const isUnknown = ({ headers, redirected, status }: Response): boolean =>
  headers.get(ACTION_NOT_FOUND_HEADER) === '1' ||
  ((status === 404 || (status === 200 && !redirected && /router-state/i.test(headers.get('vary') ?? ''))) &&
    (headers.get('content-type') ?? '').startsWith('text/html'));

/**
 * The answer for Next before 15.4, whose error has the text as its message, and so the screen of an update. It would take a page with
 * status 200 for an action without a result, and show nothing.
 */
const toNotFound = (): Response =>
  new Response('Failed to find Server Action', { status: 404, headers: { 'content-type': 'text/plain' } });

/** Whether Next has processed the action: it answers with data, also if the action has failed. A proxy answers otherwise. */
const isProcessed = ({ headers, redirected, status }: Response): boolean =>
  redirected || status < 400 || (headers.get('content-type') ?? '').startsWith('text/x-component');

/**
 * Waits for the network. The action has not been sent yet, so it is not sent twice. Next sends one action at a time: the
 * page of one that still waits is gone, and it gives way.
 */
async function waitForNetwork({ connectivity, isOnline, held }: ActionRuntime): Promise<void> {
  const calledOff = new AbortController();
  const { signal } = calledOff;
  const giveUp = (): void => calledOff.abort(new TypeError('Failed to fetch'));
  const onHeld = (): void => {
    if (held.state() !== giveUp) held.state()?.();
    held.enter(giveUp);
  };
  try {
    const options = { key: 'adit:action', connectivity, isOnline, calledOff: signal, signal, onHeld };
    await sendOnline(() => signal.throwIfAborted(), options);
  } finally {
    if (held.state() === giveUp) held.enter(undefined);
  }
}

/**
 * Sends a Server Action. Without a network, the visitor's waits, because Next would replace the form with an error screen. One
 * that fails on its way is not sent again: the server may have processed it.
 *
 * If the server does not know the action, because it runs another build, it has processed nothing, and never will: what
 * the visitor typed is kept and the page is loaded again, once for each build and page. The answer is held for as long
 * as that takes.
 */
export async function sendAction(
  send: () => Promise<Response>,
  runtime: ActionRuntime,
  typing: TypingWatch,
): Promise<Response> {
  const { platform, hard, connectivity, isOnline, unsent, broke } = runtime;
  const { clock, location } = platform;
  const wait = (ms: number): Promise<undefined> =>
    new Promise((resolve) => clock.setTimeout(() => resolve(undefined), ms));
  unsent.enter(false);
  const isMeant = typing.hasActed();
  const sent = typing.load().then((keeper) => keeper?.sending(isMeant));
  const from = location.href;
  // At once where there is a network, in the task of the click.
  const sending = isMeant && !isOnline() ? waitForNetwork(runtime).then(send) : send();
  const answer = await sending.catch((error: unknown) => {
    void connectivity.suspect();
    void sent.then((action) => action?.failed());
    throw error;
  });
  const isHere = location.href.split('#', 1)[0] === from.split('#', 1)[0];
  // The page that sent it is gone, and with it the form.
  if (isUnknown(answer) && !isHere) return answer;
  if (!isUnknown(answer)) {
    void sent.then((action) => (isProcessed(answer) ? action?.arrived() : action?.failed()));
    return answer;
  }
  const action = await Promise.race([sent, wait(KEEPER_TIMEOUT_MS)]);
  if (action) action.refused();
  else if (isMeant) typing.noteUnsent();
  // The page is left because it does not work, so its reload mark stays.
  broke(location.href);
  const load = (): boolean =>
    hard.hardNavigate(location.href, { reason: 'version-skew', history: 'replace' }).outcome === 'navigating';
  try {
    if (load()) await wait(DOCUMENT_TIMEOUT_MS);
  } catch {
    // A host that throws loads nothing.
  }
  return answer.headers.has(ACTION_NOT_FOUND_HEADER) ? answer : toNotFound();
}
