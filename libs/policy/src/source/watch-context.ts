import type { PolicyClock } from './clock.ts';
import type { PolicySource } from './policy-source.ts';
import type { Verifier } from './signature.ts';

/**
 * How a source is. `starting`: it has not been read yet. `ok`: its document is in force. `stale`: it cannot be reached.
 * `refused`: its document is wrong. `missing`: it has no document. In the last three the last good one stays in force.
 */
export type PolicyStatus = 'starting' | 'ok' | 'stale' | 'refused' | 'missing';

/** The state of a watch, for logs, pages and metrics. Times are in milliseconds since the epoch. */
export interface PolicyState {
  readonly status: PolicyStatus;
  /** The version of the document in force; missing if none has been good yet. */
  readonly version?: string;
  /** The time when the document in force was taken. */
  readonly inForceSince?: number;
  /** The time when this state began. */
  readonly since: number;
  /** The time when the last check ended. */
  readonly lastCheckedAt?: number;
  /** One line of at most 300 characters, in `stale`, `refused` and `missing`. */
  readonly problem?: string;
}

/** A document that is in force. */
export interface PolicyVersion {
  /** The first 12 hexadecimal digits of the SHA-256 of the text. */
  readonly version: string;
  /** The time when it was taken, in milliseconds since the epoch. */
  readonly at: number;
}

/** The last good document. */
export interface Held<T> extends PolicyVersion {
  readonly document: T;
  readonly digest: string;
}

/** The result for the text that was read last. One, whatever comes. */
export interface Judged {
  /** The digest of the text, and its signature. */
  readonly key: string;
  /** Missing if it is good. */
  readonly problem?: string;
}

/** All that a watch knows. Nothing in it grows. */
export interface WatchContext<T> {
  readonly source: PolicySource;
  readonly verify: Verifier | undefined;
  readonly read: (text: string) => T;
  readonly onChange: (document: T, about: PolicyVersion) => unknown;
  readonly tell: (state: PolicyState) => void;
  readonly clock: PolicyClock;
  /** Aborts when the watch is closed. */
  readonly closing: AbortSignal;
  held: Held<T> | undefined;
  /** The one before: in force again if `onChange` does not take the held one. */
  former: Held<T> | undefined;
  judged: Judged | undefined;
  /** The mark of the judged text, if the source gave one. */
  mark: string | undefined;
  state: PolicyState;
  /** Changes with the state: the status, and the text that is refused. */
  stateKey: string;
  /** Whether the source still owes an answer. */
  isLooking: boolean;
}

/** Enters a state, and tells of it if it is another one than before. Without effect once the watch is closed. */
export function enterState<T>(
  context: WatchContext<T>,
  status: PolicyStatus,
  problem?: string,
  key: string = status,
): void {
  const { clock, closing, held, state, stateKey } = context;
  if (closing.aborted) return;
  const now = clock.now();
  const isOther = key !== stateKey;
  context.stateKey = key;
  context.state = {
    status,
    ...(held && { version: held.version, inForceSince: held.at }),
    since: isOther ? now : state.since,
    lastCheckedAt: now,
    ...(problem !== undefined && { problem }),
  };
  if (isOther) tellState(context);
}

/** Tells of the state. An error of the listener is ignored: nobody is left to tell. */
function tellState<T>({ tell, state }: WatchContext<T>): void {
  try {
    tell(state);
  } catch {
    // See above.
  }
}
