/** The kinds of errors that `window` reports. */
export type WindowKind = `auto.browser.global_handlers.on${'error' | 'unhandledrejection'}`;
/** The kinds of errors that callbacks throw: `auto.browser.browserapierrors.setTimeout`. */
export type CallbackKind = `auto.browser.browserapierrors.${string}`;

/** An event of the window, or a call of its handler by the page. */
export interface WindowFault {
  readonly error?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly filename?: string;
  readonly lineno?: number;
  readonly colno?: number;
  /** The arguments, if the page itself called `window.onerror` or `window.onunhandledrejection`. */
  readonly args?: readonly unknown[];
}

/**
 * The context of an error that an application reports. The fields are those of a Sentry event
 * (https://develop.sentry.dev/sdk/data-model/event-payloads/).
 */
export interface ErrorContext {
  /** Searchable values, such as `{ screen: 'checkout' }`. Sentry accepts keys of up to 200 characters. */
  readonly tags?: Readonly<Record<string, string | number | boolean | bigint | symbol | null | undefined>>;
  /**
   * Additional data. Like `contexts` and `user`, it is not sent if the visitor leaves before the SDK has started,
   * because only the SDK's rules remove secrets.
   */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Additional data in named groups. */
  readonly contexts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The user concerned, if it is not the user of the page's scope. */
  readonly user?: Readonly<Record<string, unknown>>;
  /** Default `error`. */
  readonly level?: 'fatal' | 'error' | 'warning' | 'log' | 'info' | 'debug';
  /** Groups events into one issue. Default: Sentry groups by the stack. */
  readonly fingerprint?: readonly string[];
  /**
   * The component stack that React passes to an error boundary: `onError={captureError}` passes it on. Only in the
   * browser.
   */
  readonly componentStack?: string | null | undefined;
}

/** The data of each kind. The kinds of errors are the types of the SDK's mechanisms. */
export type EarlyData = Record<WindowKind, WindowFault> &
  /** An error that a callback threw, with the callback's name and arguments. */
  Record<CallbackKind, { error: unknown; handler: string; args: readonly unknown[] }> & {
    /** An error passed to `captureError`, with its context. `place` is an error created there, for its stack. */
    generic: { error: unknown; place: Error; context?: ErrorContext | undefined };
    /** The arguments of `console.error`. */
    console: readonly unknown[];
    /** A click. */
    click: Event;
    /** A navigation that the router started. */
    navigation: { href: string; type: string };
  };

/** Something that happened before the SDK started. */
export type EarlyItem = {
  [Kind in keyof EarlyData]: {
    readonly kind: Kind;
    readonly data: EarlyData[Kind];
    /** Whether it is an error that loads the SDK. */
    readonly isError: boolean;
    /** Fields of its event, the same with and without the SDK. */
    readonly event: {
      /** 32 random hexadecimal digits. */
      readonly event_id: string;
      /** When it happened, in seconds since the epoch. */
      readonly timestamp: number;
      /** The page's address at that time. */
      readonly request: { readonly url: string };
    };
    /** Aborted once the event is sent or dropped. This cancels the browser's deferred request. */
    readonly settled: AbortController;
  };
}[keyof EarlyData];

/** Records an item. `isError`: whether it loads the SDK. Default `false`. */
export type EarlyRecorder = <Kind extends keyof EarlyData>(
  kind: Kind,
  data: EarlyData[Kind],
  isError?: boolean,
) => void;
