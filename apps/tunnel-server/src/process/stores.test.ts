import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_CLOCK } from '@adit/envelope';
import type { SpoolStore } from '@adit/spool';
import { readConfig, type ServerConfig } from '../config/config.ts';
import { createThrottle, openLimits, openSpool, spoolShare } from './stores.ts';
import { recordLog } from '../../testing/record-log.helper.ts';

let folder: string;
const opened: SpoolStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (env: Readonly<Record<string, string>> = {}): ServerConfig =>
  readConfig({
    env: { ADIT_DSNS: 'https://key@host/1', ADIT_SPOOL: 'disk:.', ...env },
    workingDirectory: folder,
    readFile: () => '',
  });

async function open(env?: Readonly<Record<string, string>>, worker = 1) {
  const recorded = recordLog();
  const { store: spool, hasRoom } = (await openSpool(configOf(env), {
    worker,
    log: recorded.log,
    clock: SYSTEM_CLOCK,
  }))!;
  opened.push(spool);
  const append = (text: string): Promise<void> =>
    spool.append({ dsn: 'key@host:/1', receivedAt: 1, fields: {}, body: Buffer.from(text.padEnd(1_000)) });
  return { ...recorded, spool, hasRoom, append };
}

const closeAll = async (): Promise<void> => {
  for (const spool of opened.splice(0)) await spool.close();
};

describe('openSpool', () => {
  it('opens none if the spool is off', async () => {
    const host = { worker: 1, log: recordLog().log, clock: SYSTEM_CLOCK };
    expect(await openSpool(configOf({ ADIT_SPOOL: 'off' }), host)).toBeUndefined();
  });

  it('gives each worker a folder and its part of the bound', async () => {
    const env = { ADIT_WORKERS: '3', ADIT_SPOOL_MAX_BYTES: '1000000' };
    await open(env, 1);
    await open(env, 3);

    expect(readdirSync(folder).sort()).toEqual(['worker-1', 'worker-3']);
    expect(spoolShare(configOf(env))).toBe(333_333);
  });

  it('bounds the spool in memory as well', async () => {
    const { append } = await open({ ADIT_SPOOL: 'memory', ADIT_SPOOL_MAX_BYTES: '4KiB' });
    await append('one');
    await append('two');

    await expect(append('three')).rejects.toThrow('the spool holds');
  });

  it('has the first worker take over the folders of those there are no longer', async () => {
    const before = { ADIT_WORKERS: '12' };
    await (await open(before, 2)).append('two');
    await (await open(before, 12)).append('twelve');
    await closeAll();
    mkdirSync(join(folder, 'worker-x'));
    mkdirSync(join(folder, 'worker-03'));
    const second = await open({ ADIT_WORKERS: '2' }, 2);
    const first = await open({ ADIT_WORKERS: '2' }, 1);

    expect(second.entries).toEqual([
      expect.objectContaining({ event: 'spool-opened', adopted: 0, envelopes: 1 }),
    ]);
    expect(first.entries).toEqual([
      expect.objectContaining({ event: 'spool-opened', adopted: 1, envelopes: 1 }),
    ]);
    expect(readdirSync(folder).sort()).toEqual(['worker-03', 'worker-1', 'worker-2', 'worker-x']);
  });

  it('says what was lost, at the start and later', async () => {
    const { append } = await open();
    for (let count = 0; count < 5; count += 1) await append(`envelope ${count}`);
    await closeAll();
    const worker = join(folder, 'worker-1');
    const [segment = ''] = readdirSync(worker).filter((name) => name.endsWith('.spool'));
    truncateSync(join(worker, segment), statSync(join(worker, segment)).size - 500);
    const { entries, spool } = await open();
    expect(entries[1]).toMatchObject({ level: 'warn', event: 'spool-repaired', lostEnvelopes: 1 });

    const { size } = statSync(join(worker, segment));
    writeFileSync(join(worker, segment), Buffer.alloc(size, 0x20));
    await spool.peek('key@host:/1');
    expect(entries.slice(2)).toEqual([expect.objectContaining({ level: 'warn', event: 'spool-lost' })]);
  });

  it('says when the folder is deleted and when it is made again, and stays unusable for a while', async () => {
    const { append, hasRoom, entries, spool } = await open();
    await append('one');
    expect(hasRoom()).toBe(true);
    rmSync(join(folder, 'worker-1'), { recursive: true });
    await append('two');

    expect(entries.slice(1)).toEqual([
      expect.objectContaining({ level: 'error', event: 'spool-unusable' }),
      expect.objectContaining({ level: 'info', event: 'spool-usable' }),
    ]);
    expect(spool.depth().envelopes).toBe(2);
    expect(hasRoom()).toBe(false);
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 10_000);
    expect(hasRoom()).toBe(true);
    clock.mockRestore();
  });

  it('says in one line which folder cannot be used, and why', async () => {
    writeFileSync(join(folder, 'file'), '');

    await expect(open({ ADIT_SPOOL: 'disk:file' })).rejects.toThrow(
      /^ADIT_SPOOL="disk:\/.*\/file" cannot be opened \(.+\): use a writable folder .* memory or off\.$/,
    );
  });
});

it('says without the name of a class that another process uses the folder', async () => {
  await open({ ADIT_SPOOL: 'disk:locked' });
  const second = open({ ADIT_SPOOL: 'disk:locked' });

  await expect(second).rejects.toThrow(
    /^ADIT_SPOOL="disk:\/.*\/locked" cannot be opened \(spool directory .* is in use by another process\): use a/,
  );
});

describe('openLimits', () => {
  const isSaved = async (env: Readonly<Record<string, string>>): Promise<boolean> => {
    const limits = await openLimits(configOf(env));
    await limits?.close();
    return limits !== undefined;
  };

  it('saves limits beside the spool or the insurance, unless Redis has them', async () => {
    const redis = 'redis://cache';
    expect(await isSaved({})).toBe(true);
    expect(await isSaved({ ADIT_SPOOL: 'memory' })).toBe(false);
    expect(await isSaved({ ADIT_SPOOL: redis, ADIT_INSURANCE: 'disk:.' })).toBe(true);
    expect(await isSaved({ ADIT_SPOOL: redis, ADIT_INSURANCE: 'off' })).toBe(false);
    expect(await isSaved({ ADIT_LIMITS: redis })).toBe(false);
  });
});

describe('createThrottle', () => {
  it('creates one where the configuration asks for one', async () => {
    const throttle = createThrottle(configOf({ ADIT_THROTTLE: '1/h' }));

    expect(throttle?.take('a', 0, 1)).toBe(0);
    expect(throttle?.take('a', 0, 1)).toBeGreaterThan(0);
    expect(createThrottle(configOf())).toBeUndefined();
  });
});
