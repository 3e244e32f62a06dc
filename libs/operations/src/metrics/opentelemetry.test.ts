import { createFakeClock } from '@adit/testing';
import { metrics as globalMetrics } from '@opentelemetry/api';
import { MeterProvider, MetricReader, type MetricData } from '@opentelemetry/sdk-metrics';
import { INJECTED_PARTS, NO_RECORDED, type ProjectStats, type TunnelStats } from '@adit/tunnel';
import { statsOf } from '../../testing/reports.helper.ts';
import type { SpoolEntry } from '@adit/spool';
import { observeTunnel, recordDurations, type ObserveTunnelOptions } from './opentelemetry.ts';

const DAY_MS = 86_400_000;

class TestReader extends MetricReader {
  protected override onForceFlush = async (): Promise<void> => undefined;
  protected override onShutdown = async (): Promise<void> => undefined;
}

function createProvider() {
  const reader = new TestReader();
  const provider = new MeterProvider({ readers: [reader] });
  const collect = async (): Promise<MetricData[]> => {
    const { resourceMetrics, errors } = await reader.collect();
    expect(errors).toEqual([]);
    return resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
  };
  /** Values by attributes, such as `outcome=forwarded`. */
  const read = async (name: string): Promise<Record<string, unknown>> => {
    const metric = (await collect()).find(({ descriptor }) => descriptor.name === name);
    return Object.fromEntries(
      (metric?.dataPoints ?? []).map(({ attributes, value }) => [
        Object.entries(attributes)
          .map(([key, text]) => `${key}=${String(text)}`)
          .join(),
        value,
      ]),
    );
  };
  return { provider, meter: provider.getMeter('test'), collect, read };
}

const IDLE = statsOf();
const SPOOL = {
  envelopes: 7,
  bytes: 7_000,
  maxBytes: 10_000,
  maxAgeMs: DAY_MS,
  isOut: true,
  isPaused: false,
  deliveredPerS: 512,
};
const STATS: TunnelStats = {
  ...IDLE,
  forwarded: 2,
  forwardedBytes: 150,
  spooled: 1,
  timedOut: 1,
  refused: { ...IDLE.refused, 'dsn-not-allowed': 1 },
  receivedBytes: 1_234,
  redelivered: 1,
  givenUp: { ...IDLE.givenUp, failing: 1 },
  // The timed-out one had no spool, and the failing one was dropped from it.
  lost: { ...IDLE.lost, 'timed-out': 1, failing: 1 },
  clientDiscarded: { event_processor: { error: 5 } },
  discarded: { ratelimit_backoff: { error: 2, attachment: 4_096 } },
  inFlight: 3,
  faults: { limits: 2 },
  limitedDsns: 1,
  projects: {},
  spool: SPOOL,
};

const entry = (receivedAt: number): SpoolEntry => ({
  dsn: '',
  receivedAt,
  fields: {},
  bytes: 1,
  read: () => {
    throw new Error('not looked into');
  },
});

function observe(stats: Partial<TunnelStats> = {}, options: ObserveTunnelOptions = {}) {
  const all = createProvider();
  const stop = observeTunnel({ stats: () => ({ ...STATS, ...stats }) }, { meter: all.meter, ...options });
  return { ...all, stop };
}

