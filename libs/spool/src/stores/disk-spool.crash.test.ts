import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskSpool, SpoolLockedError } from './disk-spool.ts';
import { compileSources } from '@adit/testing/compile-sources';
import { CRASH_DSNS, crashNumber } from '../../testing/disk/crash-child.helper.ts';
import { createNaiveSpool } from '../../testing/disk/naive-spool.helper.ts';
import type { SpoolStore } from './stores.ts';

const root = mkdtempSync(join(tmpdir(), 'adit-crash-'));
const compiled = join(root, 'compiled');

beforeAll(() => {
  const library = join(__dirname, '../..');
  compileSources(compiled, ['src/stores', 'testing/disk'], library);
  const modules = join(compiled, 'node_modules/@adit');
  for (const name of ['common', 'envelope'])
    compileSources(join(modules, name), ['src'], join(library, '..', name));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

interface Tally {
  readonly acknowledged: Set<number>;
  readonly delivered: number[];
}

/** Starts a child over the directory, and kills it a random time after it has started or is ready. */
function runAndKill(kind: string, directory: string, round: number, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [
      join(compiled, 'testing/disk/crash-child.helper.js'),
      kind,
      directory,
      String(round * 1_000_000),
    ]);
    const kill = (): void => void child.kill('SIGKILL');
    let output = '';
    let errors = '';
    // Every fourth child is killed while it starts. The others are killed after some lines, half of them only after a
    // delivery: the time until then depends on the disk.
    let isWaiting = round % 4 !== 0;
    if (!isWaiting) setTimeout(kill, 30 + Math.random() * 120);
    const wanted = 1 + Math.floor(Math.random() * 40);
    const isDone = (): boolean =>
      output.split('\n').length > wanted && (round % 2 === 0 || /^d /m.test(output));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('latin1');
      if (!isWaiting || !isDone()) return;
      isWaiting = false;
      setTimeout(kill, Math.random() * 20);
    });
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', () => {
      if (errors !== '') reject(new Error(errors));
      // The last line may be cut off, so it does not count.
      for (const line of output.split('\n').slice(0, -1)) {
        if (line.startsWith('e ')) reject(new Error(`refused: ${line}`));
        const number = Number(line.slice(2));
        if (line.startsWith('a ')) tally.acknowledged.add(number);
        if (line.startsWith('d ')) tally.delivered.push(number);
      }
      resolve();
    });
  });
}

/** Removes everything left in the spool, and checks every byte of it. */
async function takeRest(spool: SpoolStore): Promise<(number | undefined)[]> {
  const rest: (number | undefined)[] = [];
  for (const dsn of CRASH_DSNS) {
    for (let entry = await spool.peek(dsn); entry !== undefined; entry = await spool.peek(dsn)) {
      rest.push(await crashNumber(entry));
      await spool.remove(dsn);
    }
  }
  return rest;
}

/** The small envelopes of a DSN. They are written in the order they are appended. */
const smallOf = (numbers: readonly (number | undefined)[], dsnIndex: number): number[] =>
  numbers.filter(
    (number): number is number => number !== undefined && number % 3 === dsnIndex && number % 97 !== 0,
  );

/** `npm test -- long` kills twenty. */
const KILLS = process.env['ADIT_LONG_TESTS'] === '1' ? 20 : 8;

describe('createDiskSpool, in a process that is killed', () => {
  it(`loses no acknowledged envelope over ${KILLS} kills, and keeps the order`, async () => {
    const directory = join(root, 'disk');
    const tally: Tally = { acknowledged: new Set(), delivered: [] };
    for (let round = 1; round <= KILLS; round += 1) await runAndKill('disk', directory, round, tally);
    expect(tally.acknowledged.size).toBeGreaterThan(2 * KILLS);
    expect(tally.delivered.length).toBeGreaterThan(0);

    const spool = await createDiskSpool({ directory });
    expect(spool.repair.lostEnvelopes).toBe(0);
    const rest = await takeRest(spool);
    await spool.close();

    const found = new Set([...tally.delivered, ...rest]);
    expect([...tally.acknowledged].filter((number) => !found.has(number))).toEqual([]);
    expect(rest).not.toContain(undefined);
    CRASH_DSNS.forEach((_, dsnIndex) => {
      const all = smallOf([...tally.delivered, ...rest], dsnIndex);
      const once = [...new Set(all)];
      expect(once).toEqual([...once].sort((a, b) => a - b));
    });
    // Envelopes delivered before the kill, whose cursor was not saved: up to 16 of each DSN, and the one under way.
    const duplicates = tally.delivered.length + rest.length - found.size;
    expect(duplicates).toBeLessThanOrEqual(KILLS * CRASH_DSNS.length * 17);
  });

  it('would lose acknowledged envelopes if they were acknowledged before they are written: the control', async () => {
    const directory = join(root, 'naive');
    mkdirSync(directory);
    const tally: Tally = { acknowledged: new Set(), delivered: [] };
    for (let round = 1; round <= 3; round += 1) await runAndKill('naive', directory, round, tally);
    const spool = createNaiveSpool(directory);
    const found = new Set([...tally.delivered, ...(await takeRest(spool))]);
    await spool.close();
    expect([...tally.acknowledged].filter((number) => !found.has(number)).length).toBeGreaterThan(0);
  });

  it('holds its directory while it lives, and lets go of it however it dies', async () => {
    const directory = join(root, 'locked');
    const child = spawn(process.execPath, [
      join(compiled, 'testing/disk/crash-child.helper.js'),
      'disk',
      directory,
      '0',
    ]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGSTOP');
    await expect(createDiskSpool({ directory })).rejects.toBeInstanceOf(SpoolLockedError);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    await (await createDiskSpool({ directory })).close();
  });
});
