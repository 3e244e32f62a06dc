import { deferred, until } from '@adit/testing';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bodyOf, describeSpoolStore, drainTexts, inChunks } from '../../testing/spool-store.contract.ts';
import {
  createDiskSpool,
  SpoolLockedError,
  type DiskSpoolOptions,
  type OpenFile,
  type SpoolLoss,
} from './disk-spool.ts';
import { createFailingDisk } from '../../testing/disk/failing-disk.helper.ts';
import { LEDGER_NAME } from './disk/ledger.ts';
import { untilNoted } from '../../testing/disk/noted.helper.ts';
import { createNaiveSpool } from '../../testing/disk/naive-spool.helper.ts';
import { encodeFields, FIXED_HEAD_BYTES } from './disk/record.ts';
import { cursorSlotAt, encodeCursor, footerBytes } from './disk/segment-format.ts';
import type { SpoolStore } from './stores.ts';

// A file system in memory, if available, syncs at once. The tests check when a sync is requested.
const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'adit-spool-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});
let count = 0;
const freshDirectory = (): string => join(root, String((count += 1)), 'spool');

describeSpoolStore('createDiskSpool', (bounds) =>
  createDiskSpool({ directory: freshDirectory(), maxSegmentBytes: 20_000, ...bounds }),
);

const A = 'https://a@one.example/1';
const B = 'https://b@two.example/2';

const put = (spool: SpoolStore, text: string, dsn = A): Promise<void> =>
  spool.append({ dsn, receivedAt: 7, fields: {}, body: Buffer.from(text) });

/** Opens a copy of a directory as a crash would leave it, while its owner continues. */
function copyOf(directory: string): string {
  const copy = freshDirectory();
  mkdirSync(copy, { recursive: true });
  for (const file of readdirSync(directory)) {
    if (!file.startsWith('lock-')) copyFileSync(join(directory, file), join(copy, file));
  }
  return copy;
}

const segmentsIn = (directory: string): string[] =>
  readdirSync(directory)
    .filter((file) => /\.(spool|part)$/.test(file))
    .sort();

/** The directory as a release without a ledger would have left it. */
function withoutLedger(directory: string): string {
  rmSync(join(directory, LEDGER_NAME), { force: true });
  return directory;
}

/** All envelopes of a directory, and all losses it reports. */
async function contentsOf(
  directory: string,
  { dsn = A, ...options }: Partial<DiskSpoolOptions> & { dsn?: string } = {},
): Promise<{ texts: string[]; lostEnvelopes: number; lostBytes: number; details: string[] }> {
  const losses: SpoolLoss[] = [];
  const spool = await createDiskSpool({ directory, onLoss: (loss) => losses.push(loss), ...options });
  losses.push(spool.repair);
  const texts = await drainTexts(spool, dsn);
  expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
  await spool.close();
  return {
    texts,
    lostEnvelopes: losses.reduce((total, loss) => total + loss.lostEnvelopes, 0),
    lostBytes: losses.reduce((total, loss) => total + loss.lostBytes, 0),
    details: losses.flatMap(({ details }) => details),
  };
}

const NOTHING_LOST = { lostEnvelopes: 0, lostBytes: 0, details: [] };

