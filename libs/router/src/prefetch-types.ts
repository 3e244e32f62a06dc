/** A whole route, or one segment of its tree. */
export type PrefetchKind = 'route' | 'segment';

/** The reason for a fetch: the visitor goes there, points at it, can see it, or might need it. */
export type PrefetchPriority = 'navigation' | 'intent' | 'viewport' | 'background';

/** The reason why a prefetch is not made. */
export type PrefetchRefusal =
  /** Prefetching is switched off. */
  | 'kill-switch'
  /** The link or the page has `data-prefetch="off"`. */
  | 'opt-out'
  /** Another origin that is not allowed. */
  | 'other-origin'
  /** Not a page: another scheme than http(s), a download, another method. */
  | 'not-a-page'
  /** The page the visitor is on. */
  | 'same-page'
  /** A crawler. */
  | 'bot'
  /** The browser knows that it has no network. */
  | 'offline'
  /** The page is not visible. */
  | 'hidden'
  /** The visitor asked to save data. */
  | 'save-data'
  /** The connection is slow: guesses would delay requests of the visitor. */
  | 'slow-network'
  /** The session has used up its requests or bytes. */
  | 'session-budget'
  /** Guesses exceed the rate of the page. */
  | 'rate'
  /** The same address again and again: a loop. */
  | 'storm'
  /** It failed recently. */
  | 'backing-off';
