import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@adit/testing';
import { compileSources } from '@adit/testing/compile-sources';
import { CRASH_DSNS, crashNumber } from '../../testing/disk/crash-child.helper.ts';
import { describeSpoolStore, drainTexts, inChunks } from '../../testing/spool-store.contract.ts';
import { createDiskSpool, SpoolLockedError, type DiskSpool, type SpoolLoss } from './disk-spool.ts';
import { createSharedDiskSpool, type SharedDiskSpoolOptions } from './shared-disk-spool.ts';
import { SpoolFullError, type SpooledEnvelope } from './stores.ts';

const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'adit-shared-'));
const opened: DiskSpool[] = [];
const children: ChildProcess[] = [];
let count = 0;
const freshDirectory = (): string => join(root, String((count += 1)), 'spool');

async function open(directory: string, options: Partial<SharedDiskSpoolOptions> = {}): Promise<DiskSpool> {
  const spool = await createSharedDiskSpool({ directory, ...options });
  opened.push(spool);
  return spool;
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(opened.splice(0).map((spool) => spool.close()));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const A = 'https://a@one.example/1';
const B = 'https://b@two.example/2';
const put = (spool: DiskSpool, text: string, dsn = A): Promise<void> =>
  spool.append({ dsn, receivedAt: 7, fields: {}, body: Buffer.from(text) });

describeSpoolStore('createSharedDiskSpool', (bounds) =>
  createSharedDiskSpool({ directory: freshDirectory(), ...bounds }),
);

/** Leaves envelopes in a folder, as a process that has ended does. */
async function leave(folder: string, ...texts: readonly string[]): Promise<void> {
  const spool = await createDiskSpool({ directory: folder });
  for (const text of texts) await put(spool, text);
  await spool.close();
}

/** The bytes of all segments below a directory. */
const bytesIn = (directory: string): number =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(spool|part)$/.test(file))
    .reduce((total, file) => total + statSync(join(directory, file)).size, 0);

describe('createSharedDiskSpool', () => {
  it('gives each process a folder of its own', async () => {
    const directory = freshDirectory();
    const [one, two] = [await open(directory), await open(directory)];
    await put(one, '1');
    await put(two, '2');

    expect(readdirSync(directory).sort()).toEqual(['process-1', 'process-2']);
    expect([await drainTexts(one, A), await drainTexts(two, A)]).toEqual([['1'], ['2']]);
  });

  it('control: createDiskSpool refuses a second process', async () => {
    const directory = freshDirectory();
    const spool = await createDiskSpool({ directory });
    await expect(createDiskSpool({ directory })).rejects.toBeInstanceOf(SpoolLockedError);
    await spool.close();
  });

  it('refuses the sixty-fifth process', async () => {
    const directory = freshDirectory();
    mkdirSync(directory, { recursive: true });
    const servers = Array.from({ length: 64 }, (_, index) => {
      const folder = join(directory, `process-${index + 1}`);
      mkdirSync(folder);
      return createServer((socket) => socket.destroy()).listen(join(folder, 'lock-01234567'));
    });
    await Promise.all(servers.map((server) => once(server, 'listening')));
    await expect(open(directory)).rejects.toThrow(`spool directory ${directory} is in use by 64 processes`);
    for (const server of servers) server.close();
  });

  it('throws if the folder cannot be used', async () => {
    const directory = freshDirectory();
    mkdirSync(join(directory, '..'), { recursive: true });
    writeFileSync(directory, '');
    await expect(open(directory)).rejects.toThrow(`spool directory ${directory}/process-1 cannot be used`);
  });

  it('delivers at its start what others left, also in the directory itself, before its own', async () => {
    const directory = freshDirectory();
    await leave(directory, 'before processes had folders');
    await leave(join(directory, 'process-1'), 'own');
    await leave(join(directory, 'process-7'), 'seventh', 'eighth');
    const spool = await open(directory);

    expect(spool.pendingDsns()).toEqual([A]);
    expect(spool.depth().envelopes).toBe(4);
    expect(await drainTexts(spool, A)).toEqual(['before processes had folders', 'seventh', 'eighth', 'own']);
    await until(() => bytesIn(directory) === 0);
  });

  it('stays with a folder until it is empty, so that it removes what was read', async () => {
    const directory = freshDirectory();
    const spool = await open(directory);
    const told: string[] = [];
    spool.watch?.((dsn) => told.push(dsn));
    await put(spool, 'own');
    await spool.peek(A);
    await leave(join(directory, 'process-2'), 'left');
    await until(() => told.length > 0);

    expect(told).toEqual([A]);
    expect(await spool.peekBehind?.(A, 1)).toBeUndefined();
    await spool.remove(A);
    expect(await drainTexts(spool, A)).toEqual(['left']);
    await spool.remove(B);
  });

  it('leaves a folder that it has delivered, and a new process takes it', async () => {
    const directory = freshDirectory();
    await leave(join(directory, 'process-2'), 'left');
    const spool = await open(directory);
    expect(await drainTexts(spool, A)).toEqual(['left']);

    await until(() =>
      createDiskSpool({ directory: join(directory, 'process-2') })
        .then((taken) => taken.close())
        .then(
          () => true,
          () => false,
        ),
    );
    expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
  });

  it('tells what a folder has lost, and counts it also after it was left', async () => {
    const directory = freshDirectory();
    const folder = join(directory, 'process-2');
    await leave(folder, 'a'.repeat(500), 'b'.repeat(500));
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.spool'));
    truncateSync(join(folder, file), 700);
    const losses: SpoolLoss[] = [];
    const spool = await open(directory, { onLoss: (loss) => losses.push(loss) });

    expect(losses).toMatchObject([{ lostEnvelopes: 1 }]);
    expect(await drainTexts(spool, A)).toEqual(['a'.repeat(500)]);
    await until(() => readdirSync(folder).length === 0);
    expect(spool.lost?.()).toBe(1);
  });

  it('shares its space with other processes', async () => {
    const directory = freshDirectory();
    const maxBytes = 400_000;
    // Nobody is ever alone with the lock of an ended process.
    mkdirSync(join(directory, 'process-9'), { recursive: true });
    writeFileSync(join(directory, 'process-9/lock-01234567'), '');
    const spools = [await open(directory, { maxBytes }), await open(directory, { maxBytes })];
    const fill = async (spool: DiskSpool, body: () => SpooledEnvelope['body']): Promise<unknown> => {
      for (;;) {
        try {
          await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: body() });
        } catch (error) {
          return error;
        }
      }
    };
    const half = Buffer.alloc(1_500);
    await until(async () => {
      const refusals = await Promise.all([
        fill(spools[0]!, () => Buffer.alloc(3_000)),
        fill(spools[1]!, () => inChunks(half, half)),
      ]);
      expect(refusals).toEqual([expect.any(SpoolFullError), expect.any(SpoolFullError)]);
      return bytesIn(directory) > 0.9 * maxBytes;
    });

    expect(bytesIn(directory)).toBeLessThanOrEqual(maxBytes);
  });
});

