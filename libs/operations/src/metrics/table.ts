import { addUp, INJECTED_PARTS, type Ledger, type TunnelStats } from '@adit/tunnel';
import { requestsByFate } from '../counts.ts';

/** A value with its attributes. */
export type Point = readonly [value: number, attributes?: Readonly<Record<string, string | number>>];

/** A metric, and the function that reads it. */
export interface Metric<From> {
  readonly name: string;
  readonly description: string;
  readonly unit?: string;
  /** A count that only grows, a sum that may also shrink, or a state. */
  readonly kind: 'counter' | 'sum' | 'gauge';
  readonly read: (from: From) => readonly Point[];
}

/** The source of the metrics of a tunnel. */
export interface TunnelReading {
  /** The counts. Those of processes that have ended still count. */
  readonly ledger: Ledger;
  /** The state; `undefined` if no process runs. */
  readonly stats: TunnelStats | undefined;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** In milliseconds; `undefined` if unknown. */
  readonly oldestAgeMs: number | undefined;
}

/** The most projects with their own attributes. The others are added up as `other`: each costs seven series. */
const MAX_OBSERVED_PROJECTS = 50;

const MS_PER_S = 1_000;

/** A point without attributes, or none if there is no value. */
const one = (value: number | boolean | undefined): readonly Point[] =>
  value === undefined ? [] : [[Number(value)]];

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

type Row = readonly [
  name: string,
  kind: Metric<unknown>['kind'],
  unit: string,
  description: string,
  read: Metric<TunnelReading>['read'],
];

/** A count. */
const count = (
  name: string,
  unit: string,
  description: string,
  read: (ledger: Ledger) => number | readonly Point[],
): Row => {
  const points = (value: number | readonly Point[]) => (typeof value === 'number' ? one(value) : value);
  return [name, 'counter', unit, description, ({ ledger }) => points(read(ledger))];
};

/** A state, which is missing if no process runs. */
const state = (
  name: string,
  kind: 'sum' | 'gauge',
  unit: string,
  description: string,
  read: (stats: TunnelStats) => number | boolean | undefined,
): Row => [name, kind, unit, description, ({ stats }) => one(stats && read(stats))];

const ROWS: readonly Row[] = [
  count(
    'requests',
    '{request}',
    'Requests by outcome and, where the tunnel refused, by reason.',
    (ledger) => {
      const fates = by('outcome', requestsByFate(ledger)).filter(([, of]) => of?.['outcome'] !== 'refused');
      return [...fates, ...by('reason', ledger.refused, { outcome: 'refused' })];
    },
  ),
  state('active_requests', 'sum', '{request}', 'Requests being worked on.', ({ inFlight }) => inFlight),
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
  count('given_up', '{envelope}', 'Stored envelopes that were given up, by cause.', ({ givenUp }) =>
    by('cause', givenUp),
  ),
  // If a counter began with its first fault, the fault would be hidden: Prometheus compares two samples.
  count('faults', '{fault}', 'Failures of what was handed to the tunnel, by part.', ({ faults }) =>
    INJECTED_PARTS.map((part) => [faults[part] ?? 0, { part }]),
  ),
  state(
    'spool.envelopes',
    'sum',
    '{envelope}',
    'Envelopes awaiting delivery.',
    ({ spool }) => spool?.envelopes,
  ),
  state('spool.size', 'sum', 'By', 'Bytes of the envelopes awaiting delivery.', ({ spool }) => spool?.bytes),
  state(
    'spool.limit',
    'sum',
    'By',
    'The most bytes that may await delivery.',
    ({ spool }) => spool?.maxBytes,
  ),
  state(
    'spool.max_age',
    'gauge',
    's',
    'The age at which envelopes awaiting delivery are dropped.',
    ({ spool }) => seconds(spool?.maxAgeMs),
  ),
  [
    'spool.oldest_age',
    'gauge',
    's',
    'How long the oldest envelope has been awaiting delivery.',
    ({ oldestAgeMs }) => one(seconds(oldestAgeMs)),
  ],
  state(
    'delivery.paused',
    'gauge',
    '',
    '1 while an operator has paused the delivery of stored envelopes, 0 otherwise.',
    ({ spool }) => spool?.isPaused,
  ),
  state(
    'outage',
    'gauge',
    '',
    '1 while ingest of any DSN is known to be away, 0 otherwise.',
    ({ spool }) => spool?.isOut,
  ),
  state(
    'limited_dsns',
    'gauge',
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
  count(
    'project.envelopes',
    '{envelope}',
    'Envelopes of a project, by fate. A stored one counts twice: spooled, then redelivered or lost.',
    ({ projects }) => byProject(projects, addUp, (project, counts) => by('fate', { ...counts }, { project })),
  ),
  [
    'project.outage',
    'gauge',
    '',
    "1 while the project's ingest is known to be away, 0 otherwise.",
    (reading) => byProjectState(reading, (project, { isOut }) => [[Number(isOut), { project }]]),
  ],
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
  const limits: Row = [
    'rate_limit.remaining',
    'gauge',
    's',
    'How long a rate limit of ingest is still in force, by project and category.',
    (reading) => {
      if (reading.stats === undefined) return [];
      const points = byProjectState(reading, (project, state) =>
        [...longest(state.limits)].map(([category, untilMs]): Point => [
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
    },
  ];
  return [...ROWS, limits].map(([name, kind, unit, description, read]) => ({
    name: `adit.tunnel.${name}`,
    ...{ kind, unit, description, read },
  }));
}

/** The end of the longest limit of each category. */
function longest(limits: ProjectState['limits']): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const { category, untilMs } of limits) ends.set(category, Math.max(untilMs, ends.get(category) ?? 0));
  return ends;
}
