import type { StoredOutcome } from './outcome-detail.ts';
import type { Outcome } from './outcomes.ts';

/** The reason why ingest rejects an envelope, grouped by remedy. */
export type RejectionKind =
  | 'invalid'
  | 'key'
  | 'access'
  | 'project'
  | 'size'
  | 'coding'
  | 'error'
  | 'loop'
  | 'answer'
  | 'stored'
  | 'other';

/** The rejection of an envelope by ingest. A rate limit is not a rejection. */
export interface Rejection {
  readonly kind: RejectionKind;
  /** The status of its answer; `undefined` if it is not known. */
  readonly status: number | undefined;
  /** Whether the spool has the envelope. */
  readonly isKept: boolean;
  /** The reason, as ingest worded it. */
  readonly said?: string | undefined;
}

/** A line for the operator of a tunnel. */
export interface RejectionLine {
  /** `accepted`: ingest accepts envelopes of a project again after it had rejected all of them. */
  readonly kind: RejectionKind | 'accepted';
  readonly project: string;
  readonly status: number | undefined;
  /** The reason, as ingest worded it: one line of at most 200 characters. */
  readonly said?: string | undefined;
  /** The envelopes since the last line of this kind. */
  readonly count: number;
  readonly message: string;
}

/** The rejections of a process. Its size depends on the configured projects and the kinds. */
export type RejectionState = Map<string, Map<RejectionKind, Recurrence>>;

/** The rejections of one kind of a project. */
interface Recurrence {
  loggedAt: number;
  lastAt: number;
  /** Rejections since the last line. */
  unlogged: number;
  /** Rejections since ingest last accepted envelopes. */
  total: number;
  /** Whether a line has reported it, and none has reported its end. */
  isTold: boolean;
}

/** The shortest time between two lines of one kind and project, in milliseconds. */
const PERIOD_MS = 3_600_000;

/**
 * Ingest counts as accepting again if it has not rejected for this time: some sites of a project may be allowed, and
 * others not.
 */
const QUIET_MS = 5_000;

/** Rejections that say nothing about the other envelopes of the project. */
const OF_ONE_ENVELOPE: ReadonlySet<RejectionKind> = new Set(['invalid', 'size', 'coding', 'stored']);

const BY_STATUS: Readonly<Record<number, RejectionKind>> = {
  400: 'invalid',
  401: 'key',
  403: 'access',
  404: 'project',
  413: 'size',
  415: 'coding',
  508: 'loop',
};

const TOO_MANY_REQUESTS = 429;

/** The meaning of a status of ingest: it accepts the envelope, or rejects it; `undefined` if it limits it. */
export function saidBy(status: number, said?: string): Rejection | 'taken' | undefined {
  if (status < 300) return 'taken';
  if (status === TOO_MANY_REQUESTS) return undefined;
  const kind = BY_STATUS[status] ?? (status >= 500 ? 'error' : status < 400 ? 'answer' : 'other');
  return { kind, status, isKept: false, said };
}

/** The reaction of ingest to an envelope; `undefined` if it neither accepts nor rejects it. */
export function saidOf(outcome: Outcome | StoredOutcome): Rejection | 'taken' | undefined {
  switch (outcome.kind) {
    case 'forwarded':
      return saidBy(outcome.status, outcome.said);
    case 'redelivered':
      return 'taken';
    case 'spooled':
      return outcome.cause === 'unavailable' ? { kind: 'error', status: undefined, isKept: true } : undefined;
    case 'invalid-answer':
      return { kind: 'answer', status: undefined, isKept: false };
    case 'given-up':
      return outcome.cause === 'refused'
        ? { kind: 'stored', status: outcome.status, isKept: false }
        : undefined;
    default:
      return undefined;
  }
}

/** Advice about a rejection. `dsns` is the name of the setting that has the DSNs. */
export function adviceOn(kind: RejectionKind, dsns: string): string {
  return ADVICE[kind](dsns);
}

