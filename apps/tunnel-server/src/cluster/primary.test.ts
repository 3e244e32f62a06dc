import type { RateLimits } from '@adit/envelope';
import { measureProcess } from '@adit/operations';
import { createFakeClock, deferred } from '@adit/testing';
import { ConfigError } from '../config/config-error.ts';
import { readConfig, type ServerConfig } from '../config/config.ts';
import type { Measures } from '../metrics/measures.ts';
import { linesOf, measuresOf, reportOf } from '../../testing/reports.helper.ts';
import { recordLog } from '../../testing/record-log.helper.ts';
import type { Answer, ToPrimary, ToWorker } from './messages.ts';
import { startWorkers, type Workers } from './primary.ts';
import type { WorkerHandle } from './worker-process.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const LIMITS: RateLimits = [{ category: 'error', scope: 'key', namespaces: '', reasonCode: '', untilMs: 1 }];

const DAY_MS = 86_400_000;

/** A process that does only what the test tells it. */
interface FakeProcess extends WorkerHandle {
  readonly received: ToWorker[];
  readonly emit: (message: ToPrimary) => void;
  readonly end: (code: number | null, signal?: string | null) => void;
  readonly killed: () => boolean;
  /** Suspends it, as SIGSTOP does, or resumes it. */
  readonly standStill: (stands: boolean) => void;
}

function createFakeProcess(): FakeProcess {
  const received: ToWorker[] = [];
  let emit!: (message: ToPrimary) => void;
  let end!: (code: number | null, signal: string | null) => void;
  let killed = false;
  let standsStill = false;
  return {
    received,
    standStill: (stands) => (standsStill = stands),
    send: (message) => {
      if (message.kind !== 'ping') received.push(message);
      if (standsStill) return;
      if (message.kind === 'ping') queueMicrotask(() => emit({ kind: 'pong' }));
      if (message.kind === 'close-port') queueMicrotask(() => emit({ kind: 'port-closed' }));
    },
    onMessage: (receive) => (emit = receive),
    onExit: (ended) => (end = ended),
    kill: () => {
      killed = true;
      end(null, 'SIGKILL');
    },
    emit: (message) => emit(message),
    end: (code, signal = null) => end(code, signal),
    killed: () => killed,
  };
}

const configOf = (env: Record<string, string> = {}): ServerConfig =>
  readConfig({
    env: { ADIT_DSNS: DSN, ADIT_WORKERS: '2', ADIT_SPOOL: 'off', ...env },
    workingDirectory: '/',
    readFile: () => '',
  });

function setUp(config = configOf()) {
  const clock = createFakeClock();
  const processes: FakeProcess[] = [];
  const recorded = recordLog();
  let program: 'works' | 'ends' | 'hangs' = 'works';
  const fork = (): WorkerHandle => {
    const process = createFakeProcess();
    processes.push(process);
    // As soon as possible, but not before a listener is registered.
    queueMicrotask(() => {
      if (program === 'works') process.emit({ kind: 'hello' });
      else if (program === 'ends') process.end(1);
    });
    return process;
  };
  const started = startWorkers({ config, log: recorded.log, fork, meter: measureProcess(), clock });
  return { ...recorded, clock, processes, started, breakProgram: (how: 'ends' | 'hangs') => (program = how) };
}

async function setUpListening(config?: ServerConfig) {
  const all = setUp(config);
  await all.clock.advance(0);
  for (const process of all.processes) process.emit({ kind: 'listening', url: 'http://host/t' });
  return { ...all, workers: await all.started };
}

const lastOf = (process: FakeProcess | undefined): ToWorker | undefined => process?.received.at(-1);

/** Answers the last question to a process. */
function reply(process: FakeProcess | undefined, answer: Omit<Answer, 'kind' | 'id'>): void {
  const question = lastOf(process);
  if (question?.kind === 'ask') process?.emit({ kind: 'answer', id: question.id, ...answer });
}

