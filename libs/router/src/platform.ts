/** A handle of {@link PageClock.setTimeout}; opaque, because browsers answer numbers and Node answers objects. */
export type TimerHandle = unknown;

/** Time, passed in so that a test or another runtime can supply its own. */
export interface PageClock {
  /** Milliseconds on a scale that only moves forward while the page lives. */
  now(): number;
  /** Calls `callback` once, after at least `delayMs` milliseconds. */
  setTimeout(callback: () => void, delayMs: number): TimerHandle;
  /** Stops a timer; a timer that has fired is ignored. */
  clearTimeout(handle: TimerHandle): void;
}

/** The host's `fetch`, bound or not. The core never uses the global one. */
export type FetchLike = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** The part of `window.location` that full page loads need, and the name of the tab, which survives the document. */
export interface LocationLike {
  /** The absolute address of the current document. */
  readonly href: string;
  /** Loads `href` and adds a history entry. */
  assign(href: string): void;
  /** Loads `href` and replaces the current history entry. */
  replace(href: string): void;
  /** Loads the current document again, which assigning its own address with a fragment does not. */
  reload(): void;
  /**
   * Stops a full page load, and with it the requests and images of the current page. Default: it cannot be stopped, and may
   * replace the page of a newer navigation.
   */
  stop?(): void;
  /**
   * Identifies the current history entry; changes after each `pushState` and `replaceState`. Default unknown: a commit
   * of the page that a navigation started on does not end the navigation.
   */
  readonly entry?: string | undefined;
  /** The name of the tab, `window.name`. It stays from document to document, even if storage does not work. Default none. */
  name?: string;
  /** Whether the current document is a reload, from its navigation timing. Default unknown. */
  readonly isReloaded?: boolean | undefined;
}

/** The part of `sessionStorage` the reload breaker needs. */
export interface StorageLike {
  /** The stored text, or `null`. */
  getItem(key: string): string | null;
  /** Stores text; may throw when storage is full or blocked. */
  setItem(key: string, value: string): void;
  /** Removes a key. */
  removeItem(key: string): void;
}

/** Everything the core needs from its host. */
export interface Platform {
  /** Time and timers. */
  readonly clock: PageClock;
  /** The host's `fetch`. */
  readonly fetch: FetchLike;
  /** The current document's address and the ways to leave it. */
  readonly location: LocationLike;
  /** Tab-lifetime storage. A function, because reading `window.sessionStorage` itself may throw (blocked cookies, opaque origin). */
  readonly storage: () => StorageLike | null | undefined;
  /** `false` only if the host knows that it has no network. */
  readonly isOnline: () => boolean;
}
