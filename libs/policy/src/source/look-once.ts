import { judgeLook, type Outcome } from './judge-look.ts';
import { RefusedError, type Look } from './policy-source.ts';
import { problemLine } from './problem-line.ts';
import type { WatchContext } from './watch-context.ts';

/** The time a source may take to answer, in milliseconds. */
export const ANSWER_MS = 5_000;

/** Reads the source once and judges its text. Never rejects. */
export async function lookOnce<T>(context: WatchContext<T>): Promise<Outcome<T>> {
  try {
    return await judgeLook(context, await answerInTime(context));
  } catch (error) {
    const problem = problemLine(error);
    return error instanceof RefusedError
      ? { kind: 'refused', problem, key: problem }
      : { kind: 'away', problem };
  }
}

/**
 * The source's answer. While an earlier one is owed, the source is not asked again, so that questions do not pile up;
 * an answer that comes late is not used.
 * @throws if there is none in time, or the watch is closed
 */
function answerInTime<T>(context: WatchContext<T>): Promise<Look> {
  const { source, verify, clock, closing, mark } = context;
  if (context.isLooking) return Promise.reject(new Error('the source still owes an earlier answer'));
  context.isLooking = true;
  const asking = new AbortController();
  return new Promise<Look>((resolve, reject) => {
    const stopWaiting = (): void => {
      clock.clearTimeout(timer);
      closing.removeEventListener('abort', giveUp);
      // Ends what is left of an answer, also of one that is not read to its end.
      asking.abort();
    };
    const giveUp = (): void => {
      reject(new Error(closing.aborted ? 'the watch is closed' : `no answer within ${ANSWER_MS} ms`));
      stopWaiting();
    };
    const timer = clock.setTimeout(giveUp, ANSWER_MS);
    closing.addEventListener('abort', giveUp);
    void source
      .look({ signal: asking.signal, mark, isSigned: verify !== undefined })
      .then(resolve, reject)
      .finally(() => {
        context.isLooking = false;
        stopWaiting();
      });
  });
}
