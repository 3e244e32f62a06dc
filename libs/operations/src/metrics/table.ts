import { longestByCategory } from '@adit/envelope';
import { addUp, INJECTED_PARTS, type Ledger, type TunnelStats } from '@adit/tunnel';
import type { DocumentMeasure } from '../policy/document-measure.ts';
import { requestsByFate } from '../counts.ts';

/** A value with its attributes. */
export type Point = readonly [value: number, attributes?: Readonly<Record<string, string | number>>];

/** A metric, and the function that reads it. */
export interface Metric<From> {
  /** A count that only grows, a sum that may also shrink, or a state. */
  readonly kind: 'counter' | 'sum' | 'gauge';
  readonly name: string;
  /** Empty for none. */
  readonly unit: string;
  readonly description: string;
  readonly read: (from: From) => readonly Point[];
}

/**
 * Creates a metric.
 * @param read returns its points, or the value of its only point; `undefined` if it has none
 */
export const metric = <From>(
  kind: Metric<From>['kind'],
  name: string,
  unit: string,
  description: string,
  read: (from: From) => readonly Point[] | number | boolean | undefined,
): Metric<From> => ({
  ...{ kind, name, unit, description },
  read: (from) => {
    const value = read(from);
    if (value === undefined) return [];
    return typeof value === 'object' ? value : [[Number(value)]];
  },
});

/** The source of the metrics of a tunnel. */
export interface TunnelReading {
  /** The counts. Those of processes that have ended still count. */
  readonly ledger: Ledger;
  /** The state; `undefined` if no process runs. */
  readonly stats?: TunnelStats | undefined;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The document of the rules; `undefined` if none is followed. */
  readonly policy?: DocumentMeasure | undefined;
  /** In milliseconds; `undefined` if unknown. */
  readonly oldestAgeMs?: number | undefined;
}

/** The most projects with their own attributes. The others are added up as `other`: each costs seven series. */
const MAX_OBSERVED_PROJECTS = 50;

const MS_PER_S = 1_000;

const seconds = (ms: number | undefined): number | undefined => ms && ms / MS_PER_S;

/** A point for each count, with its name as an attribute after the common ones. */
const by = (
  attribute: string,
  counts: Readonly<Record<string, number>>,
  common: Point[1] = {},
): readonly Point[] =>
  Object.entries(counts).map(([name, count]) => [count, { ...common, [attribute]: name }]);

const byReason = (counts: Ledger['discarded']): readonly Point[] =>
  Object.entries(counts).flatMap(([reason, byCategory]) =>
    Object.entries(byCategory).map(([category, count]): Point => [count, { reason, category }]),
  );

/**
 * The fates of items that browsers recorded: at most 80 series, of 4 browsers, 5 categories and 4 fates. Releases are no attribute:
 * clients choose their names, and a reader of metrics keeps a series for each name that it has ever seen.
 */
const recordedPoints = (recorded: Ledger['recorded']): readonly Point[] =>
  Object.entries(addUp<Ledger['recorded'][string]>(Object.values(recorded))).flatMap(([browser, { items }]) =>
    Object.entries(items).flatMap(([category, fates]) => by('fate', { ...fates }, { category, browser })),
  );

/** The points of the first projects, and of all others together as `other`. */
function byProject<T>(
  projects: Readonly<Record<string, T>>,
  together: (others: readonly T[]) => T,
  pointsOf: (project: string, value: T) => readonly Point[],
): readonly Point[] {
  const all = Object.entries(projects);
  const others = all.slice(MAX_OBSERVED_PROJECTS).map(([, value]) => value);
  const shown = all.slice(0, MAX_OBSERVED_PROJECTS);
  if (others.length > 0) shown.push(['other', together(others)]);
  return shown.flatMap(([project, value]) => pointsOf(project, value));
}

/** A count of the ledger. */
const count = (
  name: string,
  unit: string,
  description: string,
  read: (ledger: Ledger) => number | readonly Point[],
): Metric<TunnelReading> =>
  metric('counter', `adit.tunnel.${name}`, unit, description, ({ ledger }) => read(ledger));

/** A state, which is missing if no process runs. */
const state = (
  kind: 'sum' | 'gauge',
  name: string,
  unit: string,
  description: string,
  read: (stats: TunnelStats) => number | boolean | undefined,
): Metric<TunnelReading> =>
  metric(kind, `adit.tunnel.${name}`, unit, description, ({ stats }) => stats && read(stats));

