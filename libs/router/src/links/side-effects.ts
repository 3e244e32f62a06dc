/**
 * Whether fetching `url` may have side effects. It decides by the text alone. For addresses that it misses, use your
 * own `ignore`, or mark the link `data-prefetch="off"`. It matches:
 * - `logout`, `log-off`, `sign_out`, `signoff` …: ends the session;
 * - `unsubscribe`: cancels a subscription;
 * - `…to-cart`, `…to_cart`: fills a basket (`?add-to-cart=7` of WooCommerce);
 * - a query field whose name ends in `token`, `code`, `otp` or `action`: a link that works once, or a command.
 */
export const looksLikeSideEffect = (url: string): boolean =>
  /(log|sign)[-_]?o(ut|ff)|unsubscribe|to[-_]cart|[?&][^=]*(token|code|otp|action)=/i.test(url);
