import { createFakeClock, deferred, type FakeClock } from '@adit/testing';
import { chunksOf } from '../../testing/stub-transport.helper.ts';
import { settled } from '../../testing/stubbed-tunnel.helper.ts';
import {
  bodyFailure,
  openBody,
  readBody,
  releaseBody,
  WHOLE_BODY_BYTES,
  type EnvelopeBody,
  type EnvelopeBodyOptions,
} from './envelope-body.ts';
import type { RequestBody } from '../request/tunnel-request.ts';

const bytes = (count: number): Uint8Array => new Uint8Array(count).fill(7);

/** A source that sends nothing, and answers this when it is let go of. */
function silentSource(onReturn: () => Promise<never>): { source: RequestBody; isReturned: () => boolean } {
  let isReturned = false;
  const source: RequestBody = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => undefined),
      return: () => {
        isReturned = true;
        return onReturn();
      },
    }),
  };
  return { source, isReturned: () => isReturned };
}

describe('openBody', () => {
  let clock: FakeClock;
  beforeEach(() => {
    clock = createFakeClock();
  });

  const open = (source: RequestBody | null, options: Partial<EnvelopeBodyOptions> = {}): EnvelopeBody =>
    openBody({
      source,
      declaredBytes: undefined,
      maxBytes: 1_000,
      timeoutMs: 30_000,
      clock,
      ...options,
    });
  const readSizes = async (body: EnvelopeBody): Promise<number[]> => {
    const sizes: number[] = [];
    for (let chunk = await readBody(body); chunk !== undefined; chunk = await readBody(body)) {
      sizes.push(chunk.byteLength);
    }
    return sizes;
  };

  it('hands out the chunks, without empty ones, and then its end', async () => {
    const body = open(chunksOf(bytes(3), bytes(0), bytes(4)));
    expect(body.end).toBeUndefined();
    expect(await readSizes(body)).toEqual([3, 4]);
    expect([body.end, body.receivedBytes, clock.pending]).toEqual(['complete', 7, 0]);
    expect(await readBody(body)).toBeUndefined();
  });

  it.each([
    ['nothing is sent', null],
    ['no chunk comes', chunksOf()],
  ])('is complete where %s', async (_what, source) => {
    const body = open(source);
    expect([await readBody(body), body.end, body.receivedBytes]).toEqual([undefined, 'complete', 0]);
  });

  it('asks for nothing where nothing is announced', async () => {
    let isAsked = false;
    const body = open(
      {
        [Symbol.asyncIterator]: () => {
          isAsked = true;
          return chunksOf();
        },
      },
      { declaredBytes: 0 },
    );
    expect([await readBody(body), body.end, isAsked]).toEqual([undefined, 'complete', false]);
  });

  it.each([
    ['fits exactly', 1_000, [600, 400], 'complete'],
    ['has a byte too many', 1_001, [600], 'too-large'],
  ])('a body that %s', async (_how, total, sizes, end) => {
    const body = open(chunksOf(bytes(600), bytes(total - 600)));
    expect([await readSizes(body), body.end]).toEqual([sizes, end]);
  });

  it.each([
    ['sends more than it announced', 10, 'length-mismatch', [5]],
    ['sends less than it announced', 12, 'length-mismatch', [5, 6]],
    ['sends what it announced', 11, 'complete', [5, 6]],
  ] as const)('a body that %s', async (_how, declaredBytes, end, sizes) => {
    const body = open(chunksOf(bytes(5), bytes(6)), { declaredBytes });
    expect(await readSizes(body)).toEqual(sizes);
    expect([body.end, body.declaredBytes]).toEqual([end, declaredBytes]);
  });

  it('is complete with its last announced byte, whatever the source does then', async () => {
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes(10);
      throw new Error('reset');
    };
    const body = open(source(), { declaredBytes: 10 });
    expect([await readBody(body), body.end, await readBody(body)]).toEqual([
      bytes(10),
      'complete',
      undefined,
    ]);
  });

  it('is aborted where the source fails', async () => {
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes(10);
      throw new Error('reset');
    };
    const body = open(source());
    expect([await readSizes(body), body.end, clock.pending]).toEqual([[10], 'aborted', 0]);
  });

  describe('that can be had in one piece', () => {
    const inOnePiece = (whole: () => Promise<Uint8Array>): RequestBody => ({
      readWhole: whole,
      [Symbol.asyncIterator]: () => chunksOf(bytes(1), bytes(9)),
    });

    it.each([
      ['and is small', 10, [10]],
      ['but announces more than is held', WHOLE_BODY_BYTES + 1, [1, 9]],
      ['but announces nothing', undefined, [1, 9]],
    ])('%s', async (_how, declaredBytes, sizes) => {
      const body = open(
        inOnePiece(() => Promise.resolve(bytes(10))),
        { declaredBytes, maxBytes: 1_000_000 },
      );
      expect(await readSizes(body)).toEqual(sizes);
    });

    it.each([0, 9, 11])('and has %d bytes instead of 10 is refused', async (count) => {
      const body = open(
        inOnePiece(() => Promise.resolve(bytes(count))),
        { declaredBytes: 10 },
      );
      expect([await readBody(body), body.end]).toEqual([undefined, 'length-mismatch']);
    });

    it('is aborted where that fails, and given up in time', async () => {
      const failing = open(
        inOnePiece(() => Promise.reject(new Error('reset'))),
        { declaredBytes: 10 },
      );
      expect([await readBody(failing), failing.end]).toEqual([undefined, 'aborted']);
      const hanging = open(
        inOnePiece(() => new Promise(() => undefined)),
        { declaredBytes: 10, timeoutMs: 100 },
      );
      const read = readBody(hanging);
      await clock.advance(100);
      expect([await read, hanging.end]).toEqual([undefined, 'timed-out']);
    });
  });

  describe('time', () => {
    /** Sends this many bytes each second, endlessly. */
    const drip = (bytesPerSecond: number): AsyncIterable<Uint8Array> => ({
      [Symbol.asyncIterator]: () => ({
        next: () =>
          new Promise((resolve) => {
            clock.setTimeout(() => {
              resolve({ done: false, value: bytes(bytesPerSecond) });
            }, 1_000);
          }),
      }),
    });
    const readUntilEnd = async (body: EnvelopeBody, forMs: number): Promise<number> => {
      let endedAt = Infinity;
      void readSizes(body).then(() => (endedAt = clock.now()));
      for (let ms = 0; ms < forMs; ms += 1_000) await clock.advance(1_000);
      return endedAt;
    };

    it('ends for a client that sends nothing', async () => {
      const { source, isReturned } = silentSource(() => new Promise(() => undefined));
      const body = open(source);
      const read = readBody(body);
      await clock.advance(29_999);
      expect([body.end, isReturned()]).toEqual([undefined, false]);
      await clock.advance(1);
      expect([await read, body.end, isReturned(), clock.pending]).toEqual([undefined, 'timed-out', true, 0]);
    });

    it.each([1, 100, 512])('ends for one that drips %d bytes a second', async (bytesPerSecond) => {
      const body = open(drip(bytesPerSecond), { maxBytes: 10_000_000 });
      const endedAt = await readUntilEnd(body, 70_000);
      const worthMs = 30_000 / (1 - bytesPerSecond / 1_024);
      expect(body.end).toBe('timed-out');
      expect(endedAt).toBeGreaterThanOrEqual(worthMs - 1_000);
      expect(endedAt).toBeLessThan(worthMs + 1_000);
    });

    it('does not end for one that keeps up 1 KiB a second (control)', async () => {
      const body = open(drip(1_024), { maxBytes: 10_000_000 });
      expect(await readUntilEnd(body, 300_000)).toBe(Infinity);
      expect(body.end).toBeUndefined();
      releaseBody(body);
    });

    it('is the client’s only while it is waited for', async () => {
      const gates = [deferred(), deferred()];
      const source = async function* (): AsyncGenerator<Uint8Array> {
        for (const gate of gates) {
          await gate.promise;
          yield bytes(1);
        }
      };
      const body = open(source(), { timeoutMs: 1_000 });
      const first = readBody(body);
      await clock.advance(900);
      gates[0]?.resolve();
      expect(await first).toEqual(bytes(1));
      // Ingest is slow.
      await clock.advance(60_000);
      const second = readBody(body);
      await clock.advance(99);
      expect(body.end).toBeUndefined();
      await clock.advance(2);
      expect([await second, body.end]).toEqual([undefined, 'timed-out']);
    });
  });

  describe('release', () => {
    it('lets go of the source, and of whoever waits', async () => {
      const { source, isReturned } = silentSource(() => Promise.reject(new Error('ignored')));
      const body = open(source);
      const read = readBody(body);
      releaseBody(body);
      expect([await read, isReturned(), clock.pending]).toEqual([undefined, true, 0]);
      await settled();
    });

    it('needs no source that was begun, and none that can be let go of', async () => {
      releaseBody(open(chunksOf()));
      const body = open({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) });
      const read = readBody(body);
      releaseBody(body);
      expect(await read).toBeUndefined();
    });
  });

  it.each([
    ['aborted', { kind: 'aborted' }],
    ['too-large', { reason: 'envelope-too-large', status: 413 }],
    ['length-mismatch', { reason: 'length-mismatch', status: 400 }],
    ['timed-out', { reason: 'body-timed-out', status: 408 }],
  ] as const)('%s ends the request', (end, stop) => {
    expect(bodyFailure({ end })).toMatchObject(stop);
  });

  it.each(['complete', undefined] as const)('%s does not', (end) => {
    expect(bodyFailure({ end })).toBeUndefined();
  });
});