describe('observeTunnel', () => {
  it('tells requests by outcome and reason', async () => {
    const { read } = observe();

    expect(await read('adit.tunnel.requests')).toMatchObject({
      'outcome=forwarded': 2,
      'outcome=spooled': 1,
      'outcome=timed-out': 1,
      'outcome=unreachable': 0,
      'outcome=invalid-answer': 0,
      'outcome=aborted': 0,
      'outcome=refused,reason=dsn-not-allowed': 1,
      'outcome=refused,reason=throttled': 0,
    });
  });

  it.each([
    ['adit.tunnel.active_requests', 3],
    ['adit.tunnel.received', 1_234],
    ['adit.tunnel.forwarded', 150],
    ['adit.tunnel.redelivered', 1],
    ['adit.tunnel.spool.envelopes', 7],
    ['adit.tunnel.spool.size', 7_000],
    ['adit.tunnel.spool.limit', 10_000],
    ['adit.tunnel.spool.max_age', 86_400],
    ['adit.tunnel.spool.drain_rate', 512],
    ['adit.tunnel.delivery.paused', 0],
    ['adit.tunnel.outage', 1],
    ['adit.tunnel.limited_dsns', 1],
  ])('tells %s', async (name, value) => {
    expect(await observe().read(name)).toEqual({ '': value });
  });

  it('tells what is lost by every reason, and counts each envelope once', async () => {
    const lost = await observe().read('adit.tunnel.lost');

    expect(lost).toMatchObject({ 'reason=timed-out': 1, 'reason=failing': 1, 'reason=damaged': 0 });
    expect(Object.keys(lost)).toHaveLength(10);
    expect(Object.values(lost).reduce((sum: number, count) => sum + Number(count), 0)).toBe(2);
  });

  it('tells what SDKs dropped themselves', async () => {
    expect(await observe().read('adit.tunnel.client_discarded')).toEqual({
      'reason=event_processor,category=error': 5,
    });
  });

  describe('of what browsers recorded', () => {
    const item = (arrived: number, lost: number, unknown: number) => ({ arrived, lost, unknown, late: 0 });
    const counts = { ...NO_RECORDED(), items: { ...NO_RECORDED().items, error: item(5, 1, 2) } };

    it('tells the fates of all releases together', async () => {
      const recorded = { 'shop@1': { safari: counts }, 'shop@2': { safari: counts, chrome: counts } };
      const points = await observe({ recorded }).read('adit.tunnel.recorded');
      expect(points).toMatchObject({
        'category=error,browser=safari,fate=arrived': 10,
        'category=error,browser=safari,fate=lost': 2,
        'category=error,browser=safari,fate=unknown': 4,
        'category=error,browser=chrome,fate=arrived': 5,
        'category=session,browser=safari,fate=lost': 0,
      });
      expect(Object.keys(points)).toHaveLength(40);
    });

    it('makes no series of a release, which clients name, however many there have been', async () => {
      const recorded: Record<string, TunnelStats['recorded'][string]> = {};
      const { read } = observe({ recorded });
      for (let made = 0; made < 50; made += 1) {
        recorded[`made-up@${made}`] = { chrome: counts };
        Reflect.deleteProperty(recorded, `made-up@${made - 1}`);
        await read('adit.tunnel.recorded');
      }
      expect(Object.keys(await read('adit.tunnel.recorded'))).toHaveLength(20);
    });
  });

  it('tells the fates, the outage and the limits of each project', async () => {
    const clock = createFakeClock({ now: 10_000 });
    const limit = { category: 'error', scope: 'key', namespaces: '', reasonCode: '' } as const;
    const { read } = observe(
      {
        projects: {
          'a.example/1': {
            ...{ forwarded: 1, refused: 2, spooled: 3, redelivered: 4, lost: 5 },
            isOut: true,
            limits: [
              { ...limit, untilMs: 70_000 },
              { ...limit, scope: 'project', untilMs: 40_000 },
            ],
          },
        },
      },
      { clock },
    );

    expect(await read('adit.tunnel.project.envelopes')).toEqual({
      'project=a.example/1,fate=forwarded': 1,
      'project=a.example/1,fate=refused': 2,
      'project=a.example/1,fate=spooled': 3,
      'project=a.example/1,fate=redelivered': 4,
      'project=a.example/1,fate=lost': 5,
    });
    expect(await read('adit.tunnel.project.outage')).toEqual({ 'project=a.example/1': 1 });
    expect(await read('adit.tunnel.rate_limit.remaining')).toEqual({
      'project=a.example/1,category=error': 60,
    });
  });

  it('tells of a limit that has ended that nothing of it remains', async () => {
    const counts = { forwarded: 0, refused: 0, spooled: 0, redelivered: 0, lost: 0, isOut: false };
    const limit = { scope: 'key', namespaces: '', reasonCode: '', untilMs: 17_119 } as const;
    const limits = [
      { ...limit, category: 'error' },
      { ...limit, category: 'session' },
    ] as ProjectStats['limits'];
    const projects = { 'a.example/1': { ...counts, limits } };
    const { read } = observe({ projects }, { clock: createFakeClock({ now: 10_000 }) });
    await read('adit.tunnel.rate_limit.remaining');
    projects['a.example/1'] = { ...counts, limits: limits.slice(0, 1) };

    expect(await read('adit.tunnel.rate_limit.remaining')).toEqual({
      'project=a.example/1,category=error': 7.119,
      'project=a.example/1,category=session': 0,
    });
    projects['a.example/1'] = { ...counts, limits: [] };
    expect(await read('adit.tunnel.rate_limit.remaining')).toEqual({
      'project=a.example/1,category=error': 0,
      'project=a.example/1,category=session': 0,
    });
  });

  it('adds up what is beyond 50 projects', async () => {
    const counts = { forwarded: 1, refused: 0, spooled: 0, redelivered: 0, lost: 0 };
    const project = { ...counts, isOut: false, limits: [] };
    const projects = Object.fromEntries(
      Array.from({ length: 60 }, (_, id) => [`a.example/${id + 1}`, project]),
    );
    const { read } = observe({ projects });

    const forwarded = await read('adit.tunnel.project.envelopes');
    expect(Object.keys(forwarded)).toHaveLength(51 * 5);
    expect(forwarded['project=other,fate=forwarded']).toBe(10);
  });

  it('tells the failures of what was handed in, and that the other parts had none', async () => {
    const faults = await observe().read('adit.tunnel.faults');

    expect(faults).toMatchObject({ 'part=limits': 2, 'part=spool': 0 });
    expect(Object.keys(faults)).toHaveLength(INJECTED_PARTS.length);
  });

  it('tells what was given up by its cause', async () => {
    expect(await observe().read('adit.tunnel.given_up')).toEqual({
      'cause=expired': 0,
      'cause=refused': 0,
      'cause=failing': 1,
      'cause=dropped': 0,
    });
  });

  it('tells what the tunnel dropped by reason and category', async () => {
    expect(await observe().read('adit.tunnel.discarded')).toEqual({
      'reason=ratelimit_backoff,category=error': 2,
      'reason=ratelimit_backoff,category=attachment': 4_096,
    });
  });

  it('tells whether the document of the rules is in force, and for how long', async () => {
    const clock = createFakeClock({ now: 100_000 });
    const state = { status: 'stale', since: 90_000, version: 'a1', inForceSince: 40_000 } as const;
    const { read } = observe({}, { clock, policyState: () => state });

    expect(await read('adit.tunnel.policy.ok')).toEqual({ '': 0 });
    expect(await read('adit.tunnel.policy.age')).toEqual({ '': 60 });
    const ok = observe({}, { clock, policyState: () => ({ status: 'ok', since: 1 }) });
    expect(await ok.read('adit.tunnel.policy.ok')).toEqual({ '': 1 });
    expect(await ok.read('adit.tunnel.policy.age')).toEqual({});
    expect(await observe().read('adit.tunnel.policy.ok')).toEqual({});
  });

  it('tells that ingest is back', async () => {
    const { read } = observe({ spool: { ...SPOOL, isOut: false } });

    expect(await read('adit.tunnel.outage')).toEqual({ '': 0 });
  });

  it('tells nothing of a spool there is none of', async () => {
    const names = (await observe({ spool: undefined }).collect())
      .filter(({ dataPoints }) => dataPoints.length > 0)
      .map(({ descriptor }) => descriptor.name);

    expect(names).toContain('adit.tunnel.requests');
    expect(names.join()).not.toMatch(/spool|outage/);
  });

  it('tells the age of the oldest envelope of all DSNs', async () => {
    const waiting = new Map([
      ['a', entry(9_000)],
      ['b', entry(4_000)],
    ]);
    const spool = { pendingDsns: () => ['a', 'b', 'gone'], peek: async (dsn: string) => waiting.get(dsn) };

    const clock = createFakeClock({ now: 10_000 });
    const { read } = observe({}, { spool, clock });
    expect(await read('adit.tunnel.spool.oldest_age')).toEqual({ '': 6 });
    await clock.advance(1_000);
    clock.setWall(DAY_MS);
    expect(await read('adit.tunnel.spool.oldest_age')).toEqual({ '': 7 });
    clock.setWall(-2 * DAY_MS);
    expect(await read('adit.tunnel.spool.oldest_age')).toEqual({ '': 7 });
  });

  it('tells the age of an envelope stored after the clock was set', async () => {
    let receivedAt = 0;
    const spool = { pendingDsns: () => (receivedAt > 0 ? ['a'] : []), peek: async () => entry(receivedAt) };
    const clock = createFakeClock({ now: 10_000 });
    const { read } = observe({}, { spool, clock });
    clock.setWall(DAY_MS);
    expect(await read('adit.tunnel.spool.oldest_age')).toEqual({ '': 0 });
    await clock.advance(5_000);
    receivedAt = clock.now();
    await clock.advance(3_000);
    expect(await read('adit.tunnel.spool.oldest_age')).toEqual({ '': 3 });
  });

  it('tells an age of 0 where nothing waits, and of a date in the future', async () => {
    const none = { pendingDsns: () => [], peek: async () => undefined };
    const ahead = { pendingDsns: () => ['a'], peek: async () => entry(99_999) };

    expect(await observe({}, { spool: none }).read('adit.tunnel.spool.oldest_age')).toEqual({ '': 0 });
    expect(
      await observe({}, { spool: ahead, clock: createFakeClock() }).read('adit.tunnel.spool.oldest_age'),
    ).toEqual({
      '': 0,
    });
  });

  it('leaves only the age out where the spool cannot be read', async () => {
    const spool = { pendingDsns: () => ['a'], peek: async () => Promise.reject(new Error('EIO')) };
    const { read } = observe({}, { spool });

    expect(await read('adit.tunnel.spool.oldest_age')).toEqual({});
    expect(await read('adit.tunnel.active_requests')).toEqual({ '': 3 });
  });

  it('reads anew at each collection, and no more once it is stopped', async () => {
    let inFlight = 1;
    const { meter, read } = createProvider();
    const stop = observeTunnel({ stats: () => ({ ...STATS, inFlight }) }, { meter });
    expect(await read('adit.tunnel.active_requests')).toEqual({ '': 1 });
    inFlight = 2;
    expect(await read('adit.tunnel.active_requests')).toEqual({ '': 2 });

    stop();
    inFlight = 3;
    // The SDK continues to report the last value.
    expect(await read('adit.tunnel.active_requests')).toEqual({ '': 2 });
  });

  it('names every unit as OpenTelemetry does', async () => {
    const spool = { pendingDsns: () => [], peek: async () => undefined };
    const units = (await observe({}, { spool }).collect()).map(({ descriptor }) => [
      descriptor.name,
      descriptor.unit,
    ]);

    expect(Object.fromEntries(units)).toEqual({
      'adit.tunnel.client_discarded': '',
      'adit.tunnel.delivery.paused': '',
      'adit.tunnel.lost': '{envelope}',
      'adit.tunnel.spool.limit': 'By',
      'adit.tunnel.spool.max_age': 's',
      'adit.tunnel.faults': '{fault}',
      'adit.tunnel.given_up': '{envelope}',
      'adit.tunnel.requests': '{request}',
      'adit.tunnel.active_requests': '{request}',
      'adit.tunnel.received': 'By',
      'adit.tunnel.forwarded': 'By',
      'adit.tunnel.redelivered': '{envelope}',
      'adit.tunnel.spool.envelopes': '{envelope}',
      'adit.tunnel.spool.size': 'By',
      'adit.tunnel.spool.oldest_age': 's',
      'adit.tunnel.spool.drain_rate': '{envelope}/s',
      'adit.tunnel.outage': '',
      'adit.tunnel.limited_dsns': '{dsn}',
      'adit.tunnel.discarded': '',
    });
  });
});