const ADVICE: Readonly<Record<RejectionKind, (dsns: string) => string>> = {
  invalid: () =>
    'it finds the envelope invalid. The operations page lists SDK and item types of the last ones.',
  key: (dsns) => `it does not know the key of the DSN. Check ${dsns}.`,
  access: (dsns) =>
    `it does not know the key or the project, or does not allow the site. Check ${dsns}, and the allowed domains of the project.`,
  project: (dsns) => `it has no such project, or is no ingest of Sentry. Check host and project of ${dsns}.`,
  size: () =>
    'the envelope is too large for it, or for a proxy before it. Raise that limit, or send smaller attachments.',
  coding: () => 'it does not read their type or content coding. Check ingest, and proxies before it.',
  error: () => 'it has an error of its own. Look at its log.',
  loop: (dsns) => `it is a tunnel, this one perhaps. Put the DSN that Sentry shows into ${dsns}.`,
  answer: (dsns) =>
    `it redirects, or something answers in its place. Check scheme and host of ${dsns}, and proxies before ingest.`,
  stored: () =>
    'they were answered 200 while it was unavailable. Its answers to new envelopes may say why; check key and project.',
  other: (dsns) =>
    `no ingest of Sentry answers so. Check host and project of ${dsns}, and proxies before ingest.`,
};

/**
 * Records the reaction of ingest to an envelope of a project. The first rejection of a kind produces a line, and later
 * ones at most one an hour with their number. The first envelope that is accepted after all were rejected produces a
 * line, too.
 * @param nowMs milliseconds of a clock that is never set
 * @param dsns the name of the setting that has the DSNs
 */
export function noteSaid(
  state: RejectionState,
  said: Rejection | 'taken',
  project: string,
  { nowMs, dsns }: { nowMs: number; dsns: string },
): RejectionLine | undefined {
  if (said === 'taken') return noteTaken(state.get(project), project, nowMs);
  const { kind, status, isKept, said: words } = said;
  const ofProject = state.get(project) ?? new Map<RejectionKind, Recurrence>();
  state.set(project, ofProject);
  const before = ofProject.get(kind);
  const total = (before?.total ?? 0) + 1;
  const count = (before?.unlogged ?? 0) + 1;
  if (before !== undefined && nowMs - before.loggedAt < PERIOD_MS) {
    Object.assign(before, { lastAt: nowMs, unlogged: count, total });
    return undefined;
  }
  ofProject.set(kind, { loggedAt: nowMs, lastAt: nowMs, unlogged: 0, total, isTold: true });
  const rejects = status === undefined && kind === 'stored';
  const answers = rejects ? 'rejects' : `answers ${status ?? NO_STATUS[kind] ?? 'so'} to`;
  const what = kind === 'stored' ? 'stored envelopes of ' : '';
  const fate = isKept ? 'What it gets meanwhile is stored, and sent again.' : 'What it rejects is lost.';
  const sum = total > 1 ? ` ${total} so far.` : '';
  const message = `ingest ${answers} ${what}project ${project}: ${adviceOn(kind, dsns)} ${fate}${sum}`;
  return { kind, project, status, said: words, count, message };
}

const NO_STATUS: Partial<Record<RejectionKind, string>> = {
  error: '5xx',
  answer: 'what cannot be passed on',
};

function noteTaken(
  ofProject: Map<RejectionKind, Recurrence> | undefined,
  project: string,
  nowMs: number,
): RejectionLine | undefined {
  if (ofProject === undefined) return undefined;
  const told = [...ofProject].filter(([kind, { isTold }]) => isTold && !OF_ONE_ENVELOPE.has(kind));
  if (told.length === 0 || told.some(([, { lastAt }]) => nowMs - lastAt < QUIET_MS)) return undefined;
  let count = 0;
  for (const [, recurrence] of told) {
    count += recurrence.total;
    Object.assign(recurrence, { unlogged: 0, total: 0, isTold: false });
  }
  const message = `ingest takes envelopes of project ${project} again. It had rejected ${count}.`;
  return { kind: 'accepted', project, status: undefined, count, message };
}
