import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { freePort } from '@adit/testing/free-port';
import { compileSources } from '@adit/testing/compile-sources';

const root = mkdtempSync(join(tmpdir(), 'adit-own-events-'));
const library = join(__dirname, '../..');

beforeAll(() => {
  compileSources(root, ['src', 'testing'], library);
  const modules = join(root, 'node_modules');
  for (const name of ['common', 'envelope', 'spool'])
    compileSources(join(modules, '@adit', name), ['src'], join(library, '..', name));
  mkdirSync(join(modules, '@sentry'));
  for (const name of ['undici', '@sentry/node'])
    symlinkSync(dirname(require.resolve(`${name}/package.json`)), join(modules, name));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** How ingest is: it takes envelopes, answers 503, accepts connections and says nothing, or does not listen. */
type Weather = 'up' | 'unavailable' | 'silent' | 'refusing';

/** An ingest that has received only what it answered with 200. */
async function startIngest() {
  const port = await freePort();
  const received: string[] = [];
  const waiting = new Set<ServerResponse>();
  let weather: Weather = 'refusing';
  let server: Server | undefined;
  const open = async (): Promise<void> => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (weather === 'silent') {
          waiting.add(response);
          return;
        }
        if (weather === 'up') {
          const body = Buffer.concat(chunks);
          const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
          received.push(...(plain.toString().match(/(?:server|browser|uncaught) \d+/g) ?? []));
        }
        response.writeHead(weather === 'up' ? 200 : 503).end('{}');
      });
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async (): Promise<void> => {
    const closing = server && once(server, 'close');
    server?.close();
    server?.closeAllConnections();
    server = undefined;
    await closing;
  };
  return {
    dsn: `http://${'0'.repeat(32)}@127.0.0.1:${port}/42`,
    received,
    become: async (next: Weather): Promise<void> => {
      if (next === weather) return;
      weather = next;
      await close();
      if (next !== 'refusing') await open();
    },
    close,
  };
}

interface Child {
  readonly output: () => string;
  readonly kill: () => void;
  readonly ended: Promise<number | null>;
}

function start(mode: string, dsn: string, spool: string, first = 0): Child {
  const child = spawn(process.execPath, [
    join(root, 'testing/own-events-child.helper.js'),
    ...[mode, dsn, spool, String(first)],
  ]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.resume();
  return {
    output: () => output,
    kill: () => void child.kill('SIGKILL'),
    ended: once(child, 'close').then(() => child.exitCode),
  };
}

const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Delivers what the earlier processes have stored. */
async function drain(dsn: string, spool: string): Promise<void> {
  const child = start('drain', dsn, spool);
  await until(() => child.output().includes('empty'));
  child.kill();
  await child.ended;
}

let ingest: Awaited<ReturnType<typeof startIngest>>;
beforeEach(async () => {
  ingest = await startIngest();
});
afterEach(() => ingest.close());

describe('an uncaught exception that ends the process while ingest is away', () => {
  it.each<Weather>(['refusing', 'unavailable', 'silent'])(
    'arrives once after the next start: %s',
    async (weather) => {
      const spool = join(root, `thrown-${weather}`);
      await ingest.become(weather);

      expect(await start('throw', ingest.dsn, spool, 1).ended).toBe(1);
      expect(ingest.received).toEqual([]);
      await ingest.become('up');
      await drain(ingest.dsn, spool);

      expect(ingest.received).toEqual(['uncaught 1']);
    },
  );

  it.each([
    ['with the SDK’s own transport', 'direct', 'kept'],
    ['with a spool in memory', 'throw', 'memory'],
  ])('control: is lost %s', async (_what, mode, name) => {
    const spool = name === 'memory' ? name : join(root, name);
    expect(await start(mode, ingest.dsn, spool, 1).ended).toBe(1);
    await ingest.become('up');
    await drain(ingest.dsn, join(root, 'kept'));

    expect(ingest.received).toEqual([]);
  });
});

/** `npm test -- long` kills twenty. */
const KILLS = process.env['ADIT_LONG_TESTS'] === '1' ? 20 : 3;

/** Kills a server again and again, while ingest comes and goes. Returns the acknowledged events that never arrived. */
async function killAgainAndAgain(spool: string): Promise<{ acknowledged: string[]; lost: string[] }> {
  const acknowledged: string[] = [];
  const weathers: Weather[] = ['refusing', 'unavailable', 'up', 'silent'];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await ingest.become(weathers[kill % weathers.length]!);
    const child = start('run', ingest.dsn, spool, kill * 1_000_000);
    // Of a silent ingest, the first envelopes are stored after ten seconds.
    await until(() => /^s /m.test(child.output()) && /^b /m.test(child.output()));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    child.kill();
    await child.ended;
    for (const [, kind, number] of child.output().matchAll(/^([sb]) (\d+)$/gm))
      acknowledged.push(`${kind === 's' ? 'server' : 'browser'} ${number}`);
  }
  await ingest.become('up');
  if (spool !== 'memory') await drain(ingest.dsn, spool);
  const arrived = new Set(ingest.received);
  return { acknowledged, lost: acknowledged.filter((one) => !arrived.has(one)) };
}

describe(`${KILLS} kills of a server with events of its own and of browsers`, () => {
  it('lose none that was acknowledged, with a spool on disk', async () => {
    const { acknowledged, lost } = await killAgainAndAgain(join(root, 'killed'));

    expect(lost).toEqual([]);
    for (const kind of ['server', 'browser'])
      expect(acknowledged.filter((one) => one.startsWith(kind)).length).toBeGreaterThanOrEqual(KILLS);
  });

  it('control: lose some with a spool in memory', async () => {
    const { lost } = await killAgainAndAgain('memory');

    expect(lost.some((one) => one.startsWith('server'))).toBe(true);
    expect(lost.some((one) => one.startsWith('browser'))).toBe(true);
  });
});