describe('recordDurations', () => {
  const ANSWERED = { kind: 'forwarded', status: 200, bytes: 1, durationMs: 30 } as const;

  it('records how long ingest took, in seconds, by its status', async () => {
    const { meter, read } = createProvider();
    const record = recordDurations({ meter });
    record(ANSWERED);
    record(ANSWERED);
    record({ ...ANSWERED, status: 500, durationMs: 20_000 });
    const histograms = await read('adit.tunnel.ingest.duration');

    expect(histograms).toEqual({
      'http.response.status_code=200': expect.objectContaining({
        count: 2,
        sum: 0.06,
      }) as unknown,
      'http.response.status_code=500': expect.objectContaining({
        count: 1,
        sum: 20,
      }) as unknown,
    });
    expect(histograms['http.response.status_code=200']).toMatchObject({
      buckets: { boundaries: expect.arrayContaining([0.005, 0.025, 10]) as unknown },
    });
  });

  it('records how long ingest was waited for in vain', async () => {
    const { meter, read } = createProvider();
    const record = recordDurations({ meter });
    for (const kind of ['unreachable', 'timed-out', 'invalid-answer'] as const) {
      record({ kind, status: 502, detail: '', durationMs: 1 });
    }

    expect(Object.keys(await read('adit.tunnel.ingest.duration'))).toEqual([
      'error.type=unreachable',
      'error.type=timed-out',
      'error.type=invalid-answer',
    ]);
  });

  it('records nothing where ingest had no part', async () => {
    const { meter, read } = createProvider();
    const record = recordDurations({ meter });
    record({ kind: 'refused', status: 429, reason: 'throttled', detail: '' });
    record({ kind: 'spooled', status: 200, bytes: 1, cause: 'outage' });
    record({ kind: 'aborted', status: 400, detail: '' });

    expect(await read('adit.tunnel.ingest.duration')).toEqual({});
  });
});

describe('without a meter', () => {
  afterEach(() => globalMetrics.disable());

  it("both write to the host's own meter provider", async () => {
    const { provider, read } = createProvider();
    globalMetrics.setGlobalMeterProvider(provider);
    recordDurations()({ kind: 'forwarded', status: 200, bytes: 1, durationMs: 1 });
    observeTunnel({ stats: () => STATS });

    expect(Object.values(await read('adit.tunnel.ingest.duration')).map(countOf)).toEqual([1]);
    expect(await read('adit.tunnel.active_requests')).toEqual({ '': 3 });
  });

  it('cost nothing and harm nothing where there is no provider', () => {
    expect(() =>
      recordDurations()({ kind: 'forwarded', status: 200, bytes: 1, durationMs: 1 }),
    ).not.toThrow();
    expect(() => observeTunnel({ stats: () => STATS })()).not.toThrow();
  });
});

function countOf(histogram: unknown): number {
  return (histogram as { count: number }).count;
}