const measured = (forwarded: number): Measures => measuresOf({ forwarded, inFlight: forwarded });

/** The measures of the workers, as a scraper reads them. */
async function scrape(
  workers: Workers,
  processes: readonly FakeProcess[],
  answers: readonly Measures[],
): Promise<readonly string[]> {
  const measuring = workers.measure();
  processes.forEach((process, index) => reply(process, { measures: answers[index] }));
  return linesOf(await measuring);
}

const FORWARDED = 'adit_tunnel_requests_total{outcome="forwarded"}';

describe('startWorkers', () => {
  it('starts the configured number of workers and waits until all listen', async () => {
    const { processes, started, clock } = setUp();
    const listening = deferred<string>();
    void started.then(({ url }) => listening.resolve(url));
    await clock.advance(0);
    expect(processes.map((process) => process.received)).toEqual([
      [{ kind: 'start', worker: 1, limits: [] }],
      [{ kind: 'start', worker: 2, limits: [] }],
    ]);

    processes[0]!.emit({ kind: 'listening', url: 'http://host/t' });
    processes[1]!.emit({ kind: 'listening', url: 'http://host/t' });
    expect(await listening.promise).toBe('http://host/t');
  });

  it.each([
    [true, new ConfigError('ADIT_SPOOL is wrong')],
    [false, new Error('ADIT_SPOOL is wrong')],
  ])('fails with the error of a worker, and kills the others', async (isConfig, error) => {
    const { processes, started, clock } = setUp();
    await clock.advance(0);
    processes[1]!.emit({ kind: 'listening', url: '' });
    processes[0]!.emit({ kind: 'failed', message: 'ADIT_SPOOL is wrong', isConfig });

    await expect(started).rejects.toEqual(error);
    expect(processes[1]!.killed()).toBe(true);
    await clock.advance(120_000);
    expect(processes).toHaveLength(2);
  });

  it('fails if a worker exits before it listens', async () => {
    const { processes, started } = setUp();
    processes[0]!.end(1);

    await expect(started).rejects.toThrow('worker 1 ended before it listened');
  });
});

describe('a worker that dies', () => {
  it('is replaced, with the same number and the limits learned meanwhile', async () => {
    const { processes, clock, events, entries } = await setUpListening();
    processes[1]!.emit({ kind: 'limits', dsn: 'd', limits: LIMITS });
    await clock.advance(60_000);
    clock.setWall(-DAY_MS);
    processes[0]!.end(null, 'SIGSEGV');
    await clock.advance(0);

    expect(processes[2]?.received).toEqual([
      { kind: 'start', worker: 1, limits: [['d', [{ ...LIMITS[0]!, untilMs: 1 - DAY_MS }]]] },
    ]);
    processes[2]!.emit({ kind: 'listening', url: '' });
    await clock.advance(0);
    expect(events()).toEqual(['worker-died', 'worker-restarted']);
    expect(entries[0]).toMatchObject({ level: 'error', worker: 1, signal: 'SIGSEGV', livedMs: 60_000 });
  });

  it('is replaced after longer and longer delays while it keeps dying, and at once after a long lifetime', async () => {
    const { processes, clock, entries } = await setUpListening();
    for (let death = 0; death < 3; death += 1) {
      processes.at(-1)!.end(1);
      await clock.advance(30_000);
      processes.at(-1)!.emit({ kind: 'listening', url: '' });
    }
    await clock.advance(60_000);
    processes.at(-1)!.end(1);
    await clock.advance(0);

    expect(
      entries.filter(({ event }) => event === 'worker-died').map(({ restartInMs }) => restartInMs),
    ).toEqual([500, 1_000, 2_000, 0]);
  });

  it('is replaced again if its replacement cannot start', async () => {
    const { processes, clock, events } = await setUpListening();
    await clock.advance(60_000);
    processes[0]!.end(1);
    await clock.advance(0);
    processes[2]!.emit({ kind: 'failed', message: 'EMFILE', isConfig: false });
    processes[2]!.end(1);
    await clock.advance(500);

    expect(processes).toHaveLength(4);
    expect(events()).toEqual(['worker-died', 'worker-died', 'worker-failed']);
  });
});

