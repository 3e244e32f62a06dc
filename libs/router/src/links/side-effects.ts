/**
 * Whether fetching `url` may do more than read. It judges by looks alone: name what it misses by your own `ignore`, or mark
 * the link `data-prefetch="off"`. Addresses that do something when they are fetched:
 * - `logout`, `log-off`, `sign_out`, `signoff` …: ends the session;
 * - `unsubscribe`: cancels a subscription;
 * - `…to-cart`, `…to_cart`: fills a basket (`?add-to-cart=7` of WooCommerce);
 * - a query field whose name ends in `token`, `code`, `otp` or `action`: a link that works once, or a command.
 */
export const looksLikeSideEffect = (url: string): boolean =>
  /(log|sign)[-_]?o(ut|ff)|unsubscribe|to[-_]cart|[?&][^=]*(token|code|otp|action)=/i.test(url);
