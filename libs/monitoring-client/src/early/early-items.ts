/** What happened before the SDK was there, by kind. */
export interface EarlyData {
  /** An uncaught error; its event. */
  error: Pick<ErrorEvent, 'message' | 'filename' | 'lineno' | 'colno'> & { readonly error: unknown };
  /** An unhandled rejection; its event. */
  unhandledrejection: { readonly reason?: unknown };
  /** What was written with `console.error`. */
  console: readonly unknown[];
  /** An error the page hands in, or one a callback threw: of which `api`, under which name, called with what. */
  caught: { error: unknown; api?: string; handler?: string; args?: readonly unknown[] };
  /** The router has begun to navigate. */
  navigation: { href: string; type: string };
}

/** One of them, with its circumstances. */
export type EarlyItem = {
  [Kind in keyof EarlyData]: {
    readonly kind: Kind;
    readonly data: EarlyData[Kind];
    /** Whether it is an error worth fetching the SDK for. */
    readonly isError: boolean;
    /** Of its event, whoever sends it: 32 hexadecimal digits. */
    readonly id: string;
    /** When it happened, in milliseconds since the epoch. */
    readonly at: number;
    /** The page's address then. */
    readonly href: string;
  };
}[keyof EarlyData];

/** Takes note of something. `isError` (default `false`): whether it is worth fetching the SDK for. */
export type EarlyRecorder = <Kind extends keyof EarlyData>(
  kind: Kind,
  data: EarlyData[Kind],
  isError?: boolean,
) => void;
