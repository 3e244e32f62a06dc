import { createNaiveDrain } from './naive-drain.mjs';

const MINUTE_MS = 60_000;

const ONE_MINUTE = { fromMs: MINUTE_MS, toMs: 2 * MINUTE_MS };

/** 100 envelopes a second in total, and five minutes without ingest. */
const BASE = {
  perSecond: 100,
  outage: { fromMs: MINUTE_MS, toMs: 6 * MINUTE_MS },
  untilMs: 60 * MINUTE_MS,
  mostEnvelopes: 1_000_000,
  latencyMs: 20,
};

const own = (replicas, more = {}) => ({ ...BASE, replicas, isShared: false, ...more });
const shared = (replicas, more = {}) => ({ ...BASE, replicas, isShared: true, ...more });

/** Replaces the library's drain with one without pace and pauses. */
const naively = (scenario) => ({ ...scenario, createDrain: createNaiveDrain });

const nameOf = ({ replicas, isShared, dsns = 1 }) =>
  `${replicas.toLocaleString('en')}, ${isShared ? 'Redis' : 'disks'}, ${dsns} project${dsns === 1 ? '' : 's'}`;

const named = (scenario, suffix = '') => ({ name: `${nameOf(scenario)}${suffix}`, ...scenario });

/** 300,000 envelopes of one project wait, and 20 a second are new. */
const BACKLOG = {
  perSecond: 20,
  stored: 300_000,
  outage: { fromMs: 0, toMs: 0 },
  untilMs: 150 * MINUTE_MS,
};

const limitedTo200 = (refusal) => ({ capacityPerSecond: 200, refusal });

/** The tables of docs/scale.md. */
export const TABLES = {
  recovery: [
    ...[1, 10, 100, 1_000].map((replicas) => named(own(replicas))),
    ...[10, 100, 1_000].map((replicas) => named(shared(replicas))),
    named(own(10, { dsns: 100 })),
    named(shared(10, { dsns: 100 })),
  ],
  overload: [
    named(own(100, { capacityPerSecond: 300 })),
    named(own(1_000, { capacityPerSecond: 300 })),
    named(shared(100, { capacityPerSecond: 300 })),
    named(shared(10, { dsns: 100, capacityPerSecond: 300 })),
    named(
      naively(own(10, { capacityPerSecond: 300, outage: ONE_MINUTE, untilMs: 3 * MINUTE_MS })),
      ', one minute, without pace and pauses (control)',
    ),
  ],
  backlog: [
    named(own(1, BACKLOG)),
    named(shared(3, BACKLOG)),
    named(own(1, { ...BACKLOG, ...limitedTo200('limited') }), ', 200 a second, else 429'),
    named(shared(3, { ...BACKLOG, ...limitedTo200('limited') }), ', 200 a second, else 429'),
    named(own(1, { ...BACKLOG, ...limitedTo200('unavailable') }), ', 200 a second, else 503'),
    named(own(1, { ...BACKLOG, drain: { orderKeyOf: undefined } }), ', one at a time (control)'),
  ],
  bounds: [
    named(own(10, { mostEnvelopes: 10_000 }), ', room for 10,000 each'),
    named(own(10, { mostEnvelopes: 1_000 }), ', room for 1,000 each'),
    named(shared(10, { mostEnvelopes: 10_000 }), ', room for 10,000'),
    named(own(10, { drain: { maxAgeMs: 2 * MINUTE_MS } }), ', kept for 2 minutes'),
  ],
};
