import type { PageClock } from '../platform.ts';

/** The result of work with a time limit. */
export type TimedOutcome<Value> =
  { readonly outcome: 'done'; readonly value: Value } | { readonly outcome: 'failed' | 'timed-out' };

/** Work under way. */
export interface TimedWork<Value> {
  /** Never rejects. */
  readonly settled: Promise<TimedOutcome<Value>>;
  /** Ends it as failed. */
  readonly abort: () => void;
}

/** Runs `work` for at most `timeoutMs`; its signal is aborted then. Work that ignores its signal delays no caller. */
export function doWithin<Value>(
  clock: PageClock,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): TimedWork<Value> {
  const controller = new AbortController();
  const settled = new Promise<TimedOutcome<Value>>((resolve) => {
    const end = (outcome: TimedOutcome<Value>): void => {
      clock.clearTimeout(timer);
      resolve(outcome);
    };
    const timer = clock.setTimeout(() => {
      end({ outcome: 'timed-out' });
      controller.abort();
    }, timeoutMs);
    controller.signal.addEventListener('abort', () => end({ outcome: 'failed' }));
    void (async () => work(controller.signal))().then(
      (value) => end({ outcome: 'done', value }),
      () => end({ outcome: 'failed' }),
    );
  });
  return { settled, abort: () => controller.abort() };
}
