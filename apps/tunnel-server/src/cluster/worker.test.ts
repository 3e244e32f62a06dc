import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RateLimits } from '@adit/envelope';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { readConfig, type ServerConfig } from '../config/config.ts';
import { recordLog } from '../../testing/record-log.helper.ts';
import type { Answer, Question, ToPrimary, ToWorker } from './messages.ts';
import { runWorker, type Channel } from './worker.ts';

let ingest: ScriptedIngest;
let folder: string;
const started: ReturnType<typeof createFakePrimary>[] = [];

beforeEach(async () => {
  ingest = await createScriptedIngest();
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  for (const primary of started.splice(0)) await primary.stop();
  await ingest.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The other end of a worker's channel. */
function createFakePrimary() {
  const sent: ToPrimary[] = [];
  const watchers = new Set<() => void>();
  const exits: number[] = [];
  let send!: (message: ToWorker) => void;
  const notify = (): void => {
    for (const watcher of [...watchers]) watcher();
  };
  const channel: Channel = {
    send: (message) => {
      sent.push(message);
      notify();
    },
    onMessage: (receive) => (send = receive),
    exit: (code) => {
      exits.push(code);
      notify();
    },
  };
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const watcher = (): void => {
        const found = look();
        if (found === undefined) return;
        watchers.delete(watcher);
        resolve(found);
      };
      watchers.add(watcher);
      watcher();
    });
  const waitFor = <K extends ToPrimary['kind']>(kind: K) =>
    until(() => sent.find((message): message is Extract<ToPrimary, { kind: K }> => message.kind === kind));
  return {
    channel,
    sent,
    waitFor,
    send: (message: ToWorker) => send(message),
    ask: (id: number, about: Question): Promise<Answer> => {
      send({ kind: 'ask', id, about });
      return until(() =>
        sent.find((message): message is Answer => message.kind === 'answer' && message.id === id),
      );
    },
    stop: (): Promise<number> => {
      if (exits.length === 0) send({ kind: 'stop' });
      return until(() => exits[0]);
    },
  };
}

const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';

const configOf = (env: Readonly<Record<string, string>> = {}): ServerConfig =>
  readConfig({
    env: { ADIT_DSNS: ingest.dsn(), PORT: '0', ADIT_SPOOL: 'off', ADIT_WORKERS: '2', ...env },
    workingDirectory: folder,
    readFile: () => '',
  });

function start(env: Readonly<Record<string, string>> = {}, known: [string, RateLimits][] = []) {
  const primary = createFakePrimary();
  started.push(primary);
  runWorker({ config: configOf(env), channel: primary.channel, createLog: () => recordLog().log });
  return { ...primary, begin: () => primary.send({ kind: 'start', worker: 2, limits: known }) };
}

async function startListening(env?: Readonly<Record<string, string>>, known?: [string, RateLimits][]) {
  const worker = start(env, known);
  worker.begin();
  const { url } = await worker.waitFor('listening');
  const header = { dsn: ingest.dsn(), event_id: EVENT_ID };
  const body = buildEnvelope({ header, items: [{ type: 'event', payload: {} }] });
  return {
    ...worker,
    post: async () => (await fetch(url, { method: 'POST', body, headers: { connection: 'close' } })).status,
  };
}

const identity = (): string => `0123456789abcdef0123456789abcdef@${new URL(ingest.origin).host}/42`;
const limit = (untilMs: number): RateLimits => [
  { category: 'error', scope: 'key', namespaces: '', reasonCode: '', untilMs },
];