const METRICS: readonly Metric<TunnelReading>[] = [
  count(
    'requests',
    '{request}',
    'Requests by outcome and, where the tunnel refused, by reason.',
    (ledger) => {
      const fates = by('outcome', requestsByFate(ledger)).filter(([, of]) => of?.['outcome'] !== 'refused');
      return [...fates, ...by('reason', ledger.refused, { outcome: 'refused' })];
    },
  ),
  state('sum', 'active_requests', '{request}', 'Requests being worked on.', ({ inFlight }) => inFlight),
  count('received', 'By', 'Bytes of bodies read from clients.', ({ receivedBytes }) => receivedBytes),
  count('forwarded', 'By', 'Bytes of envelopes ingest answered.', ({ forwardedBytes }) => forwardedBytes),
  count(
    'redelivered',
    '{envelope}',
    'Stored envelopes that ingest has taken since.',
    ({ redelivered }) => redelivered,
  ),
  count(
    'lost',
    '{envelope}',
    'Accepted envelopes that neither ingest nor the spool has, by reason. Each counts once.',
    ({ lost }) => by('reason', lost),
  ),
  count(
    'client_discarded',
    '',
    'Items that SDKs dropped themselves, as they report, by reason and category.',
    ({ clientDiscarded }) => byReason(clientDiscarded),
  ),
  count(
    'recorded',
    '{item}',
    'Items that browsers recorded, as pages report later, by fate, category and browser.',
    ({ recorded }) => recordedPoints(recorded),
  ),
  count('given_up', '{envelope}', 'Stored envelopes that were given up, by cause.', ({ givenUp }) =>
    by('cause', givenUp),
  ),
  // If a counter began with its first fault, the fault would be hidden: Prometheus compares two samples.
  count('faults', '{fault}', 'Failures of what was handed to the tunnel, by part.', ({ faults }) =>
    INJECTED_PARTS.map((part) => [faults[part] ?? 0, { part }]),
  ),
  state(
    'sum',
    'spool.envelopes',
    '{envelope}',
    'Envelopes awaiting delivery.',
    ({ spool }) => spool?.envelopes,
  ),
  state('sum', 'spool.size', 'By', 'Bytes of the envelopes awaiting delivery.', ({ spool }) => spool?.bytes),
  state(
    'sum',
    'spool.limit',
    'By',
    'The most bytes that may await delivery.',
    ({ spool }) => spool?.maxBytes,
  ),
  state(
    'gauge',
    'spool.max_age',
    's',
    'The age at which envelopes awaiting delivery are dropped.',
    ({ spool }) => seconds(spool?.maxAgeMs),
  ),
  metric(
    'gauge',
    'adit.tunnel.spool.oldest_age',
    's',
    'How long the oldest envelope has been awaiting delivery.',
    ({ oldestAgeMs }) => seconds(oldestAgeMs),
  ),
  state(
    'gauge',
    'spool.drain_rate',
    '{envelope}/s',
    'Stored envelopes that were delivered a second, in the last half minute.',
    ({ spool }) => spool?.deliveredPerS,
  ),
  state(
    'gauge',
    'delivery.paused',
    '',
    '1 while an operator has paused the delivery of stored envelopes, 0 otherwise.',
    ({ spool }) => spool?.isPaused,
  ),
  state(
    'gauge',
    'outage',
    '',
    '1 while ingest of any DSN is known to be away, 0 otherwise.',
    ({ spool }) => spool?.isOut,
  ),
  state(
    'gauge',
    'limited_dsns',
    '{dsn}',
    'DSNs a rate limit of ingest is in force for.',
    ({ limitedDsns }) => limitedDsns,
  ),
  count(
    'discarded',
    '',
    'Items that the tunnel dropped and reported, by reason and category; bytes of a category of bytes.',
    ({ discarded }) => byReason(discarded),
  ),
  metric(
    'gauge',
    'adit.tunnel.policy.ok',
    '',
    '1 while the document of the rules is in force as its source has it, 0 otherwise.',
    ({ policy }) => policy?.isOk,
  ),
  metric(
    'gauge',
    'adit.tunnel.policy.age',
    's',
    'How long the document of the rules has been in force.',
    ({ policy, nowMs }) =>
      policy?.inForceSince === undefined ? [] : [[Math.max(0, nowMs - policy.inForceSince) / MS_PER_S]],
  ),
  count(
    'project.envelopes',
    '{envelope}',
    'Envelopes of a project, by fate. A stored one counts twice: spooled, then redelivered or lost.',
    ({ projects }) => byProject(projects, addUp, (project, counts) => by('fate', { ...counts }, { project })),
  ),
  metric(
    'gauge',
    'adit.tunnel.project.outage',
    '',
    "1 while the project's ingest is known to be away, 0 otherwise.",
    (reading) => byProjectState(reading, (project, { isOut }) => [[Number(isOut), { project }]]),
  ),
];

type ProjectState = Pick<TunnelStats['projects'][string], 'isOut' | 'limits'>;

const byProjectState = (
  { stats }: TunnelReading,
  pointsOf: (project: string, state: ProjectState) => readonly Point[],
): readonly Point[] =>
  byProject<ProjectState>(
    stats?.projects ?? {},
    (others) => ({
      isOut: others.some(({ isOut }) => isOut),
      limits: others.flatMap(({ limits }) => limits),
    }),
    pointsOf,
  );

/**
 * Creates the metrics of a tunnel, except durations. They remember the limits that they have reported, with their
 * projects and categories.
 */
export function createTunnelMetrics(): readonly Metric<TunnelReading>[] {
  const told = new Map<string, Point[1]>();
  const readLimits = (reading: TunnelReading): readonly Point[] => {
    if (reading.stats === undefined) return [];
    const points = byProjectState(reading, (project, { limits }) =>
      longestByCategory(limits).map(({ category, untilMs }): Point => [
        Math.max(0, untilMs - reading.nowMs) / MS_PER_S,
        { project, category },
      ]),
    );
    const ended = new Map(told);
    for (const [, attributes] of points) {
      const key = JSON.stringify(attributes);
      told.set(key, attributes);
      ended.delete(key);
    }
    // Otherwise a reader would keep the last value of a limit that has ended.
    return [...points, ...[...ended.values()].map((attributes): Point => [0, attributes])];
  };
  return [
    ...METRICS,
    metric(
      'gauge',
      'adit.tunnel.rate_limit.remaining',
      's',
      'How long a rate limit of ingest is still in force, by project and category.',
      readLimits,
    ),
  ];
}
