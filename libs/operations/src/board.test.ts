import { createFakeClock, deferred } from '@adit/testing';
import { NO_RECORDED } from '@adit/tunnel';
import { answersOf, entryOf, reportOf, statsOf, tookMs } from '../testing/reports.helper.ts';
import { NO_SHARE, SETTING_NAMES } from '../testing/states.helper.ts';
import { createBoard, type Board, type BoardOptions } from './board.ts';
import type { ProcessReport } from './reporter.ts';

const PROJECT = 'a.example/1';
const COUNTS = { forwarded: 0, refused: 0, spooled: 0, redelivered: 0, lost: 0 };
const SPOOL = {
  envelopes: 0,
  bytes: 0,
  maxBytes: 1_000,
  maxAgeMs: 60_000,
  isOut: false,
  isPaused: false,
  deliveredPerS: 0,
};

let last: Board | undefined;

afterEach(() => last?.stop());

async function setUp(first: readonly ProcessReport[] = [reportOf()], options: Partial<BoardOptions> = {}) {
  const clock = createFakeClock({ now: 1_000_000 });
  let reports = first;
  const board = createBoard({
    collect: () => Promise.resolve(reports),
    isReady: () => true,
    clock,
    server: {
      version: '1.2.3',
      node: 'v20',
      replica: 'a',
      port: 8787,
      throttle: null,
      startedAt: 0,
      settings: SETTING_NAMES,
    },
    spoolKind: 'disk',
    ...options,
  });
  last = board;
  await clock.advance(0);
  const say = async (next: readonly ProcessReport[], ms = 1_000): Promise<void> => {
    reports = next;
    await clock.advance(ms);
  };
  return { board, clock, say };
}