describe('runWorker', () => {
  it('sends hello and waits for the start message', () => {
    const { sent } = start();

    expect(sent).toEqual([{ kind: 'hello' }]);
  });

  it('receives envelopes, and reports its measures', async () => {
    const { post, ask } = await startListening();
    expect(await post()).toBe(200);
    const { measures } = await ask(1, 'measures');

    expect(measures).toMatchObject({ stats: { forwarded: 1 } });
    expect(await ask(2, 'ready')).toEqual({ kind: 'answer', id: 2, ready: true });
  });

  it('is not ready and has no measures before it listens', async () => {
    const { ask } = start();

    expect(await ask(1, 'ready')).toEqual({ kind: 'answer', id: 1, ready: false });
    expect(await ask(2, 'measures')).toEqual({ kind: 'answer', id: 2, measures: undefined });
    expect(await ask(3, 'report')).toEqual({ kind: 'answer', id: 3, report: undefined });
    expect(await ask(4, `forwards ${EVENT_ID}`)).toEqual({ kind: 'answer', id: 4, forwards: [] });
  });

  it('reports what it did, and finds the forwards of an event', async () => {
    const { post, ask } = await startListening();
    await post();
    const { report } = await ask(1, 'report');
    expect(report).toMatchObject({
      worker: 2,
      stats: { forwarded: 1 },
      outcomes: [{ outcome: 'forwarded' }],
    });

    expect(await ask(2, `forwards ${EVENT_ID}`)).toMatchObject({ forwards: [{ status: 200 }] });
    expect(await ask(3, `forwards ${'0'.repeat(32)}`)).toMatchObject({ forwards: [] });
  });

  it('obeys an operator, also one who spoke before it started', async () => {
    const worker = start({ ADIT_SPOOL: 'memory' });
    const isPaused = async (id: number): Promise<boolean | undefined> =>
      (await worker.ask(id, 'report')).report?.stats.spool?.isPaused;
    // Without a tunnel, there is nothing to resume.
    worker.send({ kind: 'control', command: { kind: 'resume' } });
    worker.send({ kind: 'start', worker: 2, limits: [], commands: [{ kind: 'pause' }] });
    await worker.waitFor('listening');
    expect(await isPaused(1)).toBe(true);

    worker.send({ kind: 'control', command: { kind: 'resume' } });
    expect(await isPaused(2)).toBe(false);
  });

  it('learns nothing from limits that have ended', async () => {
    const { post, send } = await startListening();
    send({ kind: 'limits', dsn: identity(), limits: limit(Date.now() - 1) });

    expect(await post()).toBe(200);
  });

  it('reports an error that no setting is the reason of, and exits', async () => {
    const primary = createFakePrimary();
    started.push(primary);
    runWorker({
      config: configOf(),
      channel: primary.channel,
      createLog: () => {
        throw new Error('no log');
      },
    });
    primary.send({ kind: 'start', worker: 1, limits: [] });

    expect(await primary.waitFor('failed')).toMatchObject({ isConfig: false, message: 'no log' });
    expect(await primary.stop()).toBe(1);
  });

  it('sends the rate limits it learns', async () => {
    const { post, waitFor } = await startListening();
    ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:key' } });
    await post();

    expect(await waitFor('limits')).toEqual({
      kind: 'limits',
      dsn: identity(),
      limits: [expect.objectContaining({ category: 'error' })],
    });
  });

  it('applies rate limits that another worker learned, and does not send them back', async () => {
    const untilMs = Date.now() + 60_000;
    const before = await startListening({}, [[identity(), limit(untilMs)]]);
    const since = await startListening();
    since.send({ kind: 'limits', dsn: identity(), limits: limit(untilMs) });

    expect([await before.post(), await since.post()]).toEqual([429, 429]);
    expect(ingest.received).toEqual([]);
    expect(since.sent.some(({ kind }) => kind === 'limits')).toBe(false);
  });

  it('sends its client counts, and refuses clients that the primary blocks', async () => {
    const { post, send, waitFor } = await startListening({ ADIT_THROTTLE: '100/h' });
    expect(await post()).toBe(200);
    const { clients } = await waitFor('client-counts');
    expect(clients).toEqual([[expect.any(String), 1, 1]]);

    send({ kind: 'blocked', clients: [[clients[0]![0], 60_000]] });
    expect(await post()).toBe(429);
  });

  it('ignores blocked clients without a throttle', async () => {
    const { post, send } = await startListening();
    send({ kind: 'blocked', clients: [['127.0.0.1', 60_000]] });

    expect(await post()).toBe(200);
  });

  it.each([
    [{ ADIT_SPOOL: 'disk:/dev/null/x' }, true, /^ADIT_SPOOL=/],
    [{ HOST: '192.0.2.1' }, true, /^HOST="192\.0\.2\.1" is not valid \(EADDRNOTAVAIL\)/],
  ])('reports why it cannot start with %j, and exits', async (env, isConfig, message) => {
    const { begin, waitFor, stop } = start(env);
    begin();

    expect(await waitFor('failed')).toEqual({
      kind: 'failed',
      isConfig,
      message: expect.stringMatching(message) as unknown,
    });
    expect(await stop()).toBe(1);
  });

  it('answers pings, also before it listens', () => {
    const { send, sent } = start();
    send({ kind: 'ping' });

    expect(sent.at(-1)).toEqual({ kind: 'pong' });
  });

  it('closes the port when asked, is then unready, and sends its measures when it exits', async () => {
    const { post, send, waitFor, ask, stop } = await startListening();
    expect(await post()).toBe(200);
    send({ kind: 'close-port' });
    await waitFor('port-closed');
    expect(await ask(1, 'ready')).toMatchObject({ ready: false });

    expect(await stop()).toBe(0);
    expect(await waitFor('counted')).toMatchObject({ measures: { stats: { forwarded: 1 } } });
  });

  it.each([[true], [false]])('exits when asked, listening: %j', async (listening) => {
    const { stop } = listening ? await startListening() : start();

    expect(await stop()).toBe(0);
  });
});
