import type { ProjectState, ServerState } from '../server-state.ts';
import { isMany, type Share } from '../share.ts';
import { countOf, formatShare, formatTime, listOf } from './format.ts';
import type { Trouble } from './trouble.ts';

/** What does not arrive although the tunnel has lost nothing, in the words of the headline. */
export interface Shortfall {
  readonly headline: string;
  readonly share: string;
  /** What happens to that share. */
  readonly fate: 'refused' | 'rejected';
}

const shareOf = ({ count, of }: Share): string => formatShare(count / of);

const isRejecting = ({ rejections }: ProjectState): boolean => isMany(rejections);

/** The projects whose ingest rejects more than stray envelopes, the worst first. */
const rejectingOf = ({ projects }: ServerState): readonly ProjectState[] =>
  projects
    .filter(isRejecting)
    .sort(({ rejections: one }, { rejections: other }) => other.count / other.of - one.count / one.of);

/** What does not arrive; `undefined` if it is little. */
export function shortfallOf(state: ServerState): Shortfall | undefined {
  const { refusals } = state;
  const rejecting = rejectingOf(state);
  const [worst] = rejecting;
  if (isMany(refusals)) {
    const share = shareOf(refusals);
    return { headline: `The tunnel refuses ${share} of the requests`, share, fate: 'refused' };
  }
  if (worst === undefined) return undefined;
  const [count, of] = (['count', 'of'] as const).map((key) =>
    rejecting.reduce((sum, { rejections }) => sum + rejections[key], 0),
  ) as [number, number];
  const whose = rejecting.length === 1 ? worst.project : countOf(rejecting.length, 'project');
  const share = formatShare(count / of);
  return {
    headline: `Ingest rejects ${count === of ? 'all' : share} of ${whose}`,
    share,
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

/** Refusals and rejections of the last minute, if they are many. */
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
  const rejected = rejectingOf(state).map(({ project, rejections }): Trouble => ({
    text: `${project}: ingest rejects ${rejections.count === rejections.of ? 'all' : shareOf(rejections)}${sinceText(rejections)}: ${listOf(rejections.by)}. It got these envelopes and did not take them.`,
    short: 'Ingest rejects envelopes.',
    runbook: 'AditRejected',
  }));
  return [...refused, ...rejected];
}
