import { backOffMs, LONGEST_PAUSE_MS } from './back-off.ts';

/** What is known of a destination that cannot be reached. */
interface Outage {
  failures: number;
  /** When the last attempt failed, in milliseconds of the monotonic clock, as all times here. */
  failedAt: number;
  /** The attempt under way, and who makes it. */
  probe: { readonly by: string; readonly isOver: Promise<void>; readonly end: () => void } | undefined;
  lastProbeBy: string | undefined;
}

/** What a delivery to a destination has to do first. */
export type Admission =
  | { readonly kind: 'go' }
  | { readonly kind: 'probe' }
  | { readonly kind: 'pause'; readonly delayMs: number }
  /** Another one is trying. */
  | { readonly kind: 'await'; readonly isOver: Promise<void> };

/** Which destinations cannot be reached, and who may try next. */
export interface Outages {
  /** Whether there is an outage and somebody to end it: one of `triers`, or the end of the pause. */
  readonly isOut: (destination: string, nowMs: number, triers: number) => boolean;
  /** Whether the last attempt was made by `dsn`. */
  readonly wasTriedBy: (destination: string, dsn: string) => boolean;
  /** After `go` and `probe` the delivery is made, and its end told by `settle`. */
  readonly admit: (destination: string, dsn: string, nowMs: number) => Admission;
  /** A delivery of `dsn` has ended. */
  readonly settle: (destination: string, dsn: string, isReached: boolean, nowMs: number) => void;
  /** An attempt made elsewhere failed; it counts unless the outage is known. */
  readonly note: (destination: string, nowMs: number) => void;
}

const GO: Admission = { kind: 'go' };
const PROBE: Admission = { kind: 'probe' };

/** Creates {@link Outages}, none at first. During an outage one delivery at a time tries the destination. */
export function createOutages(): Outages {
  const outages = new Map<string, Outage>();

  const remainingMs = ({ failures, failedAt }: Outage, nowMs: number): number =>
    Math.max(0, failedAt + backOffMs(failures) - nowMs);

  return {
    isOut: (destination, nowMs, triers) => {
      const outage = outages.get(destination);
      return outage !== undefined && (triers > 0 || remainingMs(outage, nowMs) > 0);
    },
    wasTriedBy: (destination, dsn) => outages.get(destination)?.lastProbeBy === dsn,
    admit: (destination, dsn, nowMs) => {
      const outage = outages.get(destination);
      if (outage === undefined) return GO;
      if (outage.probe !== undefined) return { kind: 'await', isOver: outage.probe.isOver };
      const delayMs = remainingMs(outage, nowMs);
      if (delayMs > 0) return { kind: 'pause', delayMs: Math.min(delayMs, LONGEST_PAUSE_MS) };
      let end!: () => void;
      const isOver = new Promise<void>((resolve) => (end = resolve));
      outage.probe = { by: dsn, isOver, end };
      return PROBE;
    },
    settle: (destination, dsn, isReached, nowMs) => {
      const outage = outages.get(destination);
      if (isReached) {
        outages.delete(destination);
        outage?.probe?.end();
        return;
      }
      if (outage === undefined) {
        outages.set(destination, { failures: 1, failedAt: nowMs, probe: undefined, lastProbeBy: dsn });
      } else if (outage.probe?.by === dsn) {
        outage.failures += 1;
        outage.failedAt = nowMs;
        outage.lastProbeBy = dsn;
        outage.probe.end();
        outage.probe = undefined;
      }
    },
    note: (destination, nowMs) => {
      if (outages.has(destination)) return;
      outages.set(destination, { failures: 1, failedAt: nowMs, probe: undefined, lastProbeBy: undefined });
    },
  };
}
