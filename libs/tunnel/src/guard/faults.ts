import { ignoreRejection } from '../thenable.ts';

/** Every {@link InjectedPart}. */
export const INJECTED_PARTS = [
  'clientAddress',
  'clock',
  'decoders',
  'limits',
  'onOutcome',
  'onStoredOutcome',
  'onSpoolError',
  'request',
  'spool',
  'throttle',
  'transport',
  'waitUntil',
] as const;

/** A part that was passed to the tunnel. */
export type InjectedPart = (typeof INJECTED_PARTS)[number];

/** A failure of a part that was passed to the tunnel. */
export interface Fault {
  readonly part: InjectedPart;
  readonly error: unknown;
}

/** Counts and reports failures of stores, decoders, callbacks and other parts that were passed to the tunnel. */
export interface Faults {
  /** Never throws. */
  readonly report: (part: InjectedPart, error: unknown) => void;
  /** Counts without reporting. */
  readonly count: (part: InjectedPart) => void;
  /** How often each part has failed; parts that never have are missing. */
  readonly counts: () => Readonly<Partial<Record<InjectedPart, number>>>;
}

/** Options of {@link createFaults}. */
export interface FaultsOptions {
  /** Default: a line on the console. */
  readonly onFault?: ((fault: Fault) => unknown) | undefined;
  /** A monotonic clock, in milliseconds. Default the runtime's. */
  readonly monotonicNow?: () => number;
}

/** The shortest time between two reports of one part, in milliseconds. */
const QUIET_MS = 60_000;

/** Creates {@link Faults}. It counts all faults and reports one a minute for each part. */
export function createFaults({
  onFault = warn,
  monotonicNow = () => performance.now(),
}: FaultsOptions = {}): Faults {
  const counts = new Map<InjectedPart, number>();
  const reportedAt = new Map<InjectedPart, number>();

  const count = (part: InjectedPart): void => {
    counts.set(part, (counts.get(part) ?? 0) + 1);
  };
  return {
    count,
    report: (part, error) => {
      count(part);
      const nowMs = monotonicNow();
      if (nowMs - (reportedAt.get(part) ?? -Infinity) < QUIET_MS) return;
      reportedAt.set(part, nowMs);
      callListener(onFault, { part, error }, () => undefined);
    },
    counts: () => Object.fromEntries(counts),
  };
}

/**
 * Calls a listener without waiting for it.
 * @param onFailure called with the error it throws or rejects with
 */
export function callListener<T>(
  listener: (news: T) => unknown,
  news: T,
  onFailure: (error: unknown) => void,
): void {
  try {
    ignoreRejection(listener(news), onFailure);
  } catch (error) {
    onFailure(error);
  }
}

function warn({ part, error }: Fault): void {
  // Without a listener a store that fails would go unnoticed: its failures change no answer.
  // eslint-disable-next-line no-console
  console.warn(`@adit/tunnel: ${part} failed (${error instanceof Error ? error.message : typeof error})`);
}
