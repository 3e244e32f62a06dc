import { NO_SHARE, NOW, projectOf, spoolOf, stateOf, textOf, workerOf } from '../../testing/states.helper.ts';
import { entryOf } from '../../testing/reports.helper.ts';
import type { OutcomeEntry } from '../outcomes.ts';
import type { ServerState } from '../server-state.ts';
import { drawParts, type PageParts } from './parts.ts';

const draw = (values: Partial<ServerState> = {}, outcomes: readonly OutcomeEntry[] = []): PageParts =>
  drawParts({ state: () => stateOf(values), outcomes: ({ limit } = {}) => outcomes.slice(0, limit) });
const read = (name: keyof PageParts, ...args: Parameters<typeof draw>): string =>
  textOf({ markup: draw(...args)[name] });

describe('the parts of the page', () => {
  it('begin with what is lost, and name the troubles with their section of the runbook', () => {
    expect(read('verdict')).toBe(
      '0 lost Nothing is lost 0 envelopes are lost, as it should be; the server started at 02:12:05 UTC.',
    );
    expect(read('title')).toBe('0 lost · pod-a:8787 · Adit tunnel');
    const spool = spoolOf({ isPaused: true });
    expect(read('verdict', { spool })).toContain('stored envelopes. Runbook: AditDeliveryPaused');
    expect(read('title', { spool })).toBe('0 lost · 1 ! · pod-a:8787 · Adit tunnel');
    expect([read('replica'), read('time'), read('announcement')]).toEqual([
      'pod-a:8787',
      '03:12:05 UTC',
      'Nothing is lost.',
    ]);
    expect(read('server')).toBe('Adit tunnel 1.2.3 · Node v20 · started 02:12:05 UTC, 1 h ago');
  });

  it('hold the charts of a board with a series, and empty ones before', () => {
    const series = { at: NOW, stepMs: 10_000, values: { lost: [0, 7] } };
    expect(read('charts', { series })).toContain('Lost in 10 s lost 7');
    expect(read('charts')).toContain('Lost in 1 ms lost –');
  });

  it('say whether ingest is up, and since when not', () => {
    expect(read('facts')).toContain('Ingest Up 1 project Spool');
    const down = projectOf({ isUp: false, downSince: NOW - 60_000 });
    const limits = [{ category: 'error', reason: 'quota', endsAt: NOW + 5_000, remainingMs: 5_000 }];
    expect(
      read('facts', { projects: [down, { ...down, downSince: null }, projectOf({ limits })] }),
    ).toContain('Ingest Down 2 of 3 projects since 03:11:05 UTC for 1 min 1 project limited by Sentry');
  });

  it.each<[Partial<ServerState>, string]>([
    [{ spool: null }, 'Spool Off Nothing is stored during an outage. Oldest waiting None'],
    [{}, 'Spool 0 % 0 bytes of 1 MiB 0 envelopes not growing Oldest waiting None'],
    [
      {
        spool: spoolOf({ bytes: 524_288, envelopes: 1, fill: 0.5, fullInMs: 7_200_000, oldestAgeMs: 65_000 }),
      },
      'Spool 50 % 512 KiB of 1 MiB 1 envelope full in 2 h at this pace Oldest waiting 1 min 5 s dropped after 1 d',
    ],
    [{ spool: spoolOf({ fill: 1.1, bytes: 1_100_000, isPaused: true }) }, 'envelopes full; delivery paused'],
    [{ spool: spoolOf({ fill: 0.9, isHealthy: false, fullInMs: 5 }) }, 'envelopes takes no more Oldest'],
    [
      { spool: spoolOf({ fill: null, maxBytes: null, bytes: 2_048, envelopes: 3 }) },
      'Spool 2 KiB 2 KiB 3 envelopes',
    ],
    [{ spool: spoolOf({ envelopes: 3, oldestAgeMs: null }) }, 'Oldest waiting Unknown'],
    [{ spool: spoolOf({ envelopes: 3, oldestAgeMs: 80_000_000 }) }, 'Oldest waiting 22 h 13 min'],
  ])('say of the spool of %j: %s', (values, text) => {
    expect(read('facts', values)).toContain(text);
  });

  it.each<[Parameters<typeof spoolOf>[0], string]>([
    [{}, 'Delivering Nothing nothing waits'],
    [
      { envelopes: 300_000, deliveredPerS: 980, emptyInMs: 230_000 },
      'Delivering 980 a second 300,000 envelopes left done in about 4 min',
    ],
    [{ envelopes: 9_000, deliveredPerS: 500, emptyInMs: 18_000 }, 'done in about 20 s'],
    [{ envelopes: 1, deliveredPerS: 1, emptyInMs: 0 }, '1 envelope left done in about 10 s'],
    [
      { envelopes: 9, emptyInMs: null },
      'Delivering 0 a second 9 envelopes left no estimate: no fewer than before',
    ],
    [{ envelopes: 9, isOut: true }, 'no estimate: ingest is unavailable'],
    [{ envelopes: 9, isPaused: true, isOut: true }, 'no estimate: the delivery is paused'],
  ])('say of the delivery of %j: %s', (values, text) => {
    expect(read('facts', { spool: spoolOf(values) })).toContain(text);
  });

  it('mark what is bad for the eye too', () => {
    const bad = (values: Partial<ServerState>): number => draw(values).facts.split('class="bad"').length - 1;
    expect(bad({})).toBe(0);
    expect(bad({ isReady: false })).toBe(1);
    expect(bad({ spool: spoolOf({ isHealthy: false }) })).toBe(1);
    expect(bad({ spool: spoolOf({ envelopes: 1, oldestAgeMs: 50_000_000 }) })).toBe(1);
  });

  it('show rates and quantiles of the last minute', () => {
    const { rates } = stateOf();
    const busy = { ...rates, forwardedPerS: 12.34, requestsPerS: 1_500, receivedBytesPerS: 2_048 };
    expect(
      read('facts', { rates: { ...busy, ingestP50Ms: 20, ingestP99Ms: 250, serverP50Ms: 21 } }),
    ).toContain(
      'Forwards 12.3 a second 1,500 requests a second 2 KiB a second Ingest answers in 20 ms p50 250 ms p99 clients wait 21 ms p50, – p99',
    );
  });

  it('show the workers one by one if there are several', () => {
    expect([read('workers'), read('facts')]).toEqual(['', expect.stringMatching(/Workers 1 ready$/)]);
    const workers = [workerOf(), workerOf({ worker: 2, isAnswering: false, restarts: 2, inFlight: 4 })];
    expect(read('workers', { workers })).toContain(
      'Worker 1 requests 0 restarts 0 CPU 20 % memory 1 MiB delay p99 1 ms Worker 2 Does not answer requests 4 restarts 2',
    );
    expect(read('facts', { workers, isReady: false })).toMatch(/Workers 1 of 2 not ready 2 restarts$/);
  });

  it('show projects in trouble first, with their limits and the ends of these', () => {
    const limit = { category: 'error', reason: 'quota', endsAt: NOW + 65_000, remainingMs: 65_000 };
    const limits = [{ ...limit, category: 'session', reason: '' }, limit];
    const projects = [
      projectOf({ project: 'up', forwarded: 1_234 }),
      projectOf({ project: 'limited', limits }),
      projectOf({ project: 'lossy', lost: 1 }),
      projectOf({ project: 'down', isUp: false, downSince: NOW - 1_000 }),
    ];
    const text = read('projects', { projects });

    expect(text).toMatch(/down Down since 03:12:04 UTC, 1 s .*lossy Up .*limited Up .*up Up/);
    expect(text).toContain(
      'Limits of Sentry session until 03:13:10 UTC, for 1 min 5 s error until 03:13:10 UTC, for 1 min 5 s: quota up Up',
    );
    expect(text).toContain('forwarded 1,234 spooled 0 redelivered 0 refused 0 lost 0');
    expect(text).not.toContain('more project');
    const many = Array.from({ length: 22 }, (_, number) => projectOf({ project: `p${number}` }));
    expect(read('projects', { projects: many })).toMatch(/p19 .*2 more projects in \/state\.$/);
  });

  it('say of a project what its ingest rejects, now and since the start', () => {
    const rejections = { count: 9, of: 10, by: { 403: 8, 500: 1 }, since: NOW };
    const projects = [
      projectOf({ project: 'fine' }),
      projectOf({ project: 'before', forwarded: 9_999 }),
      projectOf({ project: 'now', rejections }),
    ];
    const counts = { ...stateOf().counts, ingestErrors: { before: { 413: 1_234 }, now: { 403: 8, 500: 1 } } };
    const text = read('projects', { projects, counts });

    expect(text).toMatch(/^now Up, but rejects 90 % of the last minute: 403 \(8\), 500 \(1\) forwarded/);
    expect(text).toContain('Rejected by ingest: 1,234 of the forwarded, by status: 413 (1,234)');
    expect(text.match(/Rejected/g)).toHaveLength(2);
    const all = { count: 9, of: 9, by: { 401: 9 }, since: NOW };
    expect(read('projects', { projects: [projectOf({ rejections: all })] })).toContain(
      'Up, but rejects all of the last minute: 401 (9)',
    );
  });

  it('show beside what is lost which share does not arrive, and green only if all is well', () => {
    const refusals = { count: 7, of: 10, by: { throttled: 7 }, since: NOW, times: {} };
    expect(read('verdict', { refusals })).toMatch(/^0 lost 70 % refused The tunnel refuses 70 %/);
    expect(read('title', { refusals })).toBe('0 lost · 70 % refused · 1 ! · pod-a:8787 · Adit tunnel');
    expect([draw({ refusals }).verdict, draw().verdict].map((text) => text.includes('"lost ok"'))).toEqual([
      false,
      true,
    ]);
  });

  it('count what was refused, lost and dropped, by reason', () => {
    const { counts } = stateOf();
    const text = read('counts', {
      lost: {
        total: 4,
        byReason: { expired: 4, damaged: 0 },
        lastAt: NOW,
        since: NOW,
        times: { expired: { firstAt: NOW - 5_000, lastAt: NOW } },
      },
      refusals: { ...NO_SHARE, times: { 'dsn-not-allowed': { firstAt: NOW, lastAt: NOW } } },
      counts: {
        ...counts,
        requests: { ...counts.requests, forwarded: 5, refused: 2, unreachable: 1 },
        refused: { 'dsn-not-allowed': 2, closing: 0 } as unknown as typeof counts.refused,
        redelivered: 3,
        givenUp: { ...counts.givenUp, dropped: 6 },
        ingestErrors: { 'a.example/1': { 403: 9 } },
        discarded: { queue_overflow: { error: 8 } },
      },
    });

    expect(text).toBe(
      'Requests by outcome forwarded 5 spooled 0 refused 2 unreachable 1 Stored envelopes redelivered 3 dropped 6 ' +
        'Lost by reason expired 4 03:12:00 to 03:12:05 Refused by reason dsn-not-allowed 2 03:12:05 Errors of ingest 403, a.example/1 9 Dropped by the tunnel error, queue_overflow 8 Dropped by SDKs of browsers and servers none',
    );
  });

  it('name twenty rows of a table, and how many more there are', () => {
    const { counts } = stateOf();
    const ingestErrors = Object.fromEntries(
      Array.from({ length: 22 }, (_, number) => [`p${number}`, { 403: 1 }]),
    );
    expect(read('counts', { counts: { ...counts, ingestErrors } })).toContain(
      '403, p19 1 2 more in /state Dropped',
    );
  });

  it('mark a forward that ingest answered with an error', () => {
    const levelsOf = (...statuses: (number | undefined)[]) =>
      draw(
        {},
        statuses.map((status) => entryOf({ status })),
      ).outcomes.match(/(?<=<b class=")\w+/g);
    expect(levelsOf(200, 403, 429, undefined)).toEqual(['ok', 'warn', 'warn', 'ok']);
  });

  it('list the last outcomes, each with a link that says where the event went', () => {
    const eventId = 'a'.repeat(32);
    const outcomes = [
      entryOf({ at: NOW, outcome: 'spooled', reason: 'timed-out', eventId, bytes: 2_048, sdk: 'sentry.x/1' }),
      entryOf({
        at: NOW,
        outcome: 'refused',
        reason: '<b>',
        lost: 'spool-full',
        project: undefined,
        status: undefined,
      }),
      entryOf({ at: NOW, status: 403 }),
      entryOf({
        at: NOW,
        itemTypes: [],
        status: 429,
        limited: [{ reason: 'quota', category: 'error', quantity: 2 }],
      }),
    ];
    expect(read('outcomes', {}, outcomes)).toBe(
      `03:12:05 spooled: timed-out ${eventId} 200 · a.example/1 · event · 2 KiB · 1 ms · sentry.x/1 ` +
        '03:12:05 refused, lost: <b> event · 1 byte · 1 ms ' +
        '03:12:05 rejected by ingest: 403 403 · a.example/1 · event · 1 byte · 1 ms ' +
        '03:12:05 limited by ingest 429 · a.example/1 · 1 byte · 1 ms · limited: 2 error (quota)',
    );
    const { outcomes: drawn } = draw({}, outcomes);
    expect(drawn).toContain(`href="?event=${eventId}#event"`);
    expect(drawn).not.toContain('<b>');
    expect(read('outcomes')).toBe('None yet.');
  });

  it('list of those that are alike the newest five with an event id, one without, and how many there are', () => {
    const alike = (count: number, values: Partial<OutcomeEntry>) =>
      Array.from({ length: count }, () => entryOf({ at: NOW, ...values }));
    const rows = (outcomes: readonly OutcomeEntry[]) =>
      draw({}, outcomes).outcomes.match(/(?<=<b class="\w+">)[^<]+/g);

    expect(
      rows([
        ...alike(7, { eventId: 'a'.repeat(32) }),
        ...alike(23, { outcome: 'refused', reason: 'throttled' }),
        ...alike(1, { outcome: 'aborted' }),
      ]),
    ).toEqual([
      'forwarded ×7',
      ...new Array<string>(4).fill('forwarded'),
      'refused: throttled ×23',
      'aborted',
    ]);
    const many = Array.from({ length: 60 }, (_, status) => entryOf({ status: 200 + status }));
    expect(rows(many)).toHaveLength(30);
  });
});