describe('shared state', () => {
  it.each([DAY_MS, -DAY_MS])(
    'keeps rate limits for their time if the wall clock is set by %d ms',
    async (byMs) => {
      const { processes, clock } = await setUpListening();
      const limitFor = (ms: number): RateLimits => [{ ...LIMITS[0]!, untilMs: clock.now() + ms }];
      processes[1]!.emit({ kind: 'limits', dsn: 'd', limits: limitFor(60_000) });
      await clock.advance(20_000);
      clock.setWall(byMs);
      processes[0]!.end(1);
      await clock.advance(500);

      expect(processes[2]?.received).toEqual([
        { kind: 'start', worker: 1, limits: [['d', limitFor(39_500)]] },
      ]);
    },
  );

  it('shares rate limits with the other workers', async () => {
    const { processes } = await setUpListening();
    processes[0]!.emit({ kind: 'limits', dsn: 'd', limits: LIMITS });

    expect(lastOf(processes[1])).toEqual({ kind: 'limits', dsn: 'd', limits: LIMITS });
    expect(lastOf(processes[0])).toMatchObject({ kind: 'start' });
  });

  it('blocks a client that is over its limit in all workers together', async () => {
    const { processes, clock } = await setUpListening(configOf({ ADIT_THROTTLE: '2/min' }));
    processes[0]!.emit({ kind: 'client-counts', clients: [['a', 2, 1]] });
    await clock.advance(0);
    expect(lastOf(processes[0])).toMatchObject({ kind: 'start' });

    processes[1]!.emit({ kind: 'client-counts', clients: [['a', 1, 1]] });
    await clock.advance(0);
    expect(processes.map(lastOf)).toEqual(
      Array(2).fill({ kind: 'blocked', clients: [['a', expect.any(Number)]] }),
    );
  });

  it('counts no clients without a throttle', async () => {
    const { processes, clock } = await setUpListening();
    processes[0]!.emit({ kind: 'client-counts', clients: [['a', 1_000, 1]] });
    await clock.advance(0);

    expect(lastOf(processes[0])).toMatchObject({ kind: 'start' });
  });
});

describe('isReady', () => {
  it.each([
    [true, true, true],
    [true, false, false],
  ])('asks every worker: %j and %j make %j', async (one, other, expected) => {
    const { workers, processes } = await setUpListening();
    const ready = workers.isReady();
    reply(processes[0], { ready: one });
    reply(processes[1], { ready: other });

    expect(await ready).toBe(expected);
  });

  it('ignores a worker that does not answer within 900 ms, and is false if none answers', async () => {
    const { workers, processes, clock } = await setUpListening();
    const ready = workers.isReady();
    reply(processes[0], { ready: true });
    await clock.advance(899);
    const asked = workers.isReady();
    await clock.advance(1);
    expect(await ready).toBe(true);

    await clock.advance(900);
    expect(await asked).toBe(false);
  });

  it('ignores a worker that is being replaced, and is false without workers', async () => {
    const { workers, processes } = await setUpListening();
    processes[0]!.end(1);
    const ready = workers.isReady();
    reply(processes[1], { ready: true });
    expect(await ready).toBe(true);

    const asked = workers.isReady();
    processes[1]!.end(1);
    expect(await asked).toBe(false);
    expect(await workers.isReady()).toBe(false);
  });
});

