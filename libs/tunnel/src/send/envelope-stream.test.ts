import { createFakeClock, deferred } from '@adit/testing';
import fc from 'fast-check';
import { readAll } from '../../testing/stub-transport.helper.ts';
import { settled } from '../../testing/stubbed-tunnel.helper.ts';
import {
  forwardStream,
  openEnvelopeStream,
  readFromStart,
  releaseStream,
  type EnvelopeStream,
  type EnvelopeStreamOptions,
} from './envelope-stream.ts';
import { ABORTED, refusal, type RequestFailure } from '../outcome/outcomes.ts';
import { createRetention, RETAINED_BEGINNING_BYTES, RETAINED_BYTES } from './retention.ts';
import { createStallTimer, type StallTimer } from '@adit/envelope';

interface Reads {
  readonly next: () => Promise<Step>;
  readonly asked: number;
}

type Step = readonly Uint8Array[] | RequestFailure | undefined;

const text = (...words: string[]): Uint8Array[] => words.map((word) => Buffer.from(word));
const TIMER: StallTimer = { run: () => undefined, pause: () => undefined, dispose: () => undefined };

/** Reads whose results arrive when the test allows. */
function readsOf(...steps: (Step | Promise<Step>)[]): Reads {
  let asked = 0;
  return {
    next: () => {
      asked += 1;
      return Promise.resolve(steps.shift());
    },
    get asked() {
      return asked;
    },
  };
}

const openStream = (
  queue: Uint8Array[],
  { next }: Pick<Reads, 'next'>,
  { retention, contentLength }: Partial<EnvelopeStreamOptions> = {},
): EnvelopeStream => openEnvelopeStream({ queue, read: next, retention, contentLength });

const take = async (chunks: AsyncIterator<Uint8Array>): Promise<string | undefined> => {
  const step = await chunks.next();
  return step.done === true ? undefined : Buffer.from(step.value).toString();
};

