import type { Totals } from './totals.ts';
import { requestsOf } from './totals.ts';

/** What did not arrive in the last minute, though the tunnel has lost none of it. */
export interface Share {
  readonly count: number;
  /** Of how many. */
  readonly of: number;
  /** By the reason of the refusal, or the status of ingest's answer. */
  readonly by: Readonly<Record<string, number>>;
  /** Since when they are many; `null` while they are few. */
  readonly since: number | null;
}

/** Up to so many in a minute, or up to this share, are those of scanners and broken clients, of which each tunnel has some. */
export const FEW = 5;
export const FEW_SHARE = 0.05;

/** Whether they are more than stray ones: then it is a trouble. */
export const isMany = ({ count, of }: Pick<Share, 'count' | 'of'>): boolean =>
  count > FEW && count > FEW_SHARE * of;

/** Refusals that are told elsewhere: what is lost, what Sentry limits, and what a server that stops sends to others. */
const TOLD_ELSEWHERE = new Set(['spool-unavailable', 'internal-error', 'rate-limited', 'closing']);

const NONE: Share = { count: 0, of: 0, by: {}, since: null };

/** The requests that the tunnel has refused between two readings. */
export function refusalsBetween(before: Totals | undefined, now: Totals | undefined): Share {
  if (before === undefined || now === undefined) return NONE;
  const counted = (reason: string): boolean => !TOLD_ELSEWHERE.has(reason);
  return shareOf(before.refused, now.refused, counted, requestsOf(now) - requestsOf(before));
}

/** The envelopes of a project that ingest has answered with an error between two readings. A 429 is a rate limit. */
export function rejectionsBetween(
  before: Totals | undefined,
  now: Totals | undefined,
  project: string,
): Share {
  if (before === undefined || now === undefined) return NONE;
  const [errorsBefore, errors] = [before, now].map(({ ingestErrors }) => ingestErrors[project] ?? {});
  const forwarded = (totals: Totals): number => totals.projects[project]?.forwarded ?? 0;
  return shareOf(errorsBefore ?? {}, errors ?? {}, () => true, forwarded(now) - forwarded(before));
}

function shareOf(
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
  isCounted: (name: string) => boolean,
  of: number,
): Share {
  const by = Object.entries(now)
    .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
    .filter(([name, count]) => count > 0 && isCounted(name));
  const count = by.reduce((total, [, one]) => total + one, 0);
  return { count, of: Math.max(count, of), by: Object.fromEntries(by), since: null };
}
