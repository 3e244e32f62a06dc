import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskSpool, type DiskSpool } from './disk-spool.ts';

const directory = mkdtempSync(join(tmpdir(), 'adit-warn-'));
const warn = jest.spyOn(console, 'warn').mockImplementation();
afterAll(() => {
  warn.mockRestore();
  rmSync(directory, { recursive: true });
});

afterEach(() => warn.mockClear());

const DSN = 'https://key@one.example/1';
const segments = (): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.spool'))
    .map((name) => join(directory, name));

async function storeOne(): Promise<DiskSpool> {
  const spool = await createDiskSpool({ directory });
  await spool.append({ dsn: DSN, receivedAt: 1, fields: {}, body: Buffer.from('{}') });
  return spool;
}

/** Stores an envelope, and removes its file while the spool is closed. */
async function loseOne(): Promise<void> {
  await (await storeOne()).close();
  for (const path of segments()) rmSync(path);
}

it('says on the console what was lost before it was opened, unless somebody is told', async () => {
  await loseOne();
  expect(warn.mock.calls).toEqual([]);
  await (await createDiskSpool({ directory })).close();
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^@adit\/spool: the spool in \S+ has lost 1 of its envelopes: \S/)],
  ]);
  warn.mockClear();

  await loseOne();
  const spool = await createDiskSpool({ directory, onLoss: () => undefined });
  expect(spool.repair.lostEnvelopes).toBe(1);
  expect(warn.mock.calls).toEqual([]);
  await spool.close();
});

it('says on the console what it finds damaged as it reads', async () => {
  const spool = await storeOne();
  for (const path of segments()) writeFileSync(path, readFileSync(path).fill(0xff, 64));
  expect(await spool.peek(DSN)).toBeUndefined();
  await spool.close();
  expect(warn.mock.calls).toEqual([[expect.stringContaining('has lost 1 of its envelopes: ')]]);
});
