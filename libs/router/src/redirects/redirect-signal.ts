import type { HistoryMode } from '../history-mode.ts';
import { causesOf, readProperty } from '@adit/common';

/** In the global symbol registry, so that a signal from another realm or another copy of this module is recognised; `instanceof` would not. */
const REDIRECT = Symbol.for('@adit/router.redirect');

/** What a redirect asks for. */
export interface RedirectRequest {
  /** Where to, as given; not yet classified. */
  readonly to: string;
  /** `push` adds a history entry, `replace` replaces the current one. */
  readonly history: HistoryMode;
}

/** Options of {@link redirectSignal}. */
export interface RedirectOptions {
  /** Default `replace`: the page that redirects is not one to come back to. */
  readonly history?: HistoryMode | undefined;
}

/**
 * Makes a redirect to throw from code that cannot navigate itself. It is an `Error`: logged by
 * mistake, it shows where it came from. The address is checked where the redirect is applied.
 */
export function redirectSignal(to: string, { history = 'replace' }: RedirectOptions = {}): Error {
  const error = new Error(`Redirect to ${to}`);
  error.name = 'RedirectSignal';
  return Object.assign(error, { [REDIRECT]: Object.freeze({ to, history }) });
}

function readRequest(value: unknown): RedirectRequest | undefined {
  const request = readProperty(value, REDIRECT);
  const to = readProperty(request, 'to');
  const history = readProperty(request, 'history');
  if (typeof to !== 'string') return undefined;
  return history === 'push' || history === 'replace' ? { to, history } : undefined;
}

/** The redirect in a thrown value or in the first five of its causes; `undefined` if there is none. */
export function findRedirect(thrown: unknown): RedirectRequest | undefined {
  return causesOf(thrown).map(readRequest).find(Boolean);
}