const compiled = join(root, 'compiled');

/** Starts a process that appends and delivers, and notes what it says. */
function startChild(directory: string, firstNumber: number) {
  const child = spawn(process.execPath, [
    join(compiled, 'testing/disk/crash-child.helper.js'),
    'shared',
    directory,
    String(firstNumber),
  ]);
  children.push(child);
  const acknowledged: number[] = [];
  const delivered: number[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('a ')) acknowledged.push(Number(line.slice(2)));
      if (line.startsWith('d ')) delivered.push(Number(line.slice(2)));
    }
  });
  return {
    acknowledged,
    delivered,
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
    stop: () => void child.kill('SIGSTOP'),
  };
}

describe('createSharedDiskSpool, in processes that are killed', () => {
  beforeAll(() => {
    const library = join(__dirname, '../..');
    compileSources(compiled, ['src/stores', 'testing/disk'], library);
    const modules = join(compiled, 'node_modules/@adit');
    for (const name of ['common', 'envelope'])
      compileSources(join(modules, name), ['src'], join(library, '..', name));
  });

  it('loses no acknowledged envelope: a process that lives delivers what each has left', async () => {
    const directory = join(root, 'killed');
    const survivor = await open(directory);
    const killed = [startChild(directory, 1_000_000), startChild(directory, 2_000_000)];
    await until(() =>
      killed.every(({ acknowledged, delivered }) => acknowledged.length > 400 && delivered.length > 10),
    );
    await killed[0]!.kill();
    // A process that stands still has not ended.
    killed[1]!.stop();
    const found: (number | undefined)[] = killed.flatMap(({ delivered }) => delivered);
    const takeAll = async (): Promise<void> => {
      for (const dsn of CRASH_DSNS) {
        for (let entry = await survivor.peek(dsn); entry !== undefined; entry = await survivor.peek(dsn)) {
          found.push(await crashNumber(entry));
          await survivor.remove(dsn);
        }
      }
    };
    const isFound = (numbers: readonly number[]): boolean =>
      numbers.every((number) => found.includes(number));
    await until(async () => {
      await takeAll();
      return isFound(killed[0]!.acknowledged);
    });
    expect(isFound(killed[1]!.acknowledged)).toBe(false);
    await killed[1]!.kill();
    found.push(...killed[1]!.delivered.filter((number) => !found.includes(number)));
    await until(async () => {
      await takeAll();
      return isFound(killed[1]!.acknowledged);
    });

    expect(found).not.toContain(undefined);
    // Delivered before the kill, while the cursor was not saved: up to 16 of each DSN, and the one under way.
    expect(found.length - new Set(found).size).toBeLessThanOrEqual(2 * CRASH_DSNS.length * 17);
  });

  it('delivers each envelope once if several survive', async () => {
    const directory = join(root, 'several');
    const survivors = [await open(directory), await open(directory), await open(directory)];
    const texts = Array.from({ length: 50 }, (_, index) => `${index}`);
    await leave(join(directory, 'process-9'), ...texts);
    const found: string[] = [];
    await until(async () => {
      for (const survivor of survivors) found.push(...(await drainTexts(survivor, A)));
      return found.length >= texts.length;
    });

    expect(found).toEqual(texts);
  });

  it('starts again in a container with the same process id, in the folder that it had', async () => {
    const directory = join(root, 'container');
    // A stale socket, as a killed process leaves it on a volume, also if the volume moves to another host.
    await leave(join(directory, 'process-1'), 'left');
    const stale = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(join(directory, 'process-1/lock-89abcdef'))}, () => console.log('up'))`,
    ]);
    await once(stale.stdout, 'data');
    stale.kill('SIGKILL');
    await once(stale, 'close');
    const spool = await open(directory);

    expect(readdirSync(directory)).toEqual(['process-1']);
    expect(await drainTexts(spool, A)).toEqual(['left']);
  });
});
