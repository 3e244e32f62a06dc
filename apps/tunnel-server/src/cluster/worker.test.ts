import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RateLimits } from '@adit/tunnel';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { readConfig } from '../config.ts';
import { toPrometheusText } from '../metrics.ts';
import { recordLog } from '../testing/record-log.contract.ts';
import type { Answer, ToPrimary, ToWorker } from './messages.ts';
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
  const told: ToPrimary[] = [];
  const watchers = new Set<() => void>();
  const exits: number[] = [];
  let tell!: (message: ToWorker) => void;
  const notify = (): void => {
    for (const watcher of [...watchers]) watcher();
  };
  const channel: Channel = {
    send: (message) => {
      told.push(message);
      notify();
    },
    onMessage: (receive) => (tell = receive),
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
  const tells = <K extends ToPrimary['kind']>(kind: K) =>
    until(() => told.find((message): message is Extract<ToPrimary, { kind: K }> => message.kind === kind));
  return {
    channel,
    told,
    tells,
    tell: (message: ToWorker) => tell(message),
    ask: (id: number, about: 'ready' | 'metrics'): Promise<Answer> => {
      tell({ kind: 'ask', id, about });
      return until(() =>
        told.find((message): message is Answer => message.kind === 'answer' && message.id === id),
      );
    },
    stop: (): Promise<number> => {
      if (exits.length === 0) tell({ kind: 'stop' });
      return until(() => exits[0]);
    },
  };
}

function start(env: Readonly<Record<string, string>> = {}, known: [string, RateLimits][] = []) {
  const primary = createFakePrimary();
  started.push(primary);
  const config = readConfig({
    env: { ADIT_DSNS: ingest.dsn(), PORT: '0', ADIT_SPOOL: 'off', ADIT_WORKERS: '2', ...env },
    workingDirectory: folder,
  });
  runWorker({ config, channel: primary.channel, createLog: () => recordLog().log });
  return { ...primary, begin: () => primary.tell({ kind: 'start', worker: 2, limits: known }) };
}

async function startListening(env?: Readonly<Record<string, string>>, known?: [string, RateLimits][]) {
  const worker = start(env, known);
  worker.begin();
  const { url } = await worker.tells('listening');
  const body = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
  return { ...worker, post: async () => (await fetch(url, { method: 'POST', body })).status };
}

const identity = (): string => `0123456789abcdef0123456789abcdef@${new URL(ingest.origin).host}/42`;
const limit = (untilMs: number): RateLimits => [
  { category: 'error', scope: 'key', namespaces: '', reasonCode: '', untilMs },
];

describe('runWorker', () => {
  it('says hello and waits to be told to start', () => {
    const { told } = start();

    expect(told).toEqual([{ kind: 'hello' }]);
  });

  it('takes envelopes, and tells what it measured', async () => {
    const { post, ask } = await startListening();
    expect(await post()).toBe(200);
    const { metrics = [] } = await ask(1, 'metrics');

    expect(toPrometheusText(metrics)).toContain('adit_tunnel_requests_total{outcome="forwarded"} 1\n');
    expect(await ask(2, 'ready')).toEqual({ kind: 'answer', id: 2, ready: true });
  });

  it('is not ready and has measured nothing before it listens', async () => {
    const { ask } = start();

    expect(await ask(1, 'ready')).toEqual({ kind: 'answer', id: 1, ready: false });
    expect(await ask(2, 'metrics')).toEqual({ kind: 'answer', id: 2, metrics: [] });
  });

  it('tells which limits it learns', async () => {
    const { post, tells } = await startListening();
    ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:key' } });
    await post();

    expect(await tells('limits')).toEqual({
      kind: 'limits',
      dsn: identity(),
      limits: [expect.objectContaining({ category: 'error' })],
    });
  });

  it('holds back what another has learned, before it started or since, and tells no one', async () => {
    const untilMs = Date.now() + 60_000;
    const before = await startListening({}, [[identity(), limit(untilMs)]]);
    const since = await startListening();
    since.tell({ kind: 'limits', dsn: identity(), limits: limit(untilMs) });

    expect([await before.post(), await since.post()]).toEqual([429, 429]);
    expect(ingest.received).toEqual([]);
    expect(since.told.some(({ kind }) => kind === 'limits')).toBe(false);
  });

  it('tells whom it let pass, and refuses whom it is told to', async () => {
    const { post, tell, tells } = await startListening({ ADIT_THROTTLE: '100/h' });
    expect(await post()).toBe(200);
    const { clients } = await tells('taken');
    expect(clients).toEqual([[expect.any(String), 1, 1]]);

    tell({ kind: 'blocked', clients: [[clients[0]![0], 60_000]] });
    expect(await post()).toBe(429);
  });

  it('heeds no word about clients without a throttle', async () => {
    const { post, tell } = await startListening();
    tell({ kind: 'blocked', clients: [['127.0.0.1', 60_000]] });

    expect(await post()).toBe(200);
  });

  it.each([
    [{ ADIT_SPOOL: 'disk:/dev/null/x' }, true, /^ADIT_SPOOL=/],
    [{ HOST: '192.0.2.1' }, true, /^HOST="192\.0\.2\.1" is not valid \(EADDRNOTAVAIL\)/],
  ])('tells why it cannot start with %j, and ends', async (env, isConfig, message) => {
    const { begin, tells, stop } = start(env);
    begin();

    expect(await tells('failed')).toEqual({
      kind: 'failed',
      isConfig,
      message: expect.stringMatching(message) as unknown,
    });
    expect(await stop()).toBe(1);
  });

  it('answers pings, also before it listens', () => {
    const { tell, told } = start();
    tell({ kind: 'ping' });

    expect(told.at(-1)).toEqual({ kind: 'pong' });
  });

  it('closes the port when it is told to, is unready then, and tells all it has counted when it ends', async () => {
    const { post, tell, tells, ask, stop } = await startListening();
    expect(await post()).toBe(200);
    tell({ kind: 'leave' });
    await tells('left');
    expect(await ask(1, 'ready')).toMatchObject({ ready: false });

    expect(await stop()).toBe(0);
    const { metrics } = await tells('counted');
    expect(toPrometheusText(metrics)).toContain('adit_tunnel_requests_total{outcome="forwarded"} 1\n');
  });

  it.each([[true], [false]])('ends when it is told to, listening: %j', async (listening) => {
    const { stop } = listening ? await startListening() : start();

    expect(await stop()).toBe(0);
  });
});