describe('measure', () => {
  it('adds up the metrics of the workers, and counts the workers', async () => {
    const { workers, processes } = await setUpListening();
    const text = await scrape(workers, processes, [measured(3), measured(4)]);

    expect(text).toContain(`${FORWARDED} 7`);
    expect(text).toContain('adit_tunnel_active_requests 7');
    expect(text).toContain('adit_tunnel_workers 2');
  });

  it('keeps the counts of a dead worker, but not its gauges', async () => {
    const { workers, processes, clock } = await setUpListening();
    await scrape(workers, processes, [measured(3), measured(4)]);
    processes[0]!.end(1);
    await clock.advance(500);
    processes[2]!.emit({ kind: 'listening', url: '' });
    const text = await scrape(workers, [processes[1]!, processes[2]!], [measured(5), measured(1)]);

    expect(text).toContain(`${FORWARDED} 9`);
    expect(text).toContain('adit_tunnel_active_requests 6');
    expect(text).toContain('adit_tunnel_worker_restarts_total 1');
  });

  it('uses the latest metrics of a worker that does not answer', async () => {
    const { workers, processes, clock } = await setUpListening();
    await scrape(workers, processes, [measured(3), measured(4)]);
    const collected = workers.measure();
    reply(processes[0], { measures: measured(5) });
    await clock.advance(900);

    expect(linesOf(await collected)).toContain(`${FORWARDED} 9`);
  });
});

it('counts a spool in Redis once, which every worker reports', async () => {
  const stored = (envelopes: number): Measures =>
    measuresOf({
      spool: {
        envelopes,
        bytes: 1,
        maxBytes: 10,
        maxAgeMs: 1,
        isOut: false,
        isPaused: false,
        deliveredPerS: 0,
      },
    });
  const spooled = async (spool: string): Promise<readonly string[]> => {
    const { workers, processes } = await setUpListening(configOf({ ADIT_SPOOL: spool }));
    return scrape(workers, processes, [stored(3), stored(3)]);
  };

  expect(await spooled('redis://cache')).toContain('adit_tunnel_spool_envelopes 3');
  expect(await spooled('memory')).toContain('adit_tunnel_spool_envelopes 6');
});

describe('reports', () => {
  it('are those of the workers that answer', async () => {
    const { workers, processes, clock } = await setUpListening();
    const reports = workers.reports();
    reply(processes[0], { report: reportOf() });
    await clock.advance(900);

    expect(await reports).toEqual([reportOf()]);
  });

  it('begin with those of processes that have stopped since, each once', async () => {
    const { workers, processes } = await setUpListening();
    const last = reportOf({ worker: 2, pid: 7 });
    processes[1]!.emit({ kind: 'counted', measures: measured(0), report: last });
    processes[1]!.end(0);
    const ask = async (): Promise<unknown> => {
      const reports = workers.reports();
      reply(processes[0], { report: reportOf() });
      return reports;
    };

    expect(await ask()).toEqual([last, reportOf()]);
    expect(await ask()).toEqual([reportOf()]);
  });
});

describe('findForwards', () => {
  it('has those of all workers that answer, the newest first', async () => {
    const { workers, processes } = await setUpListening();
    const found = workers.findForwards('abc');
    expect(lastOf(processes[0])).toMatchObject({ kind: 'ask', about: 'forwards abc' });
    reply(processes[0], {
      forwards: [
        { at: 1, status: 200 },
        { at: 3, status: 429 },
      ],
    });
    reply(processes[1], { forwards: [{ at: 2, status: 413 }] });
    expect((await found).map(({ at }) => at)).toEqual([3, 2, 1]);

    const later = workers.findForwards('abc');
    processes[1]!.end(1);
    reply(processes[0], { forwards: [{ at: 4, status: 200 }] });
    expect(await later).toEqual([{ at: 4, status: 200 }]);
  });
});

