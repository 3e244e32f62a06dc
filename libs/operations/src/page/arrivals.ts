import { adviceOn, saidBy } from '@adit/tunnel';
import type { ServerState } from '../server-state.ts';
import { isMany, type Share } from '../counts.ts';
import { countOf, formatNumber, formatShare, formatTime, listOf } from './format.ts';
import { allRejected, type Rejected } from './rejected.ts';
import type { Trouble } from './trouble.ts';

/** Envelopes that do not arrive although the tunnel has lost none, in the words of the headline. */
export interface Shortfall {
  readonly headline: string;
  readonly share: string;
  /** The fate of that share. */
  readonly fate: 'refused' | 'rejected';
}

const shareOf = ({ count, of }: Share): string => formatShare(count / of);

/** The envelopes that do not arrive; `undefined` if they are few. */
export function shortfallOf(state: ServerState): Shortfall | undefined {
  const { refusals } = state;
  const rejected = allRejected(state);
  const [worst] = rejected;
  if (isMany(refusals)) {
    const share = shareOf(refusals);
    return { headline: `The tunnel refuses ${share} of the requests`, share, fate: 'refused' };
  }
  if (worst === undefined) return undefined;
  const [count, of] = (['count', 'of'] as const).map((key) =>
    rejected.reduce((sum, one) => sum + one[key], 0),
  ) as [number, number];
  const whose = rejected.length === 1 ? worst.project : countOf(rejected.length, 'project');
  const envelopes =
    of === 1
      ? 'the only envelope'
      : `${count === of ? 'all ' : `${formatNumber(count)} of `}${countOf(of, 'envelope')}`;
  return {
    headline: `Ingest rejects ${envelopes} of ${whose}`,
    share: formatShare(count / of),
    fate: 'rejected',
  };
}

/** The setting behind the most frequent reason. */
function hintOf({ refusals, server: { settings, throttle } }: ServerState): string {
  const [reason] = Object.entries(refusals.by).sort(([, one], [, other]) => other - one)[0] ?? [];
  switch (reason) {
    case 'dsn-not-allowed':
      return `${settings.dsns} does not name their DSN. `;
    case 'origin-not-allowed':
      return `${settings.origins} does not name their site. `;
    case 'throttled':
      return `An address may send ${throttle ?? 'no more'} (${settings.throttle}); a proxy that ${settings.proxies} does not name is one address. `;
    default:
      return '';
  }
}

/** Advice about the most frequent status. */
function adviceOf({ by }: Rejected, { server: { settings } }: ServerState): string {
  const [status] = Object.entries(by).sort(([, one], [, other]) => other - one)[0] ?? [];
  const said = saidBy(Number(status));
  if (typeof said !== 'object') return '';
  const advice = adviceOn(said.kind, settings.dsns);
  return `${status}: ${advice}`;
}

/** Refusals and rejections that are worth mentioning. */
export function arrivalTroubles(state: ServerState): readonly Trouble[] {
  const { refusals, at } = state;
  const sinceText = ({ since }: Share): string =>
    since === null ? '' : `, since ${formatTime(since, at)} UTC`;
  const refused: readonly Trouble[] = isMany(refusals)
    ? [
        {
          text: `${shareOf(refusals)} of the requests of the last minute are refused${sinceText(refusals)}: ${listOf(refusals.by)}. ${hintOf(state)}Their clients do not send them again.`,
          short: 'Requests are refused.',
          runbook: 'AditRefusing',
        },
      ]
    : [];
  const rejected = allRejected(state).map((one): Trouble => ({
    text: `${one.project}: ingest rejects ${formatNumber(one.count)} of ${countOf(one.of, 'envelope')} ${one.period}${sinceText(one)}: ${listOf(one.by)}. They are lost: nobody sends them again. ${adviceOf(one, state)}`,
    short: one.count === one.of ? 'Ingest rejects all envelopes of a project.' : 'Ingest rejects envelopes.',
    runbook: 'AditRejected',
  }));
  return [...refused, ...rejected];
}
