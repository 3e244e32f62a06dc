import { deferred } from '@adit/testing';
import { SpoolFullError, type SpoolEntry, type SpoolStore } from '../src/stores/stores.ts';

/** The bounds of a store under test. */
export interface SpoolBounds {
  readonly maxBytes?: number;
  readonly maxBytesPerDsn?: number;
}

const A = 'https://a@one.example/1';
const B = 'https://b@two.example/2';
const FIELDS = {
  'content-encoding': 'gzip',
  'x-forwarded-for': '192.0.2.1',
  'user-agent': 'Ünïcödé "quoted"',
};

/** All bytes of an entry. */
export async function bodyOf(entry: SpoolEntry | undefined): Promise<Buffer | undefined> {
  if (entry === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Removes all envelopes of a DSN in order, and returns them as text. */
export async function drainTexts(spool: SpoolStore, dsn: string): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const body = await bodyOf(await spool.peek(dsn));
    if (body === undefined) return texts;
    texts.push(body.toString());
    await spool.remove(dsn);
  }
}

/** A body in pieces. */
export async function* inChunks(...chunks: readonly (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** Tests that every {@link SpoolStore} passes. */
export function describeSpoolStore(
  name: string,
  create: (bounds?: SpoolBounds) => SpoolStore | Promise<SpoolStore>,
): void {
  describe(`${name} as a spool`, () => {
    let spool: SpoolStore;
    const open = async (bounds?: SpoolBounds): Promise<SpoolStore> => (spool = await create(bounds));
    const put = (text: string, dsn = A): Promise<void> =>
      spool.append({ dsn, receivedAt: 7, fields: {}, body: Buffer.from(text) });

    afterEach(() => spool.close());

    it('is empty at first', async () => {
      await open();
      expect(spool.pendingDsns()).toEqual([]);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
      expect(await spool.peek(A)).toBeUndefined();
      await spool.remove(A);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
    });

    it('gives an envelope back as it was taken', async () => {
      await open();
      const body = Buffer.from([0, 255, 10, 13, 123]);
      await spool.append({ dsn: A, receivedAt: 1_750_000_000_123.5, fields: FIELDS, body });

      const entry = await spool.peek(A);

      expect(entry).toMatchObject({ dsn: A, receivedAt: 1_750_000_000_123.5, fields: FIELDS, bytes: 5 });
      expect(await bodyOf(entry)).toEqual(body);
      expect(await bodyOf(entry)).toEqual(body);
    });

    it('keeps the oldest until it is removed, and gives out each DSN first in, first out', async () => {
      await open();
      for (const text of ['a1', 'a2', 'a3']) await put(text);
      for (const text of ['b1', 'b2']) await put(text, B);

      expect([...spool.pendingDsns()].sort()).toEqual([A, B]);
      expect((await bodyOf(await spool.peek(A)))?.toString()).toBe('a1');
      expect((await bodyOf(await spool.peek(A)))?.toString()).toBe('a1');
      await spool.remove(A);
      expect(await drainTexts(spool, A)).toEqual(['a2', 'a3']);
      expect(spool.pendingDsns()).toEqual([B]);
      expect(await drainTexts(spool, B)).toEqual(['b1', 'b2']);
      expect(spool.pendingDsns()).toEqual([]);
    });

    it('shows what comes behind the oldest, which stays where it is', async () => {
      await open();
      const behind = async (places: number): Promise<string | undefined> =>
        (await bodyOf(await spool.peekBehind?.(A, places)))?.toString();
      expect(await behind(1)).toBeUndefined();
      // Enough for several segments, one of them open.
      const texts = Array.from({ length: 60 }, (_, index) => `${index} `.padEnd(3_000, '.'));
      for (const text of texts) await put(text);
      expect([await behind(1), await behind(59), await behind(60)]).toEqual([texts[1], texts[59], undefined]);
      await spool.remove(A);
      await spool.remove(A);
      expect(await behind(1)).toBe(texts[3]);
      expect(await drainTexts(spool, A)).toEqual(texts.slice(2));
      expect(await behind(1)).toBeUndefined();
    });

    it('shows what comes behind while the oldest are removed and new ones arrive', async () => {
      await open();
      const texts = Array.from({ length: 200 }, (_, index) => `${index} `.padEnd(1_000, '.'));
      for (const text of texts.slice(0, 100)) await put(text);
      for (let removed = 0; removed < 190; removed += 5) {
        const place = Math.min(8, 199 - removed);
        expect((await bodyOf(await spool.peekBehind?.(A, place)))?.toString()).toBe(texts[removed + place]);
        expect((await bodyOf(await spool.peek(A)))?.toString()).toBe(texts[removed]);
        for (let count = 0; count < 5; count += 1) await spool.remove(A);
        for (const text of texts.slice(100 + removed, 105 + removed)) await put(text);
      }
      expect(await drainTexts(spool, A)).toEqual(texts.slice(190));
    });

    it('removes several at once, if it can', async () => {
      await open();
      const texts = Array.from({ length: 100 }, (_, index) => `envelope ${index}`);
      for (const text of texts) await put(text);
      if (spool.removeMany === undefined) return;
      const removeAll = async (count: number): Promise<void> => {
        for (let left = count; left > 0;) {
          const removed = (await spool.removeMany?.(A, left)) ?? 0;
          if (removed === 0) return;
          left -= removed;
        }
      };
      await removeAll(40);
      await removeAll(24);
      expect(spool.depth().envelopes).toBe(36);
      expect((await bodyOf(await spool.peek(A)))?.toString()).toBe(texts[64]);
      await removeAll(64);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
      await spool.removeMany(A, 1);
    });

    it('removes the oldest without a look at it', async () => {
      await open();
      for (const text of ['a1', 'a2', 'a3']) await put(text);
      await Promise.all([spool.remove(A), spool.remove(A)]);
      expect(await drainTexts(spool, A)).toEqual(['a3']);
    });

    it('has nothing of a DSN that it never took', async () => {
      await open();
      await put('a1');
      await spool.remove(B);
      expect([await spool.peek(B), await spool.peekBehind?.(B, 1)]).toEqual([undefined, undefined]);
      expect(spool.depth().envelopes).toBe(1);
    });

    it('keeps the order of appends that are made side by side', async () => {
      await open();
      const texts = Array.from({ length: 2_500 }, (_, index) => `envelope ${index}`);
      await Promise.all(texts.map((text) => put(text)));
      expect(await drainTexts(spool, A)).toEqual(texts);
    });

    it('takes new envelopes while old ones are taken out', async () => {
      await open();
      const drained: string[] = [];
      for (let round = 0; round < 40; round += 1) {
        await Promise.all([put(`${round}a`), put(`${round}b`), put(`${round}c`)]);
        for (let taken = 0; taken < 2 + (round % 3); taken += 1) {
          const body = await bodyOf(await spool.peek(A));
          if (body !== undefined) drained.push(body.toString());
          await spool.remove(A);
        }
      }
      drained.push(...(await drainTexts(spool, A)));
      expect(drained).toEqual(
        Array.from({ length: 40 }, (_, round) => [`${round}a`, `${round}b`, `${round}c`]).flat(),
      );
    });

    it('counts envelopes and bytes, and comes back to nothing', async () => {
      await open();
      await put('x'.repeat(1_000));
      const { envelopes, bytes } = spool.depth();
      expect(envelopes).toBe(1);
      expect(bytes).toBeGreaterThanOrEqual(1_000);
      expect(bytes).toBeLessThan(2_000);
      await put('y', B);
      expect(spool.depth().envelopes).toBe(2);
      await spool.remove(A);
      await spool.remove(B);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
    });

    it.each([
      ['no chunk', []],
      ['a few chunks', ['head', 'er\n{}', '']],
      [
        'more than is gathered',
        [Buffer.alloc(40_000, 1), Buffer.alloc(40_000, 2), Buffer.alloc(3_000_000, 3)],
      ],
    ])('takes a body of %s', async (_, chunks) => {
      await open();
      await put('before');
      await spool.append({ dsn: A, receivedAt: 8, fields: FIELDS, body: inChunks(...chunks) });
      await put('after');
      await spool.remove(A);

      const entry = await spool.peek(A);
      const whole = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));

      expect(entry).toMatchObject({ receivedAt: 8, fields: FIELDS, bytes: whole.length });
      expect((await bodyOf(entry))?.equals(whole)).toBe(true);
      expect((await bodyOf(entry))?.equals(whole)).toBe(true);
      await spool.remove(A);
      expect(await drainTexts(spool, A)).toEqual(['after']);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
    });

    it('takes a large body in one piece', async () => {
      await open();
      const body = Buffer.alloc(1_500_000, 'large');
      await spool.append({ dsn: A, receivedAt: 8, fields: {}, body });
      expect((await bodyOf(await spool.peek(A)))?.equals(body)).toBe(true);
    });

    it('lets nobody wait for a slow body; its place is where it ended', async () => {
      await open();
      const rest = deferred<undefined>();
      const slow = spool.append({
        dsn: A,
        receivedAt: 7,
        fields: {},
        body: (async function* () {
          yield Buffer.alloc(100_000, 's');
          await rest.promise;
          yield Buffer.from('low');
        })(),
      });
      await put('quick');
      expect(spool.depth().envelopes).toBe(1);
      rest.resolve(undefined);
      await slow;
      expect((await drainTexts(spool, A)).map((text) => text.slice(-5))).toEqual(['quick', 'sslow']);
    });

    it.each([10, 100_000])('keeps nothing of a body that breaks off after %d bytes', async (length) => {
      await open();
      const failure = new Error('the client went away');
      const broken = (async function* () {
        yield Buffer.alloc(length);
        throw failure;
      })();
      await expect(spool.append({ dsn: A, receivedAt: 7, fields: {}, body: broken })).rejects.toBe(failure);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
      expect(spool.pendingDsns()).toEqual([]);
      await put('next');
      expect(await drainTexts(spool, A)).toEqual(['next']);
    });

    it('refuses what exceeds its bound, keeps what it has, and takes more once it is emptied', async () => {
      await open({ maxBytes: 200_000, maxBytesPerDsn: 200_000 });
      const kept: string[] = [];
      const fill = async (): Promise<unknown> => {
        try {
          for (;;) {
            const text = `${kept.length}`.padEnd(10_000, '.');
            await put(text);
            kept.push(text);
          }
        } catch (error) {
          return error;
        }
      };
      expect(await fill()).toBeInstanceOf(SpoolFullError);
      expect(kept.length).toBeGreaterThanOrEqual(15);
      expect(kept.length).toBeLessThan(20);
      expect(spool.depth().envelopes).toBe(kept.length);
      await expect(put('x'.repeat(10_000), B)).rejects.toBeInstanceOf(SpoolFullError);

      expect(await drainTexts(spool, A)).toEqual(kept);

      kept.length = 0;
      expect(await fill()).toBeInstanceOf(SpoolFullError);
      expect(kept.length).toBeGreaterThanOrEqual(15);
    });

    it('stops a body at the bound, tells its source, and keeps nothing of it', async () => {
      await open({ maxBytes: 1_000_000, maxBytesPerDsn: 1_000_000 });
      await put('first');
      const before = spool.depth();
      let isReturned = false;
      let yielded = 0;
      const endless = (async function* () {
        try {
          for (;;) yield Buffer.alloc(50_000, (yielded += 1));
        } finally {
          isReturned = true;
        }
      })();
      await expect(spool.append({ dsn: A, receivedAt: 7, fields: {}, body: endless })).rejects.toBeInstanceOf(
        SpoolFullError,
      );
      expect(isReturned).toBe(true);
      expect(yielded).toBeLessThanOrEqual(21);
      expect(spool.depth()).toEqual(before);
      await put('second');
      expect(await drainTexts(spool, A)).toEqual(['first', 'second']);
    });

    it('keeps room for other DSNs when one fills its part', async () => {
      await open({ maxBytes: 200_000 });
      const fill = async (dsn: string): Promise<number> => {
        for (let count = 0; ; count += 1) {
          try {
            await put('x'.repeat(5_000), dsn);
          } catch (error) {
            expect(error).toBeInstanceOf(SpoolFullError);
            return count;
          }
        }
      };
      const first = await fill(A);
      expect(first).toBeGreaterThan(25);
      expect(await fill(B)).toBeGreaterThanOrEqual(2);
      expect(await fill(A)).toBe(0);
    });

    it.each([{ maxBytes: 0 }, { maxBytes: 1.5 }, { maxBytesPerDsn: Number.NaN }])(
      'is not created with %j',
      async (bounds) => {
        await open();
        await expect((async () => create(bounds))()).rejects.toThrow(/accepted is a positive whole number/);
      },
    );

    it('refuses after it is closed, and closes twice', async () => {
      await open();
      await put('a1');
      await spool.close();
      await expect(put('a2')).rejects.toThrow('closed');
      await spool.close();
    });
  });
}
