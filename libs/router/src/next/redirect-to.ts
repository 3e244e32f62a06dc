import { redirect } from 'next/navigation.js';
import type { HistoryMode } from '../history-mode.ts';
import { PLACEHOLDER_BASE } from '../url/address.ts';
import { classifyUrl } from '../url/classify-url.ts';
import { isAmbiguous } from '../url/is-ambiguous.ts';

/** Options of {@link redirectTo}. */
export interface RedirectToOptions {
  /** Default as in Next: `push` in a server action, `replace` elsewhere. */
  readonly history?: HistoryMode | undefined;
  /** Other origins that may be redirected to, as in `https://accounts.example`. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/**
 * Next's `redirect`, with the address checked first: Next itself passes `//evil.example` and `javascript:` on
 * unchanged. For server components, server actions, route handlers and client components while they render. A redirect
 * with `history: 'push'` adds a history entry, with `replace` it replaces the current one.
 *
 * @throws RangeError if the address is neither a path of this site nor on an allowed origin; otherwise Next's redirect
 */
export function redirectTo(href: string, { history, allowedOrigins = [] }: RedirectToOptions = {}): never {
  const verdict = classifyUrl(href, PLACEHOLDER_BASE, { allowedOrigins });
  // The address is sent to the browser unchanged, and the page that resolves it is not known here.
  const refusal =
    verdict.kind === 'refused'
      ? verdict.reason
      : (verdict.kind === 'document' || isAmbiguous(href)) && 'ambiguous';
  if (refusal !== false) {
    throw new RangeError(
      `redirectTo refuses ${JSON.stringify(href)} (${refusal}); accepted: a path of this site, or an address on one of allowedOrigins`,
    );
  }
  redirect(href, history);
}