describe('control', () => {
  it('reaches every worker that listens, and those that start later if it lasts', async () => {
    const { workers, processes, clock } = await setUpListening();
    await clock.advance(60_000);
    processes[0]!.end(1);
    await clock.advance(0);
    workers.control({ kind: 'flush' });
    workers.control({ kind: 'pause' });
    expect(lastOf(processes[1])).toEqual({ kind: 'control', command: { kind: 'pause' } });
    // It has not started to listen.
    expect(processes[2]!.received).toEqual([{ kind: 'start', worker: 1, limits: [] }]);

    processes[1]!.end(1);
    await clock.advance(0);
    expect(processes[3]!.received).toEqual([
      { kind: 'start', worker: 2, limits: [], commands: [{ kind: 'pause' }] },
    ]);
  });

  it('sets the level of the log of the primary too', async () => {
    const { workers, processes, log, events } = await setUpListening();
    workers.control({ kind: 'log-level', level: 'error' });
    log.warn('after');

    expect(events()).toEqual([]);
    expect(lastOf(processes[0])).toMatchObject({ command: { kind: 'log-level', level: 'error' } });
  });
});

describe('a hanging worker', () => {
  it('is not asked, and is killed and replaced after ten unanswered pings', async () => {
    const { workers, processes, clock, events, entries } = await setUpListening();
    await clock.advance(60_000);
    expect(events()).toEqual([]);
    processes[0]!.standStill(true);
    await clock.advance(2_000);

    const ready = workers.isReady();
    const collected = workers.measure();
    expect(lastOf(processes[0])).toMatchObject({ kind: 'start' });
    for (const message of processes[1]!.received) {
      if (message.kind === 'ask') processes[1]!.emit({ kind: 'answer', id: message.id, ready: true });
    }
    expect(await ready).toBe(true);
    await collected;

    await clock.advance(8_000);
    expect(processes[0]!.killed()).toBe(false);
    await clock.advance(1_000);
    expect([processes[0]!.killed(), events()]).toEqual([true, ['worker-stalled', 'worker-died']]);
    expect(entries[0]).toMatchObject({ level: 'error', worker: 1, silentMs: 11_000 });
    expect(processes[2]?.received).toEqual([{ kind: 'start', worker: 1, limits: [] }]);
  });

  it('makes the server unready if no other worker runs', async () => {
    const { workers, processes, clock } = await setUpListening();
    for (const process of processes) process.standStill(true);
    await clock.advance(2_000);

    expect(await workers.isReady()).toBe(false);
  });

  it('is not killed if it recovers in time', async () => {
    const { processes, clock, events } = await setUpListening();
    processes[0]!.standStill(true);
    await clock.advance(10_000);
    processes[0]!.emit({ kind: 'pong' });
    processes[0]!.standStill(false);
    await clock.advance(60_000);

    expect(events()).toEqual([]);
  });

  it('is found by missed pings, not by time: a suspended server kills no worker', async () => {
    const { processes, clock, events } = await setUpListening();
    await clock.advance(1_000);
    // The first timer that is due after a day of sleep.
    clock.setWall(clock.now() + 86_400_000);
    await clock.advance(1_000);

    expect([processes.some((process) => process.killed()), events()]).toEqual([false, []]);
  });

  it('has a minute to load its program and to start', async () => {
    const { processes, clock, started } = setUp();
    const failing = expect(started).rejects.toThrow('worker 1 ended before it listened');
    await clock.advance(0);
    for (const process of processes) process.standStill(true);
    await clock.advance(60_000);
    expect(processes[0]!.killed()).toBe(false);

    await clock.advance(1_000);
    await failing;
    expect(processes[0]!.killed()).toBe(true);
  });
});

