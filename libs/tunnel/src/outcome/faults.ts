import { ignoreRejection, SYSTEM_CLOCK } from '@adit/envelope';
import { NOTHING_KNOWN, type OutcomeDetail, type StoredOutcome } from './outcome-detail.ts';
import type { Outcome } from './outcomes.ts';

/** Every part that an application passes to the tunnel. */
export const INJECTED_PARTS = [
  'clientAddress',
  'decoders',
  'limits',
  'policy',
  'request',
  'spool',
  'tell',
  'throttle',
  'transport',
  'waitUntil',
] as const;

/** A part that was passed to the tunnel. */
export type InjectedPart = (typeof INJECTED_PARTS)[number];

/** Failures of a part that was passed to the tunnel. */
export interface Fault {
  readonly kind: 'fault';
  readonly part: InjectedPart;
  /** The newest one. */
  readonly error: unknown;
  /** The failures of this part since the last fact about it, this one included. */
  readonly count: number;
}

/** A fact that the tunnel reports: the end of a request or of a stored envelope, or failures of a part. */
export type Fact = Outcome | StoredOutcome | Fault;

/** Counts and reports failures of stores, decoders and other parts that were passed to the tunnel. */
export interface Faults {
  /** Never throws. */
  readonly report: (part: InjectedPart, error: unknown) => void;
  /** Reports any other fact. Never throws. */
  readonly tell: (fact: Fact, detail: OutcomeDetail) => void;
  /** Reports the failures that were only counted, because the tunnel ends. Never throws. */
  readonly flush: () => void;
}

/** Options of {@link createFaults}. */
interface FaultsOptions {
  /** The record in which failures are counted by part. Default: a new one. */
  readonly counts?: Partial<Record<InjectedPart, number>>;
  /** Default {@link warnOfFault}. */
  readonly tell?: ((fact: Fact, detail: OutcomeDetail) => unknown) | undefined;
  /** A monotonic clock, in milliseconds. Default: the runtime's. */
  readonly monotonicNow?: () => number;
}

/** The failures of a part since the last fact about it. */
interface Untold {
  readonly toldAtMs: number;
  readonly count: number;
  readonly error: unknown;
}

/** The shortest time between two facts about the failures of a part, in milliseconds. */
const QUIET_MS = 60_000;

/** Creates {@link Faults}. It counts all failures and tells of each part at most once a minute. */
export function createFaults({
  counts = {},
  tell,
  monotonicNow = SYSTEM_CLOCK.monotonicNow,
}: FaultsOptions = {}): Faults {
  const untold = new Map<InjectedPart, Untold>();

  const report = (part: InjectedPart, error: unknown): void => {
    counts[part] = (counts[part] ?? 0) + 1;
    const { toldAtMs, count } = untold.get(part) ?? { toldAtMs: -Infinity, count: 0 };
    untold.set(part, { toldAtMs, count: count + 1, error });
    if (monotonicNow() - toldAtMs >= QUIET_MS) tellOf(part);
  };
  const tellOf = (part: InjectedPart): void => {
    const { count = 0, error } = untold.get(part) ?? {};
    if (count === 0) return;
    untold.set(part, { toldAtMs: monotonicNow(), count: 0, error: undefined });
    const fault: Fault = { kind: 'fault', part, error, count };
    if (tell === undefined) warnOfFault(fault);
    else tellSafely(fault, NOTHING_KNOWN);
  };
  const tellSafely = (fact: Fact, detail: OutcomeDetail): void => {
    try {
      ignoreRejection(tell?.(fact, detail), (error) => onFailure(fact, error));
    } catch (error) {
      onFailure(fact, error);
    }
  };
  const onFailure = (fact: Fact, error: unknown): void => {
    // The callback does not take faults either: the console is left.
    if (fact.kind === 'fault') warnOfFault(fact);
    if (fact.kind !== 'fault' || fact.part !== 'tell') report('tell', error);
  };
  return { report, tell: tellSafely, flush: () => [...untold.keys()].forEach(tellOf) };
}

/**
 * Warns of a fault on the console. For a `tell` that reports faults in no other way: they change no answer, so a
 * failing store would go unnoticed.
 */
export function warnOfFault({ part, error, count }: Fault): void {
  const times = count > 1 ? ` ${count} times` : '';
  const cause = error instanceof Error ? error.message : typeof error;
  // eslint-disable-next-line no-console -- for the operator
  console.warn(`@adit/tunnel: ${part} failed${times} (${cause})`);
}
