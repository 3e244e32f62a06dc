import { linesOf, measuresOf } from '../../testing/reports.helper.ts';
import { keepCounts, mergeMeasures, NOTHING_COUNTED } from './measures.ts';

const SPOOL = {
  envelopes: 3,
  bytes: 30,
  maxBytes: 100,
  maxAgeMs: 1_000,
  isOut: false,
  isPaused: false,
  deliveredPerS: 0,
};
const PROJECT = {
  ...{ forwarded: 1, refused: 0, spooled: 0, redelivered: 0, lost: 0 },
  isOut: false,
  limits: [],
};

describe('the measures of several processes', () => {
  it('add counts and memory up, and take the latest turn and the oldest age', () => {
    const merged = mergeMeasures([
      measuresOf({ forwarded: 3 }, { oldestAgeMs: 5, loopDelayS: { p50: 1, p99: 2, max: 9 } }),
      measuresOf({ forwarded: 4 }, { oldestAgeMs: 7, uptimeS: 50 }),
    ]);
    expect(merged).toMatchObject({
      stats: { forwarded: 7 },
      memoryBytes: 2_000,
      uptimeS: 50,
      oldestAgeMs: 7,
      loopDelayS: { p50: 1, p99: 2, max: 9 },
      counts: { cpuUserS: 2 },
    });
  });

  it('keep the counts of those that have ended, and not their states', () => {
    const gone = measuresOf({ forwarded: 5, inFlight: 4, projects: { 'a.example/1': PROJECT } });
    const past = keepCounts(keepCounts(NOTHING_COUNTED, gone), measuresOf({ forwarded: 1 }));
    const merged = mergeMeasures([measuresOf({ projects: { 'a.example/1': PROJECT } })], past);

    expect(merged).toMatchObject({
      ledger: { forwarded: 6, projects: { 'a.example/1': { forwarded: 2 } } },
      stats: { inFlight: 0, projects: { 'a.example/1': { isOut: false } } },
      counts: { cpuUserS: 3 },
    });
  });

  it('are counts alone once all have ended', () => {
    const gone = measuresOf(
      { spool: SPOOL, projects: { 'a.example/1': PROJECT } },
      {
        counts: { cpuUserS: 1, cpuSystemS: 0, redisReconnects: 0 },
        isRedisAway: false,
        isSpoolFailing: false,
      },
    );
    const running = linesOf(gone);
    const counters = running.filter((line) => /_total[ {]/.test(line) && !line.startsWith('#'));
    const ended = linesOf(mergeMeasures([], keepCounts(NOTHING_COUNTED, gone)));
    expect(counters).toEqual(
      expect.arrayContaining([
        'adit_tunnel_redelivered_total 0',
        'adit_tunnel_given_up_total{cause="expired"} 0',
        'adit_tunnel_redis_reconnects_total 0',
        'adit_tunnel_project_envelopes_total{project="a.example/1",fate="forwarded"} 1',
      ]),
    );
    expect(ended).toEqual(expect.arrayContaining(counters));
    const states =
      /^adit_tunnel_(active_requests|limited_dsns|outage|project_outage|spool_|rate_limit|redis_away|store_)/;
    // Control: while it runs, it says them.
    expect(running.filter((line) => states.test(line)).length).toBeGreaterThan(6);
    expect(ended.filter((line) => states.test(line))).toEqual([]);
  });

  it('count a spool that all share once, and others apart', () => {
    const all = [measuresOf({ spool: SPOOL }), measuresOf({ spool: { ...SPOOL, isOut: true } })];
    expect(mergeMeasures(all, undefined, true).stats?.spool).toEqual({ ...SPOOL, isOut: true });
    expect(mergeMeasures(all).stats?.spool).toMatchObject({ envelopes: 6, maxBytes: 200 });
  });

  it('are those of the primary before a worker has answered', () => {
    const own = measuresOf({}, { workers: 0, stats: undefined });
    const merged = mergeMeasures([own]);
    expect(merged).toMatchObject({ stats: undefined, workers: 0, isSpoolFailing: undefined });
    expect(linesOf(merged)).toContain('adit_tunnel_requests_total{outcome="forwarded"} 0');
    expect(linesOf(merged).join('\n')).not.toContain('adit_tunnel_active_requests');
  });

  it('say that a store fails or Redis is away if it is so in one of them', () => {
    const merged = mergeMeasures([
      measuresOf({}, { isRedisAway: false, isSpoolFailing: false, insurance: { envelopes: 1, bytes: 2 } }),
      measuresOf({}, { isRedisAway: true, isSpoolFailing: true, insurance: { envelopes: 3, bytes: 4 } }),
    ]);
    expect(merged).toMatchObject({
      isRedisAway: true,
      isSpoolFailing: true,
      insurance: { envelopes: 4, bytes: 6 },
    });
  });
});

describe('the metrics of the server', () => {
  it('have name, help and type, and no labels for the scope', () => {
    const lines = linesOf(measuresOf({ forwarded: 3 }));
    expect(lines).toContain('# TYPE adit_tunnel_requests_total counter');
    expect(lines).toContain('adit_tunnel_requests_total{outcome="forwarded"} 3');
    expect(lines.join('\n')).not.toMatch(/otel_scope|target_info/);
  });

  it('leave out what does not exist: a spool, Redis, workers', () => {
    const names = linesOf(measuresOf())
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split('{')[0]);
    expect(names.join('\n')).not.toMatch(/redis|insurance|worker|spool|store_failing/);
  });

  it('tell 0 of a store that works, and 1 of a Redis that is away', () => {
    const lines = linesOf(
      measuresOf(
        {},
        {
          ...{ isSpoolFailing: false, isRedisAway: true, workers: 2, insurance: { envelopes: 1, bytes: 2 } },
          counts: { cpuUserS: 0, cpuSystemS: 0, redisReconnects: 0, workerRestarts: 0 },
        },
      ),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        'adit_tunnel_store_failing{store="spool"} 0',
        'adit_tunnel_redis_away 1',
        'adit_tunnel_redis_reconnects_total 0',
        'adit_tunnel_insurance_envelopes 1',
        'adit_tunnel_insurance_size 2',
        'adit_tunnel_workers 2',
        'adit_tunnel_worker_restarts_total 0',
      ]),
    );
  });
});
