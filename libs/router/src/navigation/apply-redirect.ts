import type { NavigationResult, Navigator } from './navigator.ts';
import { findRedirect } from '../redirects/redirect-signal.ts';

/** What became of a thrown value: a navigation's result, or `not-a-redirect`, in which case the caller throws it on. */
export type AppliedRedirect = NavigationResult | { readonly outcome: 'not-a-redirect' };

/** Follows a thrown redirect with the navigator, in the history mode the signal asks for. */
export function applyRedirect(thrown: unknown, navigator: Pick<Navigator, 'redirect'>): AppliedRedirect {
  const request = findRedirect(thrown);
  return request ? navigator.redirect(request.to, request) : { outcome: 'not-a-redirect' };
}