describe('createBoard', () => {
  it('adds up what all workers have counted', async () => {
    const { board } = await setUp([
      reportOf({ stats: statsOf({ forwarded: 3, lost: { ...statsOf().lost, expired: 1 } }) }),
      reportOf({ worker: 2, pid: 200, stats: statsOf({ forwarded: 4, inFlight: 2 }) }),
    ]);

    expect(board.state()).toMatchObject({
      counts: { requests: { forwarded: 7 } },
      lost: { total: 1, byReason: { expired: 1, refused: 0 } },
      workers: [
        { worker: 1, pid: 100, isAnswering: true },
        { worker: 2, inFlight: 2 },
      ],
    });
  });

  it('keeps the counts of a worker that was replaced, and counts each once', async () => {
    const { board, say } = await setUp([reportOf({ stats: statsOf({ forwarded: 3 }) })]);
    await say([reportOf({ stats: statsOf({ forwarded: 5 }) })]);
    await say([reportOf({ pid: 101, stats: statsOf({ forwarded: 1 }) })]);
    await say([reportOf({ pid: 101, stats: statsOf({ forwarded: 2 }) })]);

    expect(board.state().counts.requests.forwarded).toBe(7);
  });

  it('keeps the counts of every process that was replaced', async () => {
    const { board, say } = await setUp([reportOf({ stats: statsOf({ forwarded: 3 }) })]);
    await say([reportOf({ pid: 101, stats: statsOf({ forwarded: 4 }) })]);
    await say([reportOf({ pid: 102, stats: statsOf({ forwarded: 5 }) })]);

    expect(board.state().counts.requests.forwarded).toBe(12);
  });

  it('keeps the releases of 20 and those that run, however many processes have ended', async () => {
    const reportWith = (pid: number): ProcessReport => {
      const chrome = NO_RECORDED();
      chrome.items.error.arrived = 1;
      return reportOf({
        pid,
        stats: statsOf({ recorded: { real: { chrome }, [`made-up@${pid}`]: { chrome } } }),
      });
    };
    const { board, say } = await setUp([reportWith(1)]);
    for (let pid = 2; pid <= 100; pid += 1) await say([reportWith(pid)]);
    const { releases } = board.state().recorded!;
    expect([releases['real']?.known, Object.keys(releases).length]).toEqual([100, 22]);
    // The counts of those that gave way.
    expect(releases).toHaveProperty(['other']);
    expect(releases).toHaveProperty(['made-up@99']);
  });

  it('keeps what a worker last said that does not answer, and says so', async () => {
    const { board, say } = await setUp([reportOf({ stats: statsOf({ forwarded: 3 }) })]);
    await say([]);

    expect(board.state()).toMatchObject({
      counts: { requests: { forwarded: 3 } },
      workers: [{ worker: 1, isAnswering: false }],
    });
  });

  it('takes the largest depth of a spool that all workers share, and the sum of others', async () => {
    const reports = [1, 2].map((worker) =>
      reportOf({ worker, pid: worker, stats: statsOf({ spool: { ...SPOOL, bytes: 100, envelopes: 5 } }) }),
    );
    const shared = await setUp(reports, { spoolKind: 'redis' });
    const own = await setUp(reports);

    expect(shared.board.state().spool).toMatchObject({
      bytes: 100,
      envelopes: 5,
      maxBytes: 1_000,
      fill: 0.1,
    });
    expect(own.board.state().spool).toMatchObject({ bytes: 200, envelopes: 10, maxBytes: 2_000, fill: 0.1 });
    shared.board.stop();
    own.board.stop();
  });

  it('says when the spool will be full at the pace of the last minute', async () => {
    const held = (bytes: number): ProcessReport[] => [
      reportOf({ stats: statsOf({ spool: { ...SPOOL, bytes } }) }),
    ];
    const { board, say } = await setUp(held(100));
    await say(held(110));
    await say(held(120));
    // 880 bytes are left, at 10 bytes a second.
    expect(board.state().spool?.fullInMs).toBe(88_000);

    for (let second = 0; second < 10; second += 1) await say(held(120));
    // It has grown within the minute, but not in its last ten seconds.
    expect(board.state().spool?.fullInMs).toBeNull();
  });

  it('says how fast the spool empties, and when it will be empty', async () => {
    const waiting = (envelopes: number, values: Partial<typeof SPOOL> = {}): ProcessReport[] => [
      reportOf({ stats: statsOf({ spool: { ...SPOOL, envelopes, deliveredPerS: 100, ...values } }) }),
    ];
    const { board, say } = await setUp(waiting(900));
    for (let second = 0; second < 60; second += 1) await say(waiting(1_000));
    expect(board.state().spool).toMatchObject({ deliveredPerS: 100, emptyInMs: null });
    await say(waiting(900));
    await say(waiting(800));
    // 100 fewer in each second.
    expect(board.state().spool?.emptyInMs).toBe(8_000);

    await say(waiting(700, { isOut: true }));
    expect(board.state().spool?.emptyInMs).toBeNull();
    await say(waiting(700, { isPaused: true }));
    expect(board.state().spool?.emptyInMs).toBeNull();
    for (let second = 0; second < 31; second += 1) await say(waiting(700));
    // Nothing was delivered in the last half minute.
    expect(board.state().spool?.emptyInMs).toBeNull();
  });

  it('has no spool without one', async () => {
    const reports = [reportOf({ stats: { ...statsOf(), spool: undefined } })];
    const { board, say } = await setUp(reports);
    await say(reports, 20_000);
    expect(board.state().spool).toBeNull();
    const { spoolBytes, spoolEnvelopes, oldestAgeMs } = board.state().series!.values;
    expect([spoolBytes, spoolEnvelopes, oldestAgeMs]).toEqual(new Array(3).fill([0, 0]));
  });

  it('does not say how full a spool is that has no bound, nor how old what it cannot read', async () => {
    const spool = { ...SPOOL, bytes: 100, maxBytes: undefined };
    const { board } = await setUp([reportOf({ stats: statsOf({ spool }), oldestAgeMs: undefined })]);

    expect(board.state().spool).toMatchObject({
      bytes: 100,
      maxBytes: null,
      fill: null,
      fullInMs: null,
      oldestAgeMs: null,
    });
  });

  it('shows an outage of any worker, and the longest limit of each category', async () => {
    const limit = {
      category: 'error',
      scope: 'key',
      namespaces: '',
      reasonCode: 'quota',
      untilMs: 1_030_000,
    } as const;
    const project = {
      ...COUNTS,
      forwarded: 2,
      isOut: false,
      limits: [limit, { ...limit, untilMs: 900_000 }],
    };
    const away = { ...project, isOut: true, limits: [{ ...limit, untilMs: 1_060_000 }] };
    const { board } = await setUp([
      reportOf({ stats: statsOf({ projects: { [PROJECT]: project } }) }),
      reportOf({ worker: 2, pid: 2, stats: statsOf({ projects: { [PROJECT]: away } }) }),
    ]);

    expect(board.state().projects).toEqual([
      {
        ...COUNTS,
        project: PROJECT,
        forwarded: 4,
        isUp: false,
        downSince: 1_000_000,
        downCause: null,
        rejections: NO_SHARE,
        limits: [{ category: 'error', reason: 'quota', endsAt: 1_060_000, remainingMs: 60_000 }],
      },
    ]);
  });

  it('adds the errors that ingest answered, and their rate', async () => {
    const report = (worker: number, errors: Record<string, number>) =>
      reportOf({ worker, pid: worker, stats: statsOf({ answers: answersOf(errors, 'a') }) });
    const { board, say } = await setUp([report(1, {}), report(2, {})]);
    await say([report(1, { 403: 2 }), report(2, { 403: 1, 502: 1 })], 2_000);

    expect(board.state()).toMatchObject({
      counts: { ingestErrors: { a: { 403: 3, 502: 1 } } },
      rates: { ingestErrorsPerS: 2 },
    });
  });

  it('computes rates and quantiles over the last minute', async () => {
    const report = (forwarded: number, quick: number): ProcessReport[] => [
      reportOf({
        stats: statsOf({
          forwarded,
          // Slow requests, none of which is in the window at the end.
          answers: { a: { 500: tookMs(100, 5_000), 200: tookMs(quick) } },
        }),
      }),
    ];
    const { board, say } = await setUp(report(100, 0));
    expect(board.state().rates).toMatchObject({ windowMs: 0, requestsPerS: 0, ingestP99Ms: null });
    for (let second = 1; second <= 70; second += 1) await say(report(100 + 20 * second, 20 * second));

    const { rates } = board.state();
    expect(rates).toMatchObject({ windowMs: 60_000, requestsPerS: 20, forwardedPerS: 20, refusedPerS: 0 });
    expect(rates.ingestP99Ms).toBeGreaterThan(10);
    expect(rates.ingestP99Ms).toBeLessThanOrEqual(25);
  });

  it('counts what is refused and what ingest rejects in the last minute, and since when', async () => {
    const report = (throttled: number, rejected: number): ProcessReport[] => [
      reportOf({
        stats: statsOf({
          projects: { [PROJECT]: { ...COUNTS, forwarded: 2 * rejected, isOut: false, limits: [] } },
          refused: { ...statsOf().refused, throttled },
          answers: answersOf({ 403: rejected }),
        }),
      }),
    ];
    const { board, say } = await setUp(report(0, 0));
    await say(report(5, 5));
    expect(board.state()).toMatchObject({ refusals: { count: 5, of: 5, since: null } });
    await say(report(9, 8));

    const { refusals, projects: all } = board.state();
    expect(refusals).toMatchObject({ count: 9, of: 9, by: { throttled: 9 }, since: 1_002_000 });
    expect(refusals.times).toEqual({ throttled: { firstAt: 1_001_000, lastAt: 1_002_000 } });
    expect(all[0]).toMatchObject({
      rejections: { count: 8, of: 16, by: { 403: 8 }, since: 1_002_000 },
    });
    for (let second = 0; second < 61; second += 1) await say(report(9, 8));
    expect(board.state().refusals).toMatchObject({ count: 0, since: null });
  });

  it('keeps a point for each ten seconds, 360 of them', async () => {
    const { board, say } = await setUp();
    await say([reportOf({ stats: statsOf({ lost: { ...statsOf().lost, damaged: 2 } }) })], 100_000);
    const { at, stepMs, values = {} } = board.state().series ?? {};

    expect([at, stepMs, values['lost']]).toEqual([1_100_000, 10_000, new Array(10).fill(2)]);
  });

  it('knows nothing before the first report, and begins with it', async () => {
    const { board, say } = await setUp([]);
    await say([], 10_000);
    expect(board.state()).toMatchObject({ isReady: true, rates: { windowMs: 0 }, workers: [] });
    await say([reportOf({ stats: statsOf({ forwarded: 5 }) })]);
    await say([reportOf({ stats: statsOf({ forwarded: 7 }) })]);

    expect(board.state().rates).toMatchObject({ windowMs: 1_000, forwardedPerS: 2 });
  });

  it('tells listeners what is new, and nothing after they have left', async () => {
    const { board, say } = await setUp();
    const news: unknown[] = [];
    const leave = board.subscribe(({ outcomes }) => news.push(outcomes.map(({ at }) => at)));
    await say([reportOf({ outcomes: [entryOf({ at: 2 }), entryOf({ at: 1 })] })]);
    leave();
    await say([reportOf({ outcomes: [entryOf({ at: 3 })] })]);

    expect(news).toEqual([[1, 2]]);
    expect(board.outcomes({ limit: 2 }).map(({ at }) => at)).toEqual([3, 2]);
  });

  it('reads nothing more if it is stopped while it reads', async () => {
    const { clock, board } = await setUp();
    const answer = deferred<readonly ProcessReport[]>();
    let asked = 0;
    const slow = createBoard({
      collect: () => ((asked += 1), answer.promise),
      isReady: () => true,
      clock,
      server: board.state().server,
      spoolKind: 'off',
    });
    slow.stop();
    board.stop();
    answer.resolve([]);
    await clock.advance(5_000);

    expect([asked, clock.pending]).toEqual([1, 0]);
  });

  it('goes on if reading fails, and ends when it is stopped', async () => {
    let asked = 0;
    const { board, clock } = await setUp([], {
      collect: () => {
        asked += 1;
        return Promise.reject(new Error('x'));
      },
    });
    await clock.advance(3_000);
    expect(asked).toBe(4);
    board.stop();
    await clock.advance(3_000);
    expect(asked).toBe(4);
    expect(board.state()).toMatchObject({ lost: { total: 0 }, projects: [], workers: [], isReady: false });
  });
});
