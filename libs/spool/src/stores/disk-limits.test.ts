import { until } from '@adit/testing';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RateLimits } from '@adit/envelope';
import { describeLimitStore } from '../../testing/limit-store.contract.ts';
import { createDiskLimits, type DiskLimits } from './disk-limits.ts';

const root = mkdtempSync(join(tmpdir(), 'adit-limits-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});
let count = 0;
const freshFile = (): string => join(root, String((count += 1)), 'limits');

describeLimitStore('disk', () => createDiskLimits({ file: freshFile() }));

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const DSN = 'key@ingest.example.com:/1';

const limitUntil = (untilMs: number): RateLimits[number] => ({
  category: 'error',
  scope: 'key',
  namespaces: '',
  reasonCode: 'quota',
  untilMs,
});

/** A file that was saved with these limits at {@link NOW}. */
async function fileWith(...limits: RateLimits): Promise<string> {
  const file = freshFile();
  const store = await createDiskLimits({ file, now: () => NOW });
  store.set(DSN, limits);
  await store.close();
  return file;
}
const readAt = (file: string, now: number): Promise<DiskLimits> => createDiskLimits({ file, now: () => now });

describe('createDiskLimits', () => {
  it('has what a former process learned, with the time that is left', async () => {
    const limits = [limitUntil(NOW + HOUR), { ...limitUntil(NOW + 2 * HOUR), category: 'all' } as const];
    const store = await readAt(await fileWith(...limits), NOW + HOUR / 2);
    expect(store.get(DSN)).toEqual(limits);
    expect(store.all()).toEqual([[DSN, limits]]);
  });

  it('writes at once, for this user alone, and leaves no draft', async () => {
    const file = freshFile();
    const store = await createDiskLimits({ file, now: () => NOW });
    store.set(DSN, [limitUntil(NOW + HOUR)]);
    await until(() => existsSync(file));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.new`)).toBe(false);
    store.set(DSN, [limitUntil(NOW + 2 * HOUR)]);
    await store.close();
    expect((await readAt(file, NOW)).get(DSN)).toEqual([limitUntil(NOW + 2 * HOUR)]);
  });

  it('ignores what has ended, also when it writes', async () => {
    const store = await readAt(await fileWith(limitUntil(NOW + HOUR)), NOW + HOUR);
    expect(store.get(DSN)).toBeUndefined();
    const file = await fileWith(limitUntil(NOW));
    expect(readFileSync(file, 'utf8')).toBe(String(NOW));
  });

  it('forgets a DSN without limits', async () => {
    const file = await fileWith(limitUntil(NOW + HOUR));
    const store = await readAt(file, NOW);
    store.set(DSN, []);
    await store.close();
    expect((await readAt(file, NOW)).all()).toEqual([]);
  });

  it('prolongs no limit if the clock was set back', async () => {
    const store = await readAt(await fileWith(limitUntil(NOW + HOUR)), NOW - 48 * HOUR);
    expect(store.get(DSN)).toEqual([limitUntil(NOW - 47 * HOUR)]);
  });

  it('asks again if the clock was set forward', async () => {
    const store = await readAt(await fileWith(limitUntil(NOW + HOUR)), NOW + 48 * HOUR);
    expect(store.get(DSN)).toBeUndefined();
  });

  it('believes no limit of more than a day', async () => {
    const store = await readAt(await fileWith(limitUntil(NOW + 1_000 * HOUR)), NOW);
    expect(store.get(DSN)).toEqual([limitUntil(NOW + 24 * HOUR)]);
  });

  it.each([
    ['', 0],
    ['{', 0],
    ['null\n["d",[]]', 0],
    [`${NOW}\n{}\n[1,[]]\n["d",{}]\n["d",[null,{"category":"x"}]]`, 0],
    [`${NOW}\n["d",[${JSON.stringify(limitUntil(NOW + 1))}]]\n["e",[{"category":"err`, 1],
    [`${NOW}\n["d",[${JSON.stringify({ ...limitUntil(NOW + 1), reasonCode: 'x'.repeat(201) })}]]`, 0],
    [`${NOW}\n["d",[${JSON.stringify({ ...limitUntil(NOW + 1), scope: 'all' })}]]`, 0],
    [`${NOW}\n["d",[${JSON.stringify({ ...limitUntil(NOW + 1), untilMs: null })}]]`, 0],
  ])('reads what it can of a damaged file: %j', async (text, known) => {
    const file = freshFile();
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    expect((await readAt(file, NOW)).all()).toHaveLength(known);
  });

  it('writes and reads no more than its bound', async () => {
    const file = freshFile();
    const store = await createDiskLimits({ file, now: () => NOW });
    for (let number = 0; number < 20_000; number += 1) store.set(`${DSN}${number}`, [limitUntil(NOW + HOUR)]);
    await store.close();
    expect(statSync(file).size).toBeLessThanOrEqual(1_048_576);
    const { length } = (await readAt(file, NOW)).all();
    expect(length).toBeGreaterThan(4_000);
    expect(length).toBeLessThan(20_000);
  });

  it('goes on in memory if the file cannot be written, and writes it when it can', async () => {
    const file = freshFile();
    mkdirSync(`${file}.new`, { recursive: true });
    const store = await createDiskLimits({ file, now: () => NOW });
    store.set(DSN, [limitUntil(NOW + HOUR)]);
    expect(store.get(DSN)).toHaveLength(1);
    await store.close();
    expect(existsSync(file)).toBe(false);
    rmSync(`${file}.new`, { recursive: true });
    store.set(DSN, [limitUntil(NOW + HOUR)]);
    await store.close();
    expect(existsSync(file)).toBe(true);
  });
});
