/** Why and how an SDK that was there would have captured it (`mechanism` of Sentry's exception interface). */
export interface EarlyMechanism {
  readonly type: string;
  readonly handled: boolean;
  readonly data?: Readonly<Record<string, string>>;
}

/** What happened before the SDK was there, by kind. The first three are what the SDK's own handlers are given. */
export interface EarlyData {
  /** An uncaught error; the arguments of `window.onerror`. */
  error: { msg: unknown; url: string; line: number; column: number; error: unknown };
  /** An unhandled rejection; the event. */
  unhandledrejection: { readonly reason?: unknown };
  /** Something written with `console.error`. */
  console: { args: readonly unknown[]; level: 'error' };
  /** An error caught on its way, by a wrapped callback or by the page, which hands it in. */
  caught: { error: unknown; mechanism?: EarlyMechanism; args?: readonly unknown[]; eventId?: string };
  /** The router has begun to navigate. */
  navigation: { href: string; type: string };
}

/** One of them, with its circumstances. */
export type EarlyItem = {
  [Kind in keyof EarlyData]: {
    readonly kind: Kind;
    readonly data: EarlyData[Kind];
    /** When it happened, in milliseconds since the epoch. */
    readonly at: number;
    /** The page's address then. */
    readonly href: string;
  };
}[keyof EarlyData];

/** Takes note of something. */
export type EarlyRecorder = <Kind extends keyof EarlyData>(kind: Kind, data: EarlyData[Kind]) => void;
