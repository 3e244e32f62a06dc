import { backOffMs, LONGEST_PAUSE_MS } from './back-off.ts';

/** A destination that cannot be reached. Times are in milliseconds of the monotonic clock. */
interface Outage {
  /** The number of failures in a row. Attempts made together count as one. */
  failures: number;
  failedAt: number;
  /** The attempt under way, and the lane that makes it. */
  probe: { readonly by: string; readonly isOver: Promise<void>; readonly end: () => void } | undefined;
  lastProbeBy: string | undefined;
  /** Whether a new envelope was let through during this pause. */
  wasTriedByNew: boolean;
}

/** A delivery that failed. */
export interface Failure {
  /** Identifies the envelope: the same object each time it fails. */
  readonly who: object;
  /** Whether the connection failed. One such failure is an outage. */
  readonly isConnection: boolean;
  /** The lane of the envelope; absent for a new one. */
  readonly lane?: string;
}

/** Whether a lane may deliver to a destination. */
export type Admission =
  | { readonly kind: 'go' }
  | { readonly kind: 'probe' }
  | { readonly kind: 'pause'; readonly delayMs: number }
  /** Another lane is trying. */
  | { readonly kind: 'await'; readonly isOver: Promise<void> };

/**
 * The destinations that cannot be reached, and the lane that may try next. An outage begins if a connection fails, or if
 * two different envelopes fail and none is accepted in between. A single envelope may be the cause of its failure.
 */
export interface Outages {
  /** Whether no destination has failed since the last success. */
  readonly isQuiet: () => boolean;
  /** Whether there is an outage and a way to end it: a lane that tries, or the end of the pause. */
  readonly isOut: (destination: string, nowMs: number, triers: number) => boolean;
  /**
   * Whether a new envelope may be sent: always outside an outage, and once in the second half of each pause, because the
   * stored envelopes may fail for a reason of their own.
   */
  readonly letsNewTry: (destination: string, nowMs: number, triers: number) => boolean;
  /** How often the destination failed in a row since the outage was declared. */
  readonly failuresOf: (destination: string) => number;
  /** The only envelope that has failed since the last success. */
  readonly suspectOf: (destination: string) => object | undefined;
  /** Whether the last attempt was made by `lane`. */
  readonly wasTriedBy: (destination: string, lane: string) => boolean;
  /** `go` and `probe` allow deliveries. After `probe`, call `reach` if one succeeds, else `endProbe`. */
  readonly admit: (destination: string, lane: string, nowMs: number) => Admission;
  /**
   * Notes that a delivery failed.
   * @returns whether there is an outage
   */
  readonly fail: (destination: string, failure: Failure, nowMs: number) => boolean;
  /** Ends the pauses: each destination may be tried at once. */
  readonly hurry: () => void;
  readonly endProbe: (destination: string, lane: string, nowMs: number) => void;
  /**
   * Notes that ingest accepted an envelope.
   * @returns whether there was an outage
   */
  readonly reach: (destination: string) => boolean;
}

const GO: Admission = { kind: 'go' };
const PROBE: Admission = { kind: 'probe' };

/** Creates {@link Outages}, none at first. During an outage one lane at a time tries the destination. */
export function createOutages(): Outages {
  const outages = new Map<string, Outage>();
  const suspects = new Map<string, object>();

  const remainingMs = ({ failures, failedAt }: Outage, nowMs: number): number =>
    Math.max(0, failedAt + backOffMs(failures) - nowMs);
  const isOut = (destination: string, nowMs: number, triers: number): boolean => {
    const outage = outages.get(destination);
    return outage !== undefined && (triers > 0 || remainingMs(outage, nowMs) > 0);
  };

  return {
    isQuiet: () => outages.size === 0 && suspects.size === 0,
    isOut,
    letsNewTry: (destination, nowMs, triers) => {
      if (!isOut(destination, nowMs, triers)) return true;
      const outage = outages.get(destination);
      // In the first pause no stored envelope has been tried again yet.
      if (outage === undefined || outage.failures < 2 || outage.wasTriedByNew) return false;
      if (remainingMs(outage, nowMs) > backOffMs(outage.failures) / 2) return false;
      outage.wasTriedByNew = true;
      return true;
    },
    failuresOf: (destination) => outages.get(destination)?.failures ?? 0,
    suspectOf: (destination) => suspects.get(destination),
    wasTriedBy: (destination, lane) => outages.get(destination)?.lastProbeBy === lane,
    admit: (destination, lane, nowMs) => {
      const outage = outages.get(destination);
      if (outage === undefined) return GO;
      if (outage.probe !== undefined) return { kind: 'await', isOver: outage.probe.isOver };
      const delayMs = remainingMs(outage, nowMs);
      if (delayMs > 0) return { kind: 'pause', delayMs: Math.min(delayMs, LONGEST_PAUSE_MS) };
      let end!: () => void;
      const isOver = new Promise<void>((resolve) => (end = resolve));
      outage.probe = { by: lane, isOver, end };
      return PROBE;
    },
    fail: (destination, { who, isConnection, lane }, nowMs) => {
      if (outages.has(destination)) return true;
      const suspect = suspects.get(destination);
      if (!isConnection && (suspect === undefined || suspect === who)) {
        suspects.set(destination, who);
        return false;
      }
      suspects.delete(destination);
      outages.set(destination, {
        failures: 1,
        failedAt: nowMs,
        probe: undefined,
        lastProbeBy: lane,
        wasTriedByNew: false,
      });
      return true;
    },
    hurry: () => {
      for (const outage of outages.values()) outage.failedAt = -Infinity;
    },
    endProbe: (destination, lane, nowMs) => {
      const outage = outages.get(destination);
      if (outage?.probe?.by !== lane) return;
      outage.failures += 1;
      outage.failedAt = nowMs;
      outage.lastProbeBy = lane;
      outage.wasTriedByNew = false;
      outage.probe.end();
      outage.probe = undefined;
    },
    reach: (destination) => {
      suspects.delete(destination);
      const outage = outages.get(destination);
      outages.delete(destination);
      outage?.probe?.end();
      return outage !== undefined;
    },
  };
}