describe('reload', () => {
  /** Ends the process that was asked to stop, and lets the next one listen. */
  const handOver = async (
    { processes, clock }: Awaited<ReturnType<typeof setUpListening>>,
    old: number,
    next: number,
  ): Promise<void> => {
    await clock.advance(0);
    expect(lastOf(processes[old])).toEqual({ kind: 'stop' });
    // Loaded, but nothing more while the old process has spool and port.
    expect(processes[next]?.received).toEqual([]);
    processes[old]!.end(0);
    await clock.advance(0);
    expect(lastOf(processes[next])).toMatchObject({ kind: 'start' });
    processes[next]!.emit({ kind: 'listening', url: '' });
    await clock.advance(0);
  };

  it('replaces one process after the other, each loaded before the old one stops', async () => {
    const all = await setUpListening();
    all.processes[1]!.emit({ kind: 'limits', dsn: 'd', limits: LIMITS });
    const reloaded = all.workers.reload();
    await handOver(all, 0, 2);
    expect(all.processes[2]?.received).toEqual([{ kind: 'start', worker: 1, limits: [['d', LIMITS]] }]);
    await handOver(all, 1, 3);

    await reloaded;
    expect(all.events()).toEqual(['reloading', 'worker-reloaded', 'worker-reloaded', 'reloaded']);
    expect(all.processes).toHaveLength(4);
  });

  it('is ready meanwhile, by the process that serves', async () => {
    const { workers, processes, clock } = await setUpListening();
    void workers.reload();
    await clock.advance(0);
    const ready = workers.isReady();
    reply(processes[1], { ready: true });

    expect([await ready, lastOf(processes[0])]).toEqual([true, { kind: 'stop' }]);
  });

  it('keeps the counts of the old process', async () => {
    const all = await setUpListening();
    void all.workers.reload();
    await all.clock.advance(0);
    all.processes[0]!.emit({ kind: 'counted', measures: measured(5) });
    await handOver(all, 0, 2);
    const text = await scrape(all.workers, [all.processes[2]!], [measured(0)]);

    expect(text).toContain(`${FORWARDED} 5`);
  });

  it('keeps the old processes if the next one cannot be loaded', async () => {
    const { workers, processes, events, breakProgram } = await setUpListening();
    breakProgram('ends');
    await workers.reload();

    expect(processes.slice(0, 2).map((process) => lastOf(process)?.kind)).toEqual(['start', 'start']);
    expect(events()).toEqual(['reloading', 'worker-failed', 'worker-failed', 'reloaded']);
  });

  it('starts another process if the old one dies and the next one cannot be loaded', async () => {
    const { workers, processes, clock, events } = await setUpListening();
    void workers.reload();
    processes[0]!.end(1);
    processes[2]!.end(1);
    await clock.advance(500);

    expect(events()).toEqual(['reloading', 'worker-failed', 'worker-died', 'reload-skipped', 'reloaded']);
    expect(processes.filter(({ received }) => received[0]?.kind === 'start')).toHaveLength(3);
  });

  it('uses the next process if the old one dies by itself', async () => {
    const { workers, processes, clock, events } = await setUpListening();
    void workers.reload();
    processes[0]!.end(1);
    await clock.advance(0);

    expect(processes[2]?.received).toEqual([{ kind: 'start', worker: 1, limits: [] }]);
    expect(events()).toEqual(['reloading']);
  });

  it('does not replace the only process that listens', async () => {
    const { workers, processes, clock, events } = await setUpListening();
    await clock.advance(60_000);
    processes[1]!.end(1);
    await clock.advance(0);
    processes[2]!.standStill(true);
    await workers.reload();

    expect(events()).toEqual(['worker-died', 'reloading', 'reload-skipped', 'reloaded']);
    expect(lastOf(processes[0])).toMatchObject({ kind: 'start' });
  });

  it('runs once more if it is called during a reload', async () => {
    const all = await setUpListening();
    const first = all.workers.reload();
    const others = [all.workers.reload(), all.workers.reload()];
    await handOver(all, 0, 2);
    await handOver(all, 1, 3);
    await first;
    await handOver(all, 2, 4);
    await handOver(all, 3, 5);
    await Promise.all(others);

    expect(all.events().filter((event) => event === 'reloading')).toHaveLength(2);
  });

  it('ends with a stop, and starts no further process', async () => {
    const { workers, processes, clock, events } = await setUpListening();
    void workers.reload();
    const again = workers.reload();
    await clock.advance(0);
    const stopped = workers.stop();
    processes[0]!.end(0);
    processes[1]!.end(0);
    await stopped;
    await again;
    await clock.advance(120_000);

    expect(processes.length).toBe(3);
    expect([processes[2]!.killed(), processes[2]!.received]).toEqual([true, []]);
    expect(events()).toEqual(['reloading']);
  });
});

