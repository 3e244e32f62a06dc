import { pause } from './clock.ts';
import type { Fresh, Outcome } from './judge-look.ts';
import { lookOnce } from './look-once.ts';
import { problemLine } from './problem-line.ts';
import { enterState, type PolicyVersion, type WatchContext } from './watch-context.ts';

/** The pause before a text that is not good is read again, in milliseconds: it may be half written. */
export const SETTLE_MS = 200;

/** The most looks of one check. A text that changes from look to look is still being written. */
const MAX_LOOKS = 5;

/** The length of a version, in hexadecimal digits. */
const VERSION_LENGTH = 12;

/** Reads the source until its answer is settled, and enters the state that follows. Never rejects. */
export async function checkSource<T>(context: WatchContext<T>): Promise<void> {
  const { clock, closing } = context;
  let outcome = await lookOnce(context);
  let before = context.stateKey;
  for (let looks = 1; looks < MAX_LOOKS && !isSettled(context, outcome, before); looks += 1) {
    before = keyOf(outcome);
    await pause(clock, SETTLE_MS, closing);
    if (closing.aborted) return;
    outcome = await lookOnce(context);
  }
  if (!closing.aborted) apply(context, outcome);
}

/** Whether the outcome needs no second look: it is good, known already, or the same as at the look before. */
function isSettled<T>({ held }: WatchContext<T>, outcome: Outcome<T>, before: string): boolean {
  if (outcome.kind === 'good' || outcome.kind === 'away') return true;
  if (outcome.kind === 'missing' && held === undefined) return true;
  return keyOf(outcome) === before;
}

/** The key of the state to which an outcome leads. */
function keyOf<T>(outcome: Outcome<T>): string {
  return outcome.kind === 'refused' ? `refused ${outcome.key}` : outcome.kind;
}

function apply<T>(context: WatchContext<T>, outcome: Outcome<T>): void {
  switch (outcome.kind) {
    case 'good':
      if (outcome.fresh === undefined) enterState(context, 'ok');
      else take(context, outcome.fresh);
      break;
    case 'refused':
      enterState(context, 'refused', outcome.problem, keyOf(outcome));
      break;
    case 'missing':
      enterState(context, 'missing', 'there is no document');
      break;
    case 'away':
      enterState(context, 'stale', outcome.problem);
  }
}

/** Puts a document in force. */
function take<T>(context: WatchContext<T>, { document, digest }: Fresh<T>): void {
  const about: PolicyVersion = { version: digest.slice(0, VERSION_LENGTH), at: context.clock.now() };
  context.former = context.held;
  context.held = { document, digest, ...about };
  const giveBack = (error: unknown): void => {
    restore(context, digest, `onChange: ${problemLine(error)}`);
  };
  try {
    const result = context.onChange(document, about);
    enterState(context, 'ok');
    void Promise.resolve(result).catch(giveBack);
  } catch (error) {
    giveBack(error);
  }
}

/** Puts the former document in force again, unless a later one is. The text is refused until it changes. */
function restore<T>(context: WatchContext<T>, digest: string, problem: string): void {
  const { held, former, judged, closing } = context;
  if (closing.aborted || held?.digest !== digest) return;
  context.held = former;
  context.former = undefined;
  if (judged?.key.startsWith(digest) !== true) return;
  context.judged = { key: judged.key, problem };
  apply(context, { kind: 'refused', problem, key: judged.key });
}
