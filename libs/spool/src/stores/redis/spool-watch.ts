import { ignoreFailure, setIdleTimeout, type Clock } from '@adit/envelope';
import type { SpoolDepth } from '../stores.ts';
import type { SpoolDepths } from './spool-depths.ts';
import type { SpoolNames } from './spool-names.ts';

/** The time between two checks of what others have stored, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** The number of DSNs checked each time, so that the load on Redis does not grow with their number. */
export const LOOKS_AT_ONCE = 256;

/** Options of {@link createSpoolWatch}. */
export interface SpoolWatchOptions {
  readonly clock: Clock;
  readonly depths: SpoolDepths;
  readonly names: SpoolNames;
  readonly measure: (dsn: string) => Promise<unknown>;
  readonly renewLeases: () => Promise<unknown>;
  /** Fails if Redis may evict stored data. */
  readonly check: () => Promise<unknown>;
  /** Fails if replicas of Redis lack what was written. */
  readonly confirm: () => Promise<unknown>;
  /** Called after each check, with each DSN that has envelopes. */
  readonly onStored: (dsn: string) => void;
  /** Called with the number of envelopes and bytes that Redis has lost. */
  readonly onLoss: (lost: SpoolDepth) => void;
  /** Must not throw. */
  readonly onError: (error: unknown) => unknown;
}

/** Checks regularly what all processes have stored. */
export interface SpoolWatch {
  /** Checks all DSNs once. */
  readonly lookAtAll: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** Creates a {@link SpoolWatch}. */
export function createSpoolWatch(options: SpoolWatchOptions): SpoolWatch {
  const { clock, depths, names, measure, renewLeases, check, confirm, onStored, onLoss, onError } = options;
  /** The names to check before they are listed again. */
  let waiting: string[] = [];
  let listed: readonly string[] = [];
  let timer: unknown;
  let looking: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  /** The DSNs and the depth at the end of the last check. */
  let last = { dsns: depths.pendingDsns(), total: depths.total() };

  /**
   * Redis no longer has the names of logs that hold, or recently held, envelopes. Measures them again to find out what
   * is lost.
   */
  const lookForLoss = async (dsns: readonly string[]): Promise<void> => {
    const before = depths.total();
    for (let from = 0; from < dsns.length; from += LOOKS_AT_ONCE) {
      await Promise.all(dsns.slice(from, from + LOOKS_AT_ONCE).map(measure));
    }
    const { envelopes, bytes } = depths.total();
    const lost = {
      envelopes: Math.max(0, Math.max(before.envelopes, last.total.envelopes) - envelopes),
      bytes: Math.max(0, Math.max(before.bytes, last.total.bytes) - bytes),
    };
    if (lost.envelopes > 0) await ignoreFailure(() => onLoss(lost));
  };
  const look = async (): Promise<void> => {
    await check();
    if (waiting.length === 0) {
      const pending = new Set([...depths.pendingDsns(), ...last.dsns]);
      if ((await names.tellAgain([...pending])) > 0) await lookForLoss([...pending]);
      listed = await names.list(listed.filter((dsn) => !pending.has(dsn)));
      waiting = [...new Set([...listed, ...pending])];
    }
    const since = clock.monotonicNow() - LOOK_EVERY_MS / 2;
    const isStale = (dsn: string): boolean => depths.notedAt(dsn) < since;
    await Promise.all(waiting.splice(0, LOOKS_AT_ONCE).filter(isStale).map(measure));
    last = { dsns: depths.pendingDsns(), total: depths.total() };
  };
  const lookLater = (): void => {
    if (isStopped) return;
    timer = setIdleTimeout(
      clock,
      () => {
        looking = lookAndRenew();
        void looking.then(lookLater);
      },
      LOOK_EVERY_MS,
    );
  };
  const lookAndRenew = async (): Promise<void> => {
    // Leases do not depend on the result of the checks.
    await Promise.all([renewLeases, look, confirm].map((step) => step().catch(onError)));
    if (isStopped) return;
    for (const dsn of depths.pendingDsns()) await ignoreFailure(() => onStored(dsn));
  };

  return {
    lookAtAll: async () => {
      do await look();
      while (waiting.length > 0);
    },
    start: lookLater,
    stop: async () => {
      isStopped = true;
      clock.clearTimeout(timer);
      await looking;
    },
  };
}
