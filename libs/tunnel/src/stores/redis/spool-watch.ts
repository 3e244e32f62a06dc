import { setIdleTimeout, type Clock } from '../../clock/clock.ts';
import { ignoreFailure } from '../../ignore-failure.ts';
import type { SpoolDepth } from '../stores.ts';
import type { SpoolDepths } from './spool-depths.ts';
import type { SpoolNames } from './spool-names.ts';

/** The time between two looks at what others have stored, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** So many DSNs are looked at each time: what one process asks of Redis does not grow with their number. */
export const LOOKS_AT_ONCE = 256;

/** What {@link createSpoolWatch} looks at. */
export interface SpoolWatchOptions {
  readonly clock: Clock;
  readonly depths: SpoolDepths;
  readonly names: SpoolNames;
  readonly measure: (dsn: string) => Promise<unknown>;
  readonly renewLeases: () => Promise<unknown>;
  /** Fails if Redis may evict what it is given. */
  readonly check: () => Promise<unknown>;
  /** Called with each DSN that has envelopes, after each look. */
  readonly onStored: (dsn: string) => void;
  /** Called with what Redis has lost. */
  readonly onLoss: (lost: SpoolDepth) => void;
  /** Must not throw. */
  readonly onError: (error: unknown) => unknown;
}

/** Looks again and again at what all processes have stored. */
export interface SpoolWatch {
  /** Looks at everything once. */
  readonly lookAtAll: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** Creates a {@link SpoolWatch}. */
export function createSpoolWatch(options: SpoolWatchOptions): SpoolWatch {
  const { clock, depths, names, measure, renewLeases, check, onStored, onLoss, onError } = options;
  /** The names to look at before they are listed again. */
  let waiting: string[] = [];
  let listed: readonly string[] = [];
  let timer: unknown;
  let looking: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  /** What was stored at the end of the last look. */
  let last = { dsns: depths.pendingDsns(), total: depths.total() };

  /** Redis does not know the names of logs that have, or just had, something: they are gone, or at least looked at. */
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
    // Leases do not depend on what a look finds.
    await Promise.all([renewLeases().catch(onError), look().catch(onError)]);
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
