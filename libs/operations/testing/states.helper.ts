import type { ProjectState, ServerState, SpoolState } from '../src/server-state.ts';

/** 03:12:05 UTC. */
export const NOW = Date.UTC(2026, 10, 26, 3, 12, 5);

/** A share of 0 out of 0. */
export const NO_SHARE = { count: 0, of: 0, by: {}, since: null };

/** The names of the standalone server. */
export const SETTING_NAMES = {
  dsns: 'ADIT_DSNS',
  origins: 'ADIT_ALLOWED_ORIGINS',
  throttle: 'ADIT_THROTTLE',
  proxies: 'ADIT_TRUSTED_PROXIES',
};

/** A project without troubles, with these values. */
export const projectOf = (values: Partial<ProjectState> = {}): ProjectState => ({
  project: 'a.example/1',
  isUp: true,
  downSince: null,
  downCause: null,
  rejections: NO_SHARE,
  limits: [],
  forwarded: 0,
  refused: 0,
  spooled: 0,
  redelivered: 0,
  lost: 0,
  ...values,
});

/** An empty spool with these values. */
export const spoolOf = (values: Partial<SpoolState> = {}): SpoolState => ({
  kind: 'disk',
  envelopes: 0,
  bytes: 0,
  maxBytes: 1_048_576,
  fill: 0,
  fullInMs: null,
  oldestAgeMs: null,
  maxAgeMs: 86_400_000,
  isOut: false,
  isPaused: false,
  deliveredPerS: 0,
  emptyInMs: null,
  pausedSince: null,
  isHealthy: true,
  ...values,
});

/** The state of a quiet server with these values. */
export const stateOf = (values: Partial<ServerState> = {}): ServerState => ({
  format: 1,
  at: NOW,
  server: {
    version: '1.2.3',
    node: 'v20',
    replica: 'pod-a',
    port: 8787,
    throttle: null,
    startedAt: NOW - 3_600_000,
    settings: SETTING_NAMES,
  },
  isReady: true,
  lost: { total: 0, byReason: { expired: 0 }, lastAt: null, since: null, times: {} },
  refusals: { ...NO_SHARE, times: {} },
  lastFaultAt: null,
  counts: {
    requests: {
      forwarded: 0,
      spooled: 0,
      filtered: 0,
      refused: 0,
      aborted: 0,
      unreachable: 0,
      'timed-out': 0,
      'invalid-answer': 0,
    },
    refused: {} as ServerState['counts']['refused'],
    redelivered: 0,
    givenUp: { expired: 0, refused: 0, failing: 0, dropped: 0 },
    discarded: {},
    clientDiscarded: {},
    receivedBytes: 0,
    forwardedBytes: 0,
    faults: {},
    ingestErrors: {},
    skippedOutcomes: 0,
  },
  recorded: null,
  projects: [projectOf()],
  spool: spoolOf(),
  policy: null,
  rates: {
    windowMs: 60_000,
    requestsPerS: 0,
    forwardedPerS: 0,
    refusedPerS: 0,
    spooledPerS: 0,
    redeliveredPerS: 0,
    lostPerS: 0,
    ingestErrorsPerS: 0,
    receivedBytesPerS: 0,
    serverP50Ms: null,
    serverP99Ms: null,
    ingestP50Ms: null,
    ingestP99Ms: null,
  },
  workers: [workerOf()],
  ...values,
});

/** A worker that answers, with these values. */
export const workerOf = (
  values: Partial<ServerState['workers'][number]> = {},
): ServerState['workers'][number] => ({
  worker: 1,
  pid: 100,
  restarts: 0,
  isAnswering: true,
  inFlight: 0,
  cpuShare: 0.2,
  memoryBytes: 1_048_576,
  loopDelayP99Ms: 1,
  ...values,
});

/** The text of a markup that a person reads. */
export const textOf = ({ markup }: { readonly markup: string }): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')
    .trim();
