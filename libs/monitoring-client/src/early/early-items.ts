/** What the events of the window are reported as. */
export type WindowKind = `auto.browser.global_handlers.on${'error' | 'unhandledrejection'}`;
/** What errors of callbacks are reported as: `auto.browser.browserapierrors.setTimeout`. */
export type CallbackKind = `auto.browser.browserapierrors.${string}`;

/** An event of the window, or a call of its handler by the page. */
export interface WindowFault {
  readonly error?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly filename?: string;
  readonly lineno?: number;
  readonly colno?: number;
  /** What the page called `window.onerror` or `window.onunhandledrejection` with. */
  readonly args?: readonly unknown[];
}

/** What happened before the SDK was there, by kind; errors by the type of the SDK's mechanism for them. */
export type EarlyData = Record<WindowKind, WindowFault> &
  /** What a callback threw: under which name, called with what. */
  Record<CallbackKind, { error: unknown; handler: string; args: readonly unknown[] }> & {
    /** An error the page hands in. `place` is an error made by our function that was called for it. */
    generic: { error: unknown; place: Error };
    /** What was written with `console.error`. */
    console: readonly unknown[];
    /** The router has begun to navigate. */
    navigation: { href: string; type: string };
  };

/** One of them, with its circumstances. */
export type EarlyItem = {
  [Kind in keyof EarlyData]: {
    readonly kind: Kind;
    readonly data: EarlyData[Kind];
    /** Whether it is an error worth fetching the SDK for. */
    readonly isError: boolean;
    /** What its event says, whoever sends it. */
    readonly event: {
      /** 32 hexadecimal digits. */
      readonly event_id: string;
      /** When it happened, in seconds since the epoch. */
      readonly timestamp: number;
      /** The page's address then. */
      readonly request: { readonly url: string };
    };
    /** Aborted once the event has been sent or dropped: the browser need not keep its copy any longer. */
    readonly settled: AbortController;
  };
}[keyof EarlyData];

/** Takes note of something. `isError` (default `false`): whether it is worth fetching the SDK for. */
export type EarlyRecorder = <Kind extends keyof EarlyData>(
  kind: Kind,
  data: EarlyData[Kind],
  isError?: boolean,
) => void;