describe('stop', () => {
  it('waits for every worker to exit, and starts no other', async () => {
    const { workers, processes, clock, events } = await setUpListening();
    const stopped = workers.stop();
    expect(processes.map(lastOf)).toEqual([{ kind: 'close-port' }, { kind: 'close-port' }]);
    await clock.advance(0);
    expect(processes.map(lastOf)).toEqual([{ kind: 'stop' }, { kind: 'stop' }]);
    processes[0]!.end(0);
    processes[1]!.end(0);

    await stopped;
    await clock.advance(120_000);
    expect([processes.length, events(), clock.pending]).toEqual([2, [], 0]);
  });

  it('closes the port in all workers before any of them closes connections', async () => {
    const { workers, processes, clock } = await setUpListening();
    processes[1]!.standStill(true);
    const stopped = workers.stop();
    await clock.advance(999);
    expect(processes.map(lastOf)).toEqual([{ kind: 'close-port' }, { kind: 'close-port' }]);

    // A worker that does not answer no longer delays the others.
    await clock.advance(1);
    expect(processes.map(lastOf)).toEqual([{ kind: 'stop' }, { kind: 'stop' }]);
    for (const process of processes) process.end(0);
    await stopped;
  });

  it('kills a worker five seconds after the shutdown time-out', async () => {
    const { workers, processes, clock, events } = await setUpListening();
    const stopped = workers.stop();
    processes[0]!.end(0);
    await clock.advance(0);
    await clock.advance(14_999);
    expect(processes[1]!.killed()).toBe(false);

    await clock.advance(1);
    await stopped;
    expect([processes[1]!.killed(), events()]).toEqual([true, ['worker-killed']]);
  });

  it('stops a worker that is about to start', async () => {
    const { workers, processes, clock } = await setUpListening();
    processes[0]!.end(1);
    await clock.advance(500);
    expect(lastOf(processes[2])).toMatchObject({ kind: 'start' });
    const stopped = workers.stop();
    await clock.advance(0);
    expect([lastOf(processes[1]), lastOf(processes[2])]).toEqual([{ kind: 'stop' }, { kind: 'stop' }]);

    processes[1]!.end(0);
    processes[2]!.end(0);
    await stopped;
    await workers.stop();
  });

  it.each([
    ['at once', false],
    ['as its replacement waits', true],
  ])('does not wait for a worker that died, %s', async (_when, waits) => {
    const { workers, processes, clock } = await setUpListening();
    processes[0]!.end(1);
    if (waits) await clock.advance(0);
    const stopped = workers.stop();
    processes[1]!.end(0);

    await stopped;
    await clock.advance(120_000);
    expect(processes).toHaveLength(2);
  });

  it('kills a process that still loads, as it cannot be told to stop', async () => {
    const { workers, processes, clock, breakProgram } = await setUpListening();
    await clock.advance(60_000);
    breakProgram('hangs');
    processes[0]!.end(1);
    await clock.advance(0);
    const stopped = workers.stop();
    await clock.advance(0);
    expect([processes[2]!.killed(), processes[2]!.received]).toEqual([true, []]);

    processes[1]!.end(0);
    await stopped;
  });

  it('kills everything at once', async () => {
    const { workers, processes, clock } = await setUpListening();
    workers.kill();
    await clock.advance(120_000);

    expect(processes.map((process) => process.killed())).toEqual([true, true]);
    expect(processes).toHaveLength(2);
  });
});