describe('an envelope stream', () => {
  it('sends what was held, then the rest', async () => {
    const stream = openStream(text('a', 'b'), readsOf(text('c'), [], text('d', 'e')));
    expect((await readAll(forwardStream(stream, TIMER))).toString()).toBe('abcde');
    expect(stream.failure).toBeUndefined();
  });

  it('reads no further than one chunk ahead', async () => {
    const reads = readsOf(text('c'), text('d'), text('e'));
    const chunks = forwardStream(openStream(text('a', 'b'), reads), TIMER);
    expect([await take(chunks), reads.asked]).toEqual(['a', 0]);
    expect([await take(chunks), reads.asked]).toEqual(['b', 1]);
    expect([await take(chunks), reads.asked]).toEqual(['c', 2]);
  });

  it('keeps the last bytes back until the envelope is known to be sound', async () => {
    const end = deferred<Step>();
    const chunks = forwardStream(openStream(text('a', 'b'), readsOf(end.promise)), TIMER);
    expect(await take(chunks)).toBe('a');
    let last: string | undefined;
    const taking = take(chunks).then((chunk) => (last = chunk));
    await settled();
    expect(last).toBeUndefined();
    end.resolve(undefined);
    await taking;
    expect([last, await take(chunks)]).toEqual(['b', undefined]);
  });

  it('keeps nothing back where ingest is told the length, and can tell an end that comes too soon', async () => {
    const reads = readsOf(text('b'), undefined);
    const chunks = forwardStream(openStream(text('a'), reads, { contentLength: 2 }), TIMER);
    expect([await take(chunks), reads.asked]).toEqual(['a', 0]);
    expect([await take(chunks), reads.asked]).toEqual(['b', 1]);
    expect([await take(chunks), reads.asked]).toEqual([undefined, 2]);
  });

  it('lets go of what it has sent', async () => {
    const queue = text('a', 'b');
    const chunks = forwardStream(openStream(queue, readsOf(), { contentLength: 2 }), TIMER);
    await take(chunks);
    expect(queue).toHaveLength(1);
  });

  it.each([
    ['a fault in it', refusal('item-truncated')],
    ['a client that leaves', ABORTED],
  ])('fails instead of ending at %s', async (_what, stop) => {
    const stream = openStream(text('a', 'b'), readsOf(text('c'), stop));
    const chunks = forwardStream(stream, TIMER);
    expect([await take(chunks), await take(chunks)]).toEqual(['a', 'b']);
    await expect(chunks.next()).rejects.toThrow(`The envelope is not complete: ${stop.detail}.`);
    expect(stream.failure).toBe(stop);
  });

  it('tells whose turn it is', async () => {
    const clock = createFakeClock();
    let isExpired = false;
    const watch = createStallTimer(clock, 100, () => (isExpired = true));
    const more = deferred<Step>();
    const chunks = forwardStream(openStream(text('a'), readsOf(more.promise, undefined)), watch);
    const first = take(chunks);
    await clock.advance(1_000);
    expect(isExpired).toBe(false);
    more.resolve(text('b'));
    expect(await first).toBe('a');
    await clock.advance(99);
    expect(isExpired).toBe(false);
    await clock.advance(1);
    expect(isExpired).toBe(true);
  });

  describe('replay', () => {
    const open = (held: Uint8Array[], ...steps: (Step | Promise<Step>)[]): EnvelopeStream =>
      openStream(held, readsOf(...steps), { retention: createRetention() });

    it('begins with the first byte, whatever was sent', async () => {
      const stream = open(text('a', 'b'), text('c'), text('d'));
      const chunks = forwardStream(stream, TIMER);
      expect([await take(chunks), await take(chunks)]).toEqual(['a', 'b']);
      expect((await readAll(readFromStart(stream))).toString()).toBe('abcd');
    });

    it('works where nothing was sent', async () => {
      expect((await readAll(readFromStart(open(text('a'), text('b'))))).toString()).toBe('ab');
    });

    it('fails as sending does', async () => {
      const stream = open(text('a'), text('b'), ABORTED);
      await expect(readAll(readFromStart(stream))).rejects.toThrow('The envelope is not complete');
    });

    it('is there for 1 MiB, and gone with the next byte', async () => {
      const half = new Uint8Array(RETAINED_BYTES / 2);
      const stream = open([half, half, ...text('x', 'y')]);
      const chunks = forwardStream(stream, TIMER);
      await chunks.next();
      await chunks.next();
      expect(readFromStart(stream)).toBeDefined();
      const again = open([half, half, ...text('x', 'y')]);
      const further = forwardStream(again, TIMER);
      for (let taken = 0; taken < 3; taken += 1) await further.next();
      expect(readFromStart(again)).toBeUndefined();
    });

    it('is there only for the beginning of an envelope that is too large to be kept whole', async () => {
      const contentLength = RETAINED_BYTES + 1;
      const openLarge = (): EnvelopeStream => {
        const queue = [new Uint8Array(RETAINED_BEGINNING_BYTES), ...text('x', 'y')];
        return openStream(queue, readsOf(), { retention: createRetention(), contentLength });
      };
      const stream = openLarge();
      await forwardStream(stream, TIMER).next();
      expect(readFromStart(stream)).toBeDefined();
      const again = openLarge();
      const chunks = forwardStream(again, TIMER);
      await chunks.next();
      await chunks.next();
      expect(readFromStart(again)).toBeUndefined();
    });

    it('is not there where nothing would be stored', () => {
      expect(readFromStart(openStream(text('a'), readsOf()))).toBeUndefined();
    });

    it('is not there where all envelopes together hold too much, and is once they have let go', async () => {
      const retention = createRetention(3);
      const first = openStream(text('ab', 'c'), readsOf(), { retention });
      await forwardStream(first, TIMER).next();
      const second = openStream(text('de', 'f'), readsOf(), { retention });
      await forwardStream(second, TIMER).next();
      expect([readFromStart(first) === undefined, readFromStart(second) === undefined]).toEqual([
        false,
        true,
      ]);
      releaseStream(first);
      const third = openStream(text('gh', 'i'), readsOf(), { retention });
      await forwardStream(third, TIMER).next();
      expect(readFromStart(third)).toBeDefined();
    });

    it('cuts the first reader off that still waits, rather than to end it', async () => {
      const more = deferred<Step>();
      const stream = open(text('a', 'b'), more.promise);
      const chunks = forwardStream(stream, TIMER);
      expect(await take(chunks)).toBe('a');
      const late = take(chunks).catch((error: unknown) => error);
      const replayed = readAll(readFromStart(stream));
      more.resolve(text('c'));
      expect((await replayed).toString()).toBe('abc');
      expect(await late).toEqual(new Error('Another reader has taken over.'));
    });

    it('loses nothing to a first reader that goes on before the replay is read', async () => {
      const big = new Uint8Array(RETAINED_BYTES);
      const stream = open([...text('a'), big, ...text('z')]);
      const chunks = forwardStream(stream, TIMER);
      await chunks.next();
      const replay = readFromStart(stream);
      // Its bytes would no longer be retained, and the replay would miss them.
      await expect(chunks.next()).rejects.toThrow('taken over');
      expect((await readAll(replay)).byteLength).toBe(big.byteLength + 2);
    });

    it('has every byte once, however the envelope comes and wherever ingest fails', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.uint8Array({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
          fc.nat(12),
          fc.nat(14),
          fc.boolean(),
          fc.scheduler(),
          async (chunks, heldCount, failAfter, isStillReading, scheduler) => {
            const rest = chunks.slice(heldCount);
            const reads: Pick<Reads, 'next'> = {
              next: () =>
                scheduler.schedule(
                  Promise.resolve(rest.length === 0 ? undefined : rest.splice(0, 1 + (rest.length % 2))),
                ),
            };
            const stream = openStream(chunks.slice(0, heldCount), reads, { retention: createRetention() });
            const first = forwardStream(stream, TIMER);
            const sent: Uint8Array[] = [];
            const send = async (): Promise<void> => {
              for (let taken = 0; taken < failAfter; taken += 1) {
                const step = await first.next();
                if (step.done === true) return;
                sent.push(step.value);
              }
            };
            await scheduler.waitFor(send());
            const late = isStillReading ? first.next().catch(() => undefined) : undefined;
            const replayed = await scheduler.waitFor(readAll(readFromStart(stream)));
            await late;
            const whole = Buffer.concat(chunks);
            expect(replayed.equals(whole)).toBe(true);
            expect(whole.subarray(0, Buffer.concat(sent).length).equals(Buffer.concat(sent))).toBe(true);
          },
        ),
        { numRuns: 300 },
      );
    });
  });
});
