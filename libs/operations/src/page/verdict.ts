import type { ServerState } from '../server-state.ts';
import { arrivalTroubles, shortfallOf, type Shortfall } from './arrivals.ts';
import { countOf, formatDuration, formatNumber, formatShare, formatTime, listOf } from './format.ts';
import { policyTroubles } from './policy-words.ts';
import { recordedTroubles } from './recorded.ts';
import { allRejected, isAllRejected } from './rejected.ts';
import type { Trouble } from './trouble.ts';

/** The severity. */
export type Level = 'ok' | 'warn' | 'bad';

/** The answer to the first questions of someone who was woken up. */
export interface Verdict {
  readonly level: Level;
  readonly headline: string;
  readonly note: string;
  /** Shown beside the losses. */
  readonly shortfall: Shortfall | undefined;
  readonly troubles: readonly Trouble[];
  /** Changes only if the state changes: screen readers read it. */
  readonly announcement: string;
}

/** Older losses and faults are no longer news. Envelopes are being lost if one was lost within this time. */
const NEWS_MS = 3_600_000;
const NOW_MS = 10_000;

/** The same value as in the alert rules. */
const ALMOST_FULL = 0.8;
const HALFWAY = 0.5;
const FULL_SOON_MS = 4 * 3_600_000;

/** Judges a state. */
export function judge(state: ServerState): Verdict {
  const { lost, at } = state;
  const isLosing = isWithin(lost.lastAt, NOW_MS, at);
  const shortfall = shortfallOf(state);
  const troubles = [
    ...losses(state, isLosing),
    ...outages(state),
    ...arrivalTroubles(state),
    ...recordedTroubles(state),
    ...spoolTroubles(state),
    ...processTroubles(state),
    ...limits(state),
    ...policyTroubles(state),
    ...faults(state),
  ];
  const isRejected = shortfall?.fate === 'rejected';
  const level =
    isWithin(lost.lastAt, NEWS_MS, at) || allRejected(state).some(isAllRejected)
      ? 'bad'
      : lost.total > 0 || troubles.length > 0
        ? 'warn'
        : 'ok';
  return {
    level,
    headline:
      lost.total === 0
        ? (shortfall?.headline ?? 'Nothing is lost')
        : `${countOf(lost.total, 'envelope')} ${lost.total === 1 ? 'is' : 'are'} lost`,
    note: noteOf(state, isLosing, isRejected),
    shortfall,
    troubles,
    announcement: [
      ...(lost.total === 0 ? [isRejected ? 'What ingest rejects is lost.' : 'Nothing is lost.'] : []),
      ...new Set(troubles.map(({ short }) => short)),
    ].join(' '),
  };
}

const isWithin = (then: number | null, ms: number, now: number): boolean => then !== null && now - then < ms;

function noteOf({ lost, rates, server, at }: ServerState, isLosing: boolean, isRejected: boolean): string {
  const time = (then: number): string => `${formatTime(then, at)} UTC`;
  const start = `the server started at ${time(server.startedAt)}`;
  if (lost.total === 0 && isRejected)
    return `What ingest rejects is lost: nobody sends it again. The tunnel itself has lost 0 envelopes; ${start}.`;
  if (lost.total === 0) return `0 envelopes are lost, as it should be; ${start}.`;
  if (lost.lastAt === null || lost.since === null) return `Nobody knows when; ${start}.`;
  if (isLosing) {
    return `Losing since ${time(lost.since)}: ${formatNumber(rates.lostPerS)} a second in the last minute; ${start}.`;
  }
  return `Lost from ${time(lost.since)} to ${time(lost.lastAt)}, ${formatDuration(at - lost.lastAt)} ago; ${start}.`;
}

function losses({ lost: { total, byReason } }: ServerState, isLosing: boolean): readonly Trouble[] {
  if (total === 0) return [];
  const text = `Lost because of: ${listOf(byReason)}.`;
  const short = isLosing ? 'Envelopes are being lost.' : 'Envelopes were lost.';
  return [{ text, short, runbook: 'AditLossFast' }];
}

function outages({ projects, spool, rates, at }: ServerState): readonly Trouble[] {
  const down = projects.filter(({ isUp }) => !isUp);
  const [first] = down;
  if (first === undefined) return [];
  const since = Math.min(...down.map(({ downSince }) => downSince ?? at));
  const what = down.length === 1 ? first.project : countOf(down.length, 'project');
  const effect =
    spool === null
      ? 'There is no spool: envelopes are lost.'
      : !spool.isHealthy
        ? 'The spool takes no more: envelopes are lost.'
        : rates.lostPerS > 0
          ? 'Envelopes are stored, but not all of them.'
          : 'Envelopes are stored.';
  return [
    {
      text: `Ingest of ${what} is unavailable since ${formatTime(since, at)} UTC, for ${formatDuration(at - since)}${causeOf(down)}. ${effect}`,
      short: 'Ingest is unavailable.',
      runbook: 'AditOutage',
    },
  ];
}

