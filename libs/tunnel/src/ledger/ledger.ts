import { GENERIC_REASON } from '@adit/envelope';
import type { GiveUpCause } from '@adit/spool';
import type { InjectedPart } from '../outcome/faults.ts';
import type { OutcomeDetail, StoredOutcome } from '../outcome/outcome-detail.ts';
import {
  LOSS_REASONS,
  lossOf,
  REFUSAL_REASONS,
  type LossReason,
  type Outcome,
  type RefusalReason,
} from '../outcome/outcomes.ts';
import { addUp, combine, emptyRecord } from './add-up.ts';
import { addDuration, type Durations } from './durations.ts';
import type { RecordedBy } from './recorded.ts';
import { OTHERS } from './releases.ts';

/** Counts by two names, such as reason and data category. */
type CountsByTwo = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Counts since a tunnel was created, as a tree of numbers. `mergeLedgers` adds up the ledgers of several processes,
 * `ledgerSince` returns the counts between two readings.
 */
export interface Ledger {
  /** Requests that ingest answered, with any status. */
  readonly forwarded: number;
  /** Requests that the tunnel refused, by reason. Every reason is listed. */
  readonly refused: Readonly<Record<RefusalReason, number>>;
  /** Requests whose client closed the connection before the envelope was complete. */
  readonly aborted: number;
  readonly unreachable: number;
  readonly timedOut: number;
  /** Answers of ingest that could not be passed on: redirects, invalid statuses, oversized bodies. */
  readonly invalidAnswers: number;
  /** Requests answered 200 whose envelope was stored. */
  readonly spooled: number;
  /** Requests answered 200 of whose envelope the rules of a policy left nothing. */
  readonly filtered: number;
  /** Stored envelopes that ingest has accepted since. */
  readonly redelivered: number;
  /** Stored envelopes that were dropped, by cause. Every cause is listed. */
  readonly givenUp: Readonly<Record<GiveUpCause, number>>;
  /** Items that the tunnel dropped and reported, by reason and data category; bytes for categories that count bytes. */
  readonly discarded: CountsByTwo;
  /** Items that SDKs dropped themselves, according to their client reports, by reason and data category. */
  readonly clientDiscarded: CountsByTwo;
  /**
   * Envelopes that the tunnel had accepted and that neither ingest nor the spool has, by reason. Every reason is
   * listed, and all should be 0. Each envelope counts once. Envelopes that a client must not send, that ingest limits
   * or answers itself, or that an operator drops are not lost.
   */
  readonly lost: Readonly<Record<LossReason, number>>;
  /** The counts of each project, by host and project such as `o450.ingest.sentry.io/4509`. */
  readonly projects: Readonly<Record<string, ProjectCounts>>;
  /**
   * Items that pages sent and what became of them, as later requests of these browsers report, by release and browser. It
   * is what pages say: the tunnel cannot check it.
   */
  readonly recorded: RecordedBy;
  /** Bytes of bodies read from clients. */
  readonly receivedBytes: number;
  /** Bytes of envelopes that ingest answered. */
  readonly forwardedBytes: number;
  /** Failures of each store, decoder and callback. Parts that never failed are missing. */
  readonly faults: Readonly<Partial<Record<InjectedPart, number>>>;
  /** Durations of the requests of clients, by method, endpoint and result, such as `POST tunnel 200`. */
  readonly requests: Readonly<Record<string, Durations>>;
  /** Durations of the requests to ingest, by project and by status or kind of failure. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Durations>>>>;
  /** Durations of the requests to ingest with stored envelopes, by project and status. */
  readonly redeliveries: Readonly<Record<string, Readonly<Record<string, Durations>>>>;
}

/** Envelopes of one project by their fate. */
export interface ProjectCounts {
  /** Ingest answered, with any status. */
  readonly forwarded: number;
  /** Refused after the DSN was read: invalid, or limited by ingest. */
  readonly refused: number;
  readonly spooled: number;
  readonly redelivered: number;
  /** As in `lost`, except for losses of a store: it does not say whose they are. */
  readonly lost: number;
}

/** A writable ledger. */
export type OpenLedger = Open<Ledger>;

type Open<T> = T extends Durations ? T : T extends object ? { -readonly [Key in keyof T]: Open<T[Key]> } : T;

/** Items that were dropped. */
interface Dropped {
  readonly reason: string;
  readonly category: string;
  readonly quantity: number;
}

/**
 * The most reasons that are counted separately. The tunnel itself has five; ingest chooses the others, and each is a
 * label of the metrics for as long as the process lives.
 */
const MAX_COUNTED_REASONS = 100;

/** The methods of HTTP. Any other counts as `_OTHER`, so that clients make no keys. */
const METHODS = new Set('CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '));

const zeros = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