describe('createDiskSpool', () => {
  describe('opened again', () => {
    it('has everything that was not removed, in order, spread over many segments', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory, maxSegmentBytes: 2_000 });
      const texts = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(300, '.'));
      for (const text of texts) await put(spool, text);
      await put(spool, 'other', B);
      for (let taken = 0; taken < 23; taken += 1) await spool.remove(A);
      const depth = spool.depth();
      await spool.close();
      expect(segmentsIn(directory).length).toBeGreaterThan(5);

      const again = await createDiskSpool({ directory });

      expect(again.repair).toEqual(NOTHING_LOST);
      expect(again.depth()).toEqual(depth);
      expect([...again.pendingDsns()].sort()).toEqual([A, B]);
      expect(await drainTexts(again, A)).toEqual(texts.slice(23));
      expect(await drainTexts(again, B)).toEqual(['other']);
      await again.close();
      expect(segmentsIn(directory)).toEqual([]);
    });

    it('has everything after a crash as well, and what was delivered last at most once more', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
      for (const text of texts) await put(spool, text);
      for (let taken = 0; taken < 10; taken += 1) await spool.remove(A);

      // The write after a removal is not awaited.
      const found = await until(async () => {
        const contents = await contentsOf(copyOf(directory));
        return contents.texts.length === 10 && contents;
      });
      expect(found).toEqual({ texts: texts.slice(10), ...NOTHING_LOST });
      await spool.close();
    });

    it('has what was appended faster than it could be written in one go', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      const texts = Array.from({ length: 12 }, (_, index) => `${index}`.padEnd(1_000_000, '.'));
      await Promise.all(texts.map((text) => put(spool, text)));
      await spool.close();
      const { texts: found } = await contentsOf(directory);
      expect(found.map((text) => text.length)).toEqual(texts.map((text) => text.length));
      expect(found.map(parseFloat)).toEqual(texts.map(parseFloat));
    });

    it('appends behind what it found', async () => {
      const directory = freshDirectory();
      for (const text of ['1', '2', '3']) {
        const spool = await createDiskSpool({ directory });
        await put(spool, text);
        await spool.close();
      }
      expect(await contentsOf(directory)).toEqual({ texts: ['1', '2', '3'], ...NOTHING_LOST });
    });

    it('opens no file once it is closed', async () => {
      const spool = await createDiskSpool({ directory: freshDirectory() });
      await put(spool, '1');
      await spool.close();
      for (const look of [spool.peek(A), spool.remove(A)]) await expect(look).rejects.toThrow('closed');
    });

    it('has what was still streaming in when it was closed', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      const rest = deferred<undefined>();
      const appended = spool.append({
        dsn: A,
        receivedAt: 7,
        fields: {},
        body: (async function* () {
          yield Buffer.alloc(100_000, 'b');
          await rest.promise;
          yield Buffer.from('e');
        })(),
      });
      let isClosed = false;
      const closed = spool.close().then(() => (isClosed = true));
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(isClosed).toBe(false);
      rest.resolve(undefined);
      await Promise.all([appended, closed]);
      expect((await contentsOf(directory)).texts.map((text) => text.length)).toEqual([100_001]);
    });

    it('counts what it found against its bound', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      await put(spool, 'x'.repeat(5_000));
      await spool.close();
      const again = await createDiskSpool({ directory, maxBytes: 6_000 });
      await expect(put(again, 'y'.repeat(2_000))).rejects.toThrow('6000 bytes');
      expect(await drainTexts(again, A)).toHaveLength(1);
      await again.close();
    });

    it('forgets an envelope whose stream had not ended', async () => {
      const directory = freshDirectory();
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, '0123456789abcdef.part'), 'half');
      expect(await contentsOf(directory)).toEqual({ texts: [], ...NOTHING_LOST });
      expect(readdirSync(directory)).toEqual([]);
    });

    it('deletes a segment that was delivered but not deleted', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory, maxSegmentBytes: 1 });
      await put(spool, '1');
      const [file] = segmentsIn(directory);
      const copy = copyOf(directory);
      await spool.close();
      const marker = Buffer.from(file!.slice(17, 33), 'hex');
      const path = join(copy, file!);
      const bytes = readFileSync(path);
      encodeCursor({ position: bytes.length - footerBytes(A), index: 1 }, marker).copy(
        bytes,
        cursorSlotAt(1),
      );
      writeFileSync(path, bytes);

      const again = await createDiskSpool({ directory: copy });
      expect(segmentsIn(copy)).toEqual([]);
      await again.close();
    });
  });

  describe('acknowledges', () => {
    it('after the records and the name of their file are synced, one sync for all that came meanwhile', async () => {
      const disk = createFailingDisk();
      const log: string[] = [];
      disk.before = (operation, file) => {
        // The ledger is written separately, and awaited with the rest.
        if (operation !== 'read' && !file.startsWith(LEDGER_NAME))
          log.push(`${operation} ${file.replace(/^.*\.spool$/, 'segment')}`);
      };
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory, openFile: disk.openFile });
      log.length = 0;
      const acknowledged = (text: string): Promise<unknown> => put(spool, text).then(() => log.push(text));
      const first = acknowledged('1');
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([first, acknowledged('2'), acknowledged('3')]);

      expect(log).toEqual([
        'open segment',
        'write segment',
        'datasync segment',
        'open spool',
        'sync spool',
        'write segment',
        '1',
        'datasync segment',
        '2',
        '3',
      ]);
      await spool.close();
    });

    it('nothing it cannot sync; each failure leaves the store usable and what it kept untouched', async () => {
      const directory = freshDirectory();
      const disk = createFailingDisk();
      const spool = await createDiskSpool({ directory, openFile: disk.openFile });
      await put(spool, 'kept');
      const kept = ['kept'];
      for (const operation of ['open', 'write', 'datasync', 'sync'] as const) {
        disk.failures.set(operation, 'EIO');
        const results = await Promise.allSettled([
          put(spool, `lost ${operation}`),
          spool.append({
            dsn: A,
            receivedAt: 7,
            fields: {},
            body: inChunks(Buffer.alloc(70_000), Buffer.alloc(70_000)),
          }),
        ]);
        // An open segment needs neither to be opened nor to have its name synced.
        for (const { status } of results.slice(operation === 'sync' ? 1 : 0)) {
          if (operation !== 'open' || status === 'rejected') expect(status).toBe('rejected');
        }
        if (results[0].status === 'fulfilled') kept.push(`lost ${operation}`);
        disk.failures.clear();
        await put(spool, `after ${operation}`);
        kept.push(`after ${operation}`);
      }
      expect(spool.depth().envelopes).toBe(kept.length);

      expect(await contentsOf(copyOf(directory))).toEqual({ texts: kept, ...NOTHING_LOST });
      expect(await drainTexts(spool, A)).toEqual(kept);
      await spool.close();
      expect(segmentsIn(directory)).toEqual([]);
    });

    it('nothing that failed against its bound', async () => {
      const disk = createFailingDisk();
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory, openFile: disk.openFile, maxBytes: 200_000 });
      const appendLarge = (): Promise<void> =>
        spool.append({ dsn: A, receivedAt: 7, fields: {}, body: inChunks(Buffer.alloc(100_000)) });
      disk.failures.set('datasync', 'EIO');
      for (let index = 0; index < 10; index += 1) {
        await expect(put(spool, 'x'.repeat(50_000))).rejects.toThrow('EIO');
        await expect(appendLarge()).rejects.toThrow('EIO');
      }
      disk.failures.clear();
      await put(spool, 'x'.repeat(50_000));
      await appendLarge();
      await spool.close();
    });

    it('no envelope whose fields are no HTTP fields', async () => {
      const spool = await createDiskSpool({ directory: freshDirectory() });
      const fields = { 'user-agent': 'x'.repeat(1_048_577) };
      for (const body of [Buffer.alloc(1), Buffer.alloc(2_000_000)]) {
        await expect(spool.append({ dsn: A, receivedAt: 7, fields, body })).rejects.toThrow('exceed 1 MiB');
      }
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
      await spool.close();
    });

    it('nothing of which the rest cannot be cut off, and delivers none of it while it runs', async () => {
      const disk = createFailingDisk();
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory, openFile: disk.openFile });
      await put(spool, '1');
      disk.freeBytes = 70;
      disk.failures.set('truncate', 'EROFS');
      await expect(put(spool, 'half')).rejects.toThrow('ENOSPC');
      disk.freeBytes = Infinity;
      await put(spool, '2');

      await untilNoted(directory, 2);
      const crashed = await contentsOf(copyOf(directory));
      expect(crashed).toMatchObject({ texts: ['1', '2'], lostEnvelopes: 0, lostBytes: 70 });
      const repaired = copyOf(directory);
      await (await createDiskSpool({ directory: repaired })).close();
      const record = FIXED_HEAD_BYTES + encodeFields(A, {}).length + 1;
      for (const file of segmentsIn(repaired)) {
        expect(statSync(join(repaired, file)).size).toBe(64 + record + footerBytes(A));
      }
      expect(await contentsOf(repaired)).toEqual({ texts: ['1', '2'], ...NOTHING_LOST });
      expect(await drainTexts(spool, A)).toEqual(['1', '2']);
      await spool.close();
    });

    it('again once a full disk has room', async () => {
      const { directory, openFile, makeRoom, dispose } = tinyDisk();
      try {
        const spool = await createDiskSpool({ directory, openFile, maxSegmentBytes: 65_536 });
        const kept: string[] = [];
        let failure: unknown;
        for (let index = 0; failure === undefined; index += 1) {
          const text = `${index}`.padEnd(4_096, '.');
          await put(spool, text).then(
            () => kept.push(text),
            (error: unknown) => (failure = error),
          );
        }
        expect(failure).toMatchObject({ code: 'ENOSPC' });
        expect(kept.length).toBeGreaterThan(100);
        await expect(put(spool, 'x'.repeat(100_000))).rejects.toMatchObject({ code: 'ENOSPC' });
        expect(spool.depth().envelopes).toBe(kept.length);

        for (let taken = 0; taken < 50; taken += 1) await spool.remove(A);
        makeRoom();
        await put(spool, 'room again');
        expect(await drainTexts(spool, A)).toEqual([...kept.slice(50), 'room again']);
        await spool.close();
      } finally {
        dispose();
      }
    });
  });

  describe('taken out of', () => {
    it('saves the cursor durably for every 256th envelope, else without waiting', async () => {
      const disk = createFailingDisk();
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory, openFile: disk.openFile });
      await Promise.all(Array.from({ length: 600 }, (_, index) => put(spool, `${index}`)));
      let syncs = 0;
      disk.before = (operation) => (syncs += operation === 'datasync' ? 1 : 0);
      for (let taken = 0; taken < 599; taken += 1) await spool.remove(A);
      expect(syncs).toBe(2);
      await spool.close();
    });

    it('delivers where it cannot save how far it came', async () => {
      const directory = freshDirectory();
      const first = await createDiskSpool({ directory });
      for (const text of ['1', '2']) await put(first, text);
      await first.close();

      const disk = createFailingDisk();
      const openFile = (async (path: string, flags: string, mode?: number) => {
        if (flags === 'r+') throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
        return disk.openFile(path, flags, mode);
      }) as OpenFile;
      const spool = await createDiskSpool({ directory, openFile });
      expect(await drainTexts(spool, A)).toEqual(['1', '2']);
      await spool.close();
    });

    it('passes a failing disk on, and goes on where it was', async () => {
      const directory = freshDirectory();
      const first = await createDiskSpool({ directory });
      for (const text of ['1', '2']) await put(first, text);
      await first.close();

      const disk = createFailingDisk();
      const spool = await createDiskSpool({ directory, openFile: disk.openFile });
      disk.failures.set('read', 'EIO');
      await expect(spool.peek(A)).rejects.toThrow('EIO');
      await expect(spool.remove(A)).rejects.toThrow('EIO');
      disk.failures.clear();
      disk.failures.set('open', 'EIO');
      expect(await drainTexts(spool, A)).toEqual(['1', '2']);
      await spool.close();
    });

    it('frees the space of a segment when its last envelope is removed', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      await put(spool, '1');
      await spool.remove(A);
      await put(spool, '2');
      await spool.remove(A);
      await spool.close();
      expect(segmentsIn(directory)).toEqual([]);
    });

    it('keeps a segment that is written to while its last envelope is removed', async () => {
      const spool = await createDiskSpool({ directory: freshDirectory() });
      await put(spool, '1');
      const appended = put(spool, '2');
      await spool.remove(A);
      await appended;
      expect(await drainTexts(spool, A)).toEqual(['2']);
      await spool.close();
    });

    it('frees a segment whose last envelope was removed while a write failed', async () => {
      const disk = createFailingDisk();
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory, openFile: disk.openFile });
      await put(spool, '1');
      const failed = deferred<undefined>();
      disk.before = (operation) => (operation === 'write' ? failed.promise : undefined);
      const appended = put(spool, '2');
      await spool.remove(A);
      expect(segmentsIn(directory)).toHaveLength(1);
      disk.before = () => undefined;
      disk.failures.set('write', 'EIO');
      failed.resolve(undefined);
      await expect(appended).rejects.toThrow('EIO');
      await until(() => segmentsIn(directory).length === 0);
      await spool.close();
    });

    it('tells of a segment that somebody deleted, and goes on with the next', async () => {
      const directory = freshDirectory();
      const first = await createDiskSpool({ directory, maxSegmentBytes: 1 });
      for (const text of ['1', '2']) await put(first, text);
      await first.close();
      const losses: SpoolLoss[] = [];
      const spool = await createDiskSpool({
        directory,
        onLoss: (loss) => {
          losses.push(loss);
          throw new Error('ignored');
        },
      });
      unlinkSync(join(directory, segmentsIn(directory)[0]!));
      expect(await drainTexts(spool, A)).toEqual(['2']);
      expect(losses).toMatchObject([{ lostEnvelopes: 1 }]);
      await spool.close();
    });

    it.each([100_000, 20_000, 40])(
      'tells of what is missing when a segment is cut to %d bytes',
      async (size) => {
        const directory = freshDirectory();
        const losses: SpoolLoss[] = [];
        const spool = await createDiskSpool({ directory, onLoss: (loss) => losses.push(loss) });
        const texts = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(2_000, '.'));
        await Promise.all(texts.map((text) => put(spool, text)));
        truncateSync(join(directory, segmentsIn(directory)[0]!), size);
        const drained = await drainTexts(spool, A);
        const recordSize = FIXED_HEAD_BYTES + encodeFields(A, {}).length + 2_000;
        expect(drained.length).toBe(Math.max(0, Math.floor((size - 64) / recordSize)));
        expect(drained).toEqual(texts.slice(0, drained.length));
        expect(losses).toMatchObject([{ lostEnvelopes: 100 - drained.length }]);
        expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
        await spool.close();
      },
    );

    it('tells of a large envelope that was cut before it was looked at', async () => {
      const directory = freshDirectory();
      const losses: SpoolLoss[] = [];
      const spool = await createDiskSpool({ directory, onLoss: (loss) => losses.push(loss) });
      await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.alloc(2_000_000) });
      truncateSync(join(directory, segmentsIn(directory)[0]!), 1_000_000);
      expect(await spool.peek(A)).toBeUndefined();
      expect(losses).toMatchObject([{ lostEnvelopes: 1 }]);
      await spool.close();
    });

    it('fails the reading of a large envelope that was cut after it was looked at', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.alloc(2_000_000) });
      const entry = await spool.peek(A);
      truncateSync(join(directory, segmentsIn(directory)[0]!), 1_000_000);
      await expect(bodyOf(entry)).rejects.toThrow('cut short');
      await spool.close();
    });
  });

  describe('damaged', () => {
    const TEXTS = ['first', 'second', 'third'];

    /** A directory of one segment: as a clean end leaves it, or as a crash does. */
    async function segmentOf(
      texts: readonly string[],
      { isSealed, dsn }: { isSealed: boolean; dsn?: string },
    ): Promise<string> {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      await Promise.all(texts.map((text) => put(spool, text, dsn)));
      await untilNoted(directory, texts.length);
      const open = copyOf(directory);
      await spool.close();
      return isSealed ? directory : open;
    }

    /** The directory's segment with its bytes changed, alone in a directory. */
    function withBytes(directory: string, change: (bytes: Buffer) => Buffer): string {
      const copy = copyOf(directory);
      const path = join(copy, segmentsIn(copy)[0]!);
      writeFileSync(path, change(readFileSync(path)));
      return copy;
    }

    /** Runs the work for each number, a few at a time. */
    async function forEachFrom(
      from: number,
      to: number,
      check: (at: number) => Promise<void>,
    ): Promise<void> {
      let next = from;
      const some = async (): Promise<void> => {
        while (next < to) await check((next += 1) - 1);
      };
      await Promise.all(Array.from({ length: 8 }, some));
    }

    const sizeOf = (directory: string): number => statSync(join(directory, segmentsIn(directory)[0]!)).size;

    it.each([{ isSealed: false }, { isSealed: true }])(
      'gives out all before the cut, wherever it is cut, and tells of the rest: %j',
      async ({ isSealed }) => {
        const dsn = 'd';
        const directory = await segmentOf(TEXTS, { isSealed, dsn });
        const size = sizeOf(directory);
        const footer = isSealed ? footerBytes(dsn) : 0;
        const recordSize = FIXED_HEAD_BYTES + encodeFields(dsn, {}).length;
        const ends = TEXTS.map((_, index) =>
          TEXTS.slice(0, index + 1).reduce((end, text) => end + recordSize + text.length, 64),
        );
        expect(ends.at(-1)! + footer).toBe(size);

        await forEachFrom(ends[1]!, size + 1, async (cut) => {
          const copy = withBytes(directory, (bytes) => bytes.subarray(0, cut));
          const old = withoutLedger(copyOf(copy));
          const whole = ends.filter((end) => end <= cut).length;
          const rest = cut - ends[whole - 1]!;
          const found = { texts: TEXTS.slice(0, whole) };
          expect(await contentsOf(copy, { dsn })).toMatchObject({
            ...found,
            lostEnvelopes: TEXTS.length - whole,
            lostBytes: whole < TEXTS.length ? ends[2]! - ends[whole - 1]! : 0,
          });
          // Without the ledger, records that were cut off at a boundary are unknown.
          const isCut = whole < TEXTS.length && rest > 0;
          expect(await contentsOf(old, { dsn })).toMatchObject({
            ...found,
            lostEnvelopes: isCut ? 1 : 0,
            lostBytes: isCut ? rest : 0,
          });
        });
      },
    );

    it.each([{ isSealed: false }, { isSealed: true }])(
      'gives out every other envelope, whichever byte is flipped, and tells of the one: %j',
      async ({ isSealed }) => {
        const dsn = 'd';
        const directory = await segmentOf(TEXTS, { isSealed, dsn });
        await forEachFrom(0, sizeOf(directory), async (at) => {
          const copy = withBytes(directory, (bytes) => {
            bytes[at] = Number(bytes[at]) ^ (1 << (at % 8));
            return bytes;
          });
          const { texts, lostEnvelopes, details } = await contentsOf(copy, { dsn });
          expect(TEXTS.filter((text) => texts.includes(text))).toEqual(texts);
          expect(texts.length).toBeGreaterThanOrEqual(TEXTS.length - 1);
          expect({ at, lostEnvelopes }).toEqual({ at, lostEnvelopes: TEXTS.length - texts.length });
          expect(details).toHaveLength(lostEnvelopes);
        });
      },
    );

    it.each([{ isSealed: false }, { isSealed: true }])(
      'counts every envelope of a stretch that is wiped out: %j',
      async ({ isSealed }) => {
        const texts = Array.from({ length: 60 }, (_, index) => `${index}`.padEnd(2_000, '.'));
        const directory = await segmentOf(texts, { isSealed });
        const found = await contentsOf(withBytes(directory, (bytes) => bytes.fill(0, 20_000, 60_000)));
        expect(found.texts.length).toBeLessThan(42);
        expect(found.texts).toEqual(texts.filter((text) => found.texts.includes(text)));
        expect(found.lostEnvelopes).toBe(texts.length - found.texts.length);
        expect(found.lostBytes).toBeGreaterThanOrEqual(40_000);
        // Keys must not appear in logs.
        expect(found.details.join()).not.toContain('example');
      },
    );

    it('counts the envelopes of a crashed segment whose end is wiped out by their remaining beginnings', async () => {
      const directory = await segmentOf(TEXTS, { isSealed: false });
      const { texts, lostEnvelopes } = await contentsOf(
        withBytes(directory, (bytes) => {
          for (const text of TEXTS.slice(1)) bytes.write('#', bytes.indexOf(text));
          return bytes;
        }),
      );
      expect({ texts, lostEnvelopes }).toEqual({ texts: ['first'], lostEnvelopes: 2 });
    });

    it('does not read what a client put into an envelope as a record', async () => {
      const inner = await segmentOf(['forged'], { isSealed: false });
      const forged = readFileSync(join(inner, segmentsIn(inner)[0]!)).toString('latin1');
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.from(forged, 'latin1') });
      await put(spool, 'after');
      const copy = withBytes(copyOf(directory), (bytes) => {
        bytes[64] = Number(bytes[64]) ^ 1;
        return bytes;
      });
      await spool.close();
      expect(await contentsOf(copy)).toMatchObject({ texts: ['after'], lostEnvelopes: 1 });
    });

    it('tells of a segment of which nothing is left', async () => {
      const directory = await segmentOf(TEXTS, { isSealed: true });
      for (const left of [Buffer.alloc(0), Buffer.alloc(3_000, 'junk')]) {
        const copy = withBytes(directory, () => left);
        expect(await contentsOf(copy)).toMatchObject({ texts: [], lostEnvelopes: 3 });
        expect(readdirSync(copy)).toEqual([]);
        const old = withoutLedger(withBytes(directory, () => left));
        expect(await contentsOf(old)).toMatchObject({ texts: [], lostEnvelopes: left.length === 0 ? 0 : 1 });
        expect(readdirSync(old)).toEqual([]);
      }
    });

    it('reads a large envelope through before it gives it out', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.alloc(2_000_000, 'big') });
      await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.alloc(1_048_577, 'B') });
      await put(spool, 'small');
      await spool.close();
      const copy = withBytes(directory, (bytes) => {
        bytes[1_500_000] = 0;
        return bytes;
      });
      const { texts, lostEnvelopes } = await contentsOf(copy);
      expect(texts.map((text) => text.length)).toEqual([1_048_577, 5]);
      expect(lostEnvelopes).toBe(1);
    });

    it('reads a large envelope through when its footer is damaged', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.alloc(2_000_000, 'big') });
      await spool.close();
      const copy = withBytes(directory, (bytes) => bytes.subarray(0, -3));
      const { texts, lostEnvelopes } = await contentsOf(copy);
      expect(texts.map((text) => text.length)).toEqual([2_000_000]);
      expect(lostEnvelopes).toBe(0);
    });

    it('leaves a file it cannot read where it is, and says so', async () => {
      const directory = await segmentOf(TEXTS, { isSealed: true });
      const [file] = segmentsIn(directory);
      const disk = createFailingDisk();
      disk.before = (operation, name) => {
        if (name === file && operation === 'read') throw Object.assign(new Error('EIO'), { code: 'EIO' });
      };
      const { texts, details } = await contentsOf(directory, { openFile: disk.openFile });
      expect(texts).toEqual([]);
      expect(details).toEqual([`${file}: cannot be read (EIO); left where it is`]);
      expect(segmentsIn(directory)).toEqual([file]);
      disk.before = (operation, name) => {
        if (name === file && operation === 'read') throw new Error('unlike a system call');
      };
      expect((await contentsOf(directory, { openFile: disk.openFile })).details).toEqual([
        `${file}: cannot be read (unknown error); left where it is`,
      ]);
    });

    it('is repaired on a disk that is full', async () => {
      const directory = await segmentOf(TEXTS, { isSealed: false });
      const disk = createFailingDisk();
      disk.failures.set('write', 'ENOSPC');
      expect(await contentsOf(directory, { openFile: disk.openFile })).toMatchObject({ texts: TEXTS });
    });

    it('would give out damaged envelopes without checksums: the control', async () => {
      const directory = freshDirectory();
      mkdirSync(directory, { recursive: true });
      const naive = createNaiveSpool(directory);
      for (const text of TEXTS) await put(naive, text);
      await naive.close();
      const path = join(directory, 'naive.log');
      const bytes = readFileSync(path);
      bytes.write('#', bytes.indexOf('second'));
      writeFileSync(path, bytes);
      const again = createNaiveSpool(directory);
      expect(await drainTexts(again, A)).toEqual(['first', '#econd', 'third']);
      await again.close();
    });
  });

  describe('directory', () => {
    it('and files are for this user alone', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      await put(spool, '1');
      await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.alloc(2_000_000) });
      expect(statSync(directory).mode & 0o777).toBe(0o700);
      expect(segmentsIn(directory)).toHaveLength(2);
      for (const file of segmentsIn(directory)) {
        expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
      }
      await spool.close();
    });

    it('is open once at a time', async () => {
      const directory = freshDirectory();
      const spool = await createDiskSpool({ directory });
      const again = createDiskSpool({ directory });
      await expect(again).rejects.toBeInstanceOf(SpoolLockedError);
      await expect(again).rejects.toThrow(`spool directory ${directory} is in use by another process`);
      await spool.close();
      await (await createDiskSpool({ directory })).close();
      expect(readdirSync(directory)).toEqual([]);
    });

    it('is not opened twice by those who start together', async () => {
      const directory = freshDirectory();
      const results = await Promise.allSettled(
        Array.from({ length: 5 }, () => createDiskSpool({ directory })),
      );
      const opened = results.filter((result) => result.status === 'fulfilled');
      expect(opened.length).toBeLessThanOrEqual(1);
      await Promise.all(opened.map(({ value }) => value.close()));
    });

    it('is taken over from a process that died, whatever it left there', async () => {
      const directory = freshDirectory();
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, 'lock-00000000'), '');
      await (await createDiskSpool({ directory })).close();
      expect(readdirSync(directory)).toEqual([]);
    });

    it('that has no room for a lock is named in one line', async () => {
      const directory = freshDirectory();
      mkdirSync(directory, { recursive: true });
      const listen = jest.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
        process.nextTick(() => this.emit('error', Object.assign(new Error('x'), { code: 'EOPNOTSUPP' })));
        return this;
      });
      await expect(createDiskSpool({ directory })).rejects.toThrow(
        `spool directory ${directory} cannot be locked (EOPNOTSUPP)`,
      );
      listen.mockRestore();
    });

    it('may have a long path', async () => {
      const directory = join(freshDirectory(), 'a'.repeat(100), 'b'.repeat(100));
      const spool = await createDiskSpool({ directory });
      await expect(createDiskSpool({ directory })).rejects.toBeInstanceOf(SpoolLockedError);
      await spool.close();
      await (await createDiskSpool({ directory })).close();
    });

    it('that cannot be used is named in one line', async () => {
      const file = join(root, 'file');
      writeFileSync(file, '');
      await expect(createDiskSpool({ directory: file })).rejects.toThrow(
        `spool directory ${file} cannot be used (EEXIST: a file or a broken link is in the way)`,
      );
      const disk = createFailingDisk();
      const directory = freshDirectory();
      await (await createDiskSpool({ directory })).close();
      rmSync(directory, { recursive: true });
      mkdirSync(directory);
      await expect(
        createDiskSpool({ directory, adopt: [{} as string], openFile: disk.openFile }),
      ).rejects.toThrow(`spool directory ${directory} cannot be used`);
      await (await createDiskSpool({ directory })).close();
    });
  });

  describe('adopts', () => {
    it('the envelopes of former processes, in the order they were taken', async () => {
      const [first, second, third] = [freshDirectory(), freshDirectory(), freshDirectory()] as const;
      for (const [directory, text] of [
        [second, '1'],
        [first, '2'],
        [third, '3'],
        [second, '4'],
      ] as const) {
        const spool = await createDiskSpool({ directory });
        await put(spool, text);
        await spool.close();
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      writeFileSync(join(second, '0123456789abcdef.part'), 'half');
      const missing = freshDirectory();

      const found = await contentsOf(first, { adopt: [second, third, missing, first] });

      expect(found).toEqual({ texts: ['1', '2', '3', '4'], ...NOTHING_LOST });
      expect([second, third, missing].map((directory) => existsSync(directory))).toEqual([
        false,
        false,
        false,
      ]);
    });

    it('nothing of a process that lives', async () => {
      const live = freshDirectory();
      const spool = await createDiskSpool({ directory: live });
      await put(spool, '1');
      expect(await contentsOf(freshDirectory(), { adopt: [live] })).toEqual({ texts: [], ...NOTHING_LOST });
      expect(await drainTexts(spool, A)).toEqual(['1']);
      await spool.close();
    });

    it('what it can, and says what it cannot', async () => {
      const former = freshDirectory();
      const spool = await createDiskSpool({ directory: former });
      await put(spool, '1');
      await spool.close();
      const disk = createFailingDisk();
      const directory = freshDirectory();
      let code: string | undefined = 'EIO';
      disk.before = (operation) => {
        if (operation === 'sync' && existsSync(directory)) throw Object.assign(new Error('x'), { code });
      };
      const { details } = await contentsOf(directory, { adopt: [former], openFile: disk.openFile });
      expect(details).toEqual([`${former}: not taken over (EIO)`]);
      code = undefined;
      const again = await contentsOf(directory, { adopt: [former], openFile: disk.openFile });
      expect(again.details).toEqual([`${former}: not taken over (unknown error)`]);
    });
  });
});

/** A disk with room for about 1 MiB: a real one if this process may mount one, otherwise a simulated one. */
function tinyDisk(): {
  directory: string;
  openFile: OpenFile;
  makeRoom: () => void;
  dispose: () => void;
} {
  const directory = freshDirectory();
  mkdirSync(directory, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]);
  if (mounted.status === 0) {
    const makeRoom = (): void => undefined;
    return { directory, openFile: open, makeRoom, dispose: () => spawnSync('umount', [directory]) };
  }
  const disk = createFailingDisk();
  disk.freeBytes = 1_048_576;
  return {
    directory,
    openFile: disk.openFile,
    makeRoom: () => (disk.freeBytes = 100_000),
    dispose: () => undefined,
  };
}