const CAUSES: Readonly<Record<string, string>> = {
  unreachable: 'no connection, or it breaks',
  'timed-out': 'no answer in time',
  unavailable: 'it answers 500, 502 to 504, 507 or 520 to 530',
};

/** The cause, according to the outcomes. */
function causeOf(down: ServerState['projects']): string {
  const causes = [...new Set(down.flatMap(({ downCause }) => downCause ?? []))];
  const words = causes.map((cause) => `${cause} (${CAUSES[cause] ?? 'see the log'})`);
  return words.length === 0 ? '' : `: ${words.join(', ')}`;
}

function spoolTroubles({ spool, projects, at }: ServerState): readonly Trouble[] {
  if (spool === null) return [];
  const { fill, fullInMs, oldestAgeMs, maxAgeMs, isHealthy, isPaused, pausedSince, envelopes } = spool;
  const troubles: Trouble[] = [];
  const isAlmostFull = fill !== null && fill > ALMOST_FULL;
  if (!isHealthy && isAlmostFull) {
    const text = `The spool takes no more: ${formatShare(fill)} are used, and the next envelope may not fit.`;
    troubles.push({ text, short: 'The spool takes no more.', runbook: 'AditSpoolAlmostFull' });
  } else if (!isHealthy) {
    const text =
      'The spool fails, or its disk or Redis is full. While ingest is unavailable, envelopes are lost.';
    troubles.push({ text, short: 'The spool fails.', runbook: 'AditStoreFailing' });
  } else if (isAlmostFull) {
    const text = `The spool is ${formatShare(fill)} full.`;
    troubles.push({ text, short: 'The spool is almost full.', runbook: 'AditSpoolAlmostFull' });
  } else if (fullInMs !== null && fullInMs < FULL_SOON_MS) {
    const text = `At the pace of the last minute, the spool is full in ${formatDuration(fullInMs)}.`;
    troubles.push({ text, short: 'The spool fills up.', runbook: 'AditSpoolFillsUp' });
  }
  if (oldestAgeMs !== null && oldestAgeMs > HALFWAY * maxAgeMs) {
    const text = `The oldest envelope expires in ${formatDuration(Math.max(0, maxAgeMs - oldestAgeMs))}.`;
    troubles.push({ text, short: 'Envelopes will expire.', runbook: 'AditOldestHalfway' });
  }
  if (isPaused) {
    const since =
      pausedSince === null
        ? ''
        : `, since ${formatTime(pausedSince, at)} UTC, ${formatDuration(at - pausedSince)} ago`;
    const could =
      envelopes > 0 && projects.every(({ isUp }) => isUp)
        ? ` Ingest is available: ${countOf(envelopes, 'envelope')} could go now.`
        : '';
    const text = `An operator has paused the delivery of stored envelopes${since}.${could}`;
    troubles.push({ text, short: 'The delivery is paused.', runbook: 'AditDeliveryPaused' });
  }
  return troubles;
}

function processTroubles({ workers, isReady, spool }: ServerState): readonly Trouble[] {
  const silent = workers.filter(({ isAnswering }) => !isAnswering).map(({ worker }) => worker);
  if (silent.length > 0) {
    const text = `Worker ${silent.join(', ')} does not answer. Its numbers are those of before.`;
    return [{ text, short: 'A worker does not answer.', runbook: 'AditWorkersDie' }];
  }
  // An unhealthy spool makes the server not ready, and is already listed.
  if (isReady || spool?.isHealthy === false) return [];
  const text = 'The server is not ready: it starts or stops.';
  return [{ text, short: 'The server is not ready.', runbook: 'AditNotScraped' }];
}

function limits({ projects, at }: ServerState): readonly Trouble[] {
  const all = projects.flatMap((project) => project.limits);
  if (all.length === 0) return [];
  const categories = [...new Set(all.map(({ category }) => category))];
  const end = Math.max(...all.map(({ endsAt }) => endsAt));
  return [
    {
      text: `Sentry limits ${categories.join(', ')}, until ${formatTime(end, at)} UTC at the latest. What it limits is dropped and not lost.`,
      short: 'Sentry limits the rate.',
      runbook: 'AditRateLimited',
    },
  ];
}

function faults({ counts: { faults: byPart }, lastFaultAt, at }: ServerState): readonly Trouble[] {
  if (!isWithin(lastFaultAt, NEWS_MS, at)) return [];
  const text = `Parts of the server have failed: ${listOf(byPart)}.`;
  return [{ text, short: 'A part of the server failed.', runbook: 'AditFaults' }];
}