/** Creates a ledger of zeros. */
export const createLedger = (): OpenLedger => ({
  forwarded: 0,
  refused: zeros(REFUSAL_REASONS),
  aborted: 0,
  unreachable: 0,
  timedOut: 0,
  invalidAnswers: 0,
  spooled: 0,
  filtered: 0,
  redelivered: 0,
  givenUp: { expired: 0, refused: 0, failing: 0, dropped: 0 },
  discarded: emptyRecord(),
  clientDiscarded: emptyRecord(),
  lost: zeros(LOSS_REASONS),
  projects: emptyRecord(),
  recorded: emptyRecord(),
  receivedBytes: 0,
  forwardedBytes: 0,
  faults: {},
  requests: emptyRecord(),
  answers: emptyRecord(),
  redeliveries: emptyRecord(),
});

const KEYS = {
  forwarded: 'forwarded',
  unreachable: 'unreachable',
  'timed-out': 'timedOut',
  'invalid-answer': 'invalidAnswers',
  aborted: 'aborted',
  spooled: 'spooled',
  filtered: 'filtered',
} as const;

/** Counts the outcome of a request. */
export function recordOutcome(ledger: OpenLedger, outcome: Outcome, detail: OutcomeDetail): void {
  const { project, method = '', endpoint, durationMs } = detail;
  const { kind } = outcome;
  const loss = lossOf(outcome);
  if (loss !== undefined) addLost(ledger, loss, project);
  else if (kind === 'forwarded' || kind === 'refused' || kind === 'spooled') addTo(ledger, project, kind);
  const result = kind === 'aborted' ? kind : outcome.status;
  addDuration(
    ledger.requests,
    `${METHODS.has(method) ? method : '_OTHER'} ${endpoint} ${result}`,
    durationMs,
  );
  if (kind === 'refused') {
    ledger.refused[outcome.reason] += 1;
    return;
  }
  ledger[KEYS[kind]] += 1;
  if (kind === 'aborted' || kind === 'spooled' || kind === 'filtered') return;
  if (kind === 'forwarded') ledger.forwardedBytes += outcome.bytes;
  const answers = (ledger.answers[project ?? ''] ??= emptyRecord());
  addDuration(answers, kind === 'forwarded' ? outcome.status : kind, outcome.durationMs);
}

/** Counts the end of a stored envelope. */
export function recordStored(
  ledger: OpenLedger,
  outcome: StoredOutcome,
  { project, durationMs }: Pick<OutcomeDetail, 'project' | 'durationMs'>,
): void {
  if (outcome.kind === 'redelivered') {
    ledger.redelivered += 1;
    addTo(ledger, project, 'redelivered');
    addDuration((ledger.redeliveries[project ?? ''] ??= emptyRecord()), outcome.status, durationMs);
    return;
  }
  const { cause } = outcome;
  ledger.givenUp[cause] += 1;
  if (cause !== 'dropped') addLost(ledger, cause, project);
}

/** Counts dropped items. */
export function recordDropped(to: OpenLedger['discarded'], dropped: readonly Dropped[]): void {
  for (const { reason: own, category, quantity } of dropped) {
    const isCounted = own in to || Object.keys(to).length < MAX_COUNTED_REASONS;
    const byCategory = (to[isCounted ? own : GENERIC_REASON] ??= emptyRecord());
    byCategory[category] = (byCategory[category] ?? 0) + quantity;
  }
}

function addLost(ledger: OpenLedger, reason: LossReason, project: string | undefined): void {
  ledger.lost[reason] += 1;
  addTo(ledger, project, 'lost');
}

function addTo({ projects }: OpenLedger, project: string | undefined, fate: keyof ProjectCounts): void {
  if (project !== undefined) (projects[project] ??= NO_PROJECT_COUNTS())[fate] += 1;
}

/** The counts of a project that has sent nothing. */
export const NO_PROJECT_COUNTS = (): Open<ProjectCounts> => ({
  forwarded: 0,
  refused: 0,
  spooled: 0,
  redelivered: 0,
  lost: 0,
});

/** The most releases of tunnels that have ended, which their clients choose. */
const MAX_ENDED_RELEASES = 20;

/**
 * Adds the counts of a tunnel that has ended to those of earlier ones. At most 20 releases of `recorded` stay, its own before theirs. Those of
 * further ones go to `other`.
 */
export function addEnded<T extends Ledger>(past: T, ended: T): T {
  const sum = addUp([past, ended]);
  const releases = new Set([ended, past].flatMap(({ recorded }) => Object.keys(recorded)));
  releases.delete(OTHERS);
  const named = new Set([...releases].slice(0, MAX_ENDED_RELEASES));
  const recorded: Record<string, RecordedBy[string]> = Object.fromEntries(
    [...named].map((name) => [name, sum.recorded[name] ?? {}]),
  );
  const others = Object.entries(sum.recorded).filter(([name]) => !named.has(name));
  if (others.length > 0) recorded[OTHERS] = addUp(others.map(([, counts]) => counts));
  return { ...sum, recorded };
}

/** Adds up the counts of several tunnels, from zero. */
export const mergeLedgers = (ledgers: readonly Ledger[]): Ledger => addUp(ledgers, createLedger());

/** The counts since an earlier reading. */
export const ledgerSince = <T extends Ledger>(now: T, before: T): T =>
  combine(now, before, (later, earlier) => Math.max(0, later - earlier)) as unknown as T;
