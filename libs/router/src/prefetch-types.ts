/** A whole route, or one segment of its tree. */
export type PrefetchKind = 'route' | 'segment';

/** Why something is fetched: the visitor goes there, points at it, can see it, or might need it. */
export type PrefetchPriority = 'navigation' | 'intent' | 'viewport' | 'background';

/** Why a prefetch is not made. */
export type PrefetchRefusal =
  /** Prefetching is switched off. */
  | 'kill-switch'
  /** The link or the page has `data-prefetch="off"`. */
  | 'opt-out'
  /** Another origin, and not one that is allowed. */
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
  /** The connection is slow: guesses would delay what the visitor asked for. */
  | 'slow-network'
  /** The session has spent its requests or bytes. */
  | 'session-budget'
  /** Guesses come faster than the page may make them. */
  | 'rate'
  /** The same address again and again: a loop. */
  | 'storm'
  /** It failed a moment ago. */
  | 'backing-off';
