import type { ServerState } from '../server-state.ts';
import { flatten } from './counts.ts';
import { countOf, formatDuration, formatNumber, formatShare, formatTime } from './format.ts';

/** How bad it is. */
export type Level = 'ok' | 'warn' | 'bad';

/** The answer to the first questions of someone who was woken. */
export interface Verdict {
  readonly level: Level;
  readonly headline: string;
  readonly note: string;
  readonly troubles: readonly Trouble[];
  /** In words that change only if the state changes: screen readers say it. */
  readonly announcement: string;
}

/** Something that needs a person, or will. */
export interface Trouble {
  readonly text: string;
  readonly short: string;
  /** The section of the runbook, if an alert has one. */
  readonly runbook?: string;
}

/** A loss or a fault that is older is no news; envelopes are being lost if one was so lately. */
const NEWS_MS = 3_600_000;
const NOW_MS = 10_000;

/** Reasons that a sentence names. */
const MOST_NAMED = 3;

/** Refusals and errors are no trouble below this share and this number in the last minute. */
const TROUBLE_SHARE = 0.1;
const TROUBLE_COUNT = 10;

/** As in the alert rules. */
const ALMOST_FULL = 0.8;
const HALFWAY = 0.5;
const FULL_SOON_MS = 4 * 3_600_000;

/** Judges a state. */
export function judge(state: ServerState): Verdict {
  const { lost, at } = state;
  const isLosing = isWithin(lost.lastAt, NOW_MS, at);
  const troubles = [
    ...losses(state, isLosing),
    ...outages(state),
    ...spoolTroubles(state),
    ...processTroubles(state),
    ...limits(state),
    ...refusals(state),
    ...faults(state),
  ];
  const level = isWithin(lost.lastAt, NEWS_MS, at)
    ? 'bad'
    : lost.total > 0 || troubles.length > 0
      ? 'warn'
      : 'ok';
  return {
    level,
    headline:
      lost.total === 0
        ? 'Nothing is lost'
        : `${countOf(lost.total, 'envelope')} ${lost.total === 1 ? 'is' : 'are'} lost`,
    note: noteOf(state, isLosing),
    troubles,
    announcement: [
      ...(lost.total === 0 ? ['Nothing is lost.'] : []),
      ...troubles.map(({ short }) => short),
    ].join(' '),
  };
}

const isWithin = (then: number | null, ms: number, now: number): boolean => then !== null && now - then < ms;

function noteOf({ lost, rates, server, at }: ServerState, isLosing: boolean): string {
  const start = `since the start at ${formatTime(server.startedAt, at)} UTC`;
  if (lost.total === 0) return `Expected: 0 ${start}.`;
  if (isLosing)
    return `Still going on: ${formatNumber(rates.lostPerS)} a second in the last minute, counted ${start}.`;
  const last =
    lost.lastAt === null
      ? ''
      : ` The last one at ${formatTime(lost.lastAt, at)} UTC, ${formatDuration(at - lost.lastAt)} ago.`;
  return `Counted ${start}.${last}`;
}

function losses({ lost: { total, byReason } }: ServerState, isLosing: boolean): readonly Trouble[] {
  if (total === 0) return [];
  const text = `Lost because of: ${listOf(byReason)}.`;
  const short = isLosing ? 'Envelopes are being lost.' : 'Envelopes were lost.';
  return [{ text, short, runbook: 'AditLossFast' }];
}

/** `spool-full (3), expired (1)`: the largest three. */
const listOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_NAMED)
    .map(([name, count]) => `${name} (${formatNumber(count)})`)
    .join(', ');

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
      text: `Ingest of ${what} is unavailable since ${formatTime(since, at)} UTC, for ${formatDuration(at - since)}. ${effect}`,
      short: 'Ingest is unavailable.',
      runbook: 'AditOutage',
    },
  ];
}

function spoolTroubles({ spool }: ServerState): readonly Trouble[] {
  if (spool === null) return [];
  const { fill, fullInMs, oldestAgeMs, maxAgeMs, isHealthy, isPaused } = spool;
  const troubles: Trouble[] = [];
  if (!isHealthy) {
    const text = 'The spool is full or fails. While ingest is unavailable, envelopes are lost.';
    troubles.push({ text, short: 'The spool fails.', runbook: 'AditStoreFailing' });
  }
  if (fill !== null && fill > ALMOST_FULL) {
    const text = `The spool is ${formatShare(fill)} full.`;
    troubles.push({ text, short: 'The spool is almost full.', runbook: 'AditSpoolAlmostFull' });
  } else if (isHealthy && fullInMs !== null && fullInMs < FULL_SOON_MS) {
    const text = `At the pace of the last minute, the spool is full in ${formatDuration(fullInMs)}.`;
    troubles.push({ text, short: 'The spool fills up.', runbook: 'AditSpoolFillsUp' });
  }
  if (oldestAgeMs !== null && oldestAgeMs > HALFWAY * maxAgeMs) {
    const text = `The oldest envelope expires in ${formatDuration(Math.max(0, maxAgeMs - oldestAgeMs))}.`;
    troubles.push({ text, short: 'Envelopes will expire.', runbook: 'AditOldestHalfway' });
  }
  if (isPaused) {
    const text = 'An operator has paused the delivery of stored envelopes.';
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
  // An unhealthy spool makes the server not ready, and is named already.
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

/** What clients are told, so that it is not lost: but somebody sends or configures something wrong. */
function refusals({ rates, counts, projects }: ServerState): readonly Trouble[] {
  const { windowMs, requestsPerS, forwardedPerS, refusedPerS, lostPerS, ingestErrorsPerS } = rates;
  const isMuch = (perS: number, ofPerS: number): boolean =>
    perS > TROUBLE_SHARE * ofPerS && (perS * windowMs) / 1_000 >= TROUBLE_COUNT;
  const troubles: Trouble[] = [];
  if (isMuch(ingestErrorsPerS, forwardedPerS)) {
    const share = formatShare(ingestErrorsPerS / forwardedPerS);
    const text = `Ingest answers ${share} of the forwards with an error: ${listOf(flatten(counts.ingestErrors))}. Clients are told.`;
    troubles.push({ text, short: 'Ingest answers with errors.' });
  }
  // Limits and losses are named already.
  const isExplained = lostPerS > 0 || projects.some(({ limits: all }) => all.length > 0);
  if (!isExplained && isMuch(refusedPerS, requestsPerS)) {
    const share = formatShare(refusedPerS / requestsPerS);
    const text = `The tunnel refuses ${share} of the requests: ${listOf(counts.refused)}. Clients are told.`;
    troubles.push({ text, short: 'The tunnel refuses requests.' });
  }
  return troubles;
}

function faults({ counts: { faults: byPart }, lastFaultAt, at }: ServerState): readonly Trouble[] {
  if (!isWithin(lastFaultAt, NEWS_MS, at)) return [];
  const text = `Parts of the server have failed: ${listOf(byPart)}.`;
  return [{ text, short: 'A part of the server failed.', runbook: 'AditFaults' }];
}
