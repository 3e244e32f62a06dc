import { createFakeClock, deferred, type Deferred, type FakeClock } from '@adit/testing';
import { createWallHistory } from '@adit/envelope';
import { createMemorySpool } from '../stores/memory-spool.ts';
import { SpoolElsewhereError, SpoolFullError, type SpoolEntry, type SpoolStore } from '../stores/stores.ts';
import { createDrain, type Drain, type DrainOptions } from './drain.ts';
import type { Hold, RedeliveryResult } from './drain-context.ts';

const A = 'https://a@one.example/1';
const B = 'https://b@one.example/2';
const C = 'https://c@two.example/3';
const DAY_MS = 86_400_000;
const DELIVERED: RedeliveryResult = { kind: 'delivered' };
const RETRY: RedeliveryResult = { kind: 'retry', failed: 'answer' };
const UNREACHABLE: RedeliveryResult = { kind: 'retry', failed: 'connection' };

/** The destination of a test's DSN: its host. */
const hostOf = (dsn: string): string => new URL(dsn).host;

interface Delivery {
  readonly name: string;
  readonly at: number;
}

interface Harness {
  readonly clock: FakeClock;
  readonly spool: SpoolStore;
  readonly drain: Drain;
  readonly deliveries: Delivery[];
  readonly discards: string[];
  readonly spoolErrors: unknown[];
  readonly put: (dsn: string, name: string) => Promise<void>;
}

/** A drain over a memory spool; `answer` decides the verdict on each envelope by its name. */
function harness({
  answer = () => DELIVERED,
  spool = createMemorySpool(),
  startAt = 1_000_000,
  ...options
}: {
  answer?: (name: string, attempt: number) => RedeliveryResult | Promise<RedeliveryResult>;
  spool?: SpoolStore;
  startAt?: number;
} & Partial<DrainOptions> = {}): Harness {
  const clock = createFakeClock({ now: startAt });
  const wall = createWallHistory(clock);
  const deliveries: Delivery[] = [];
  const discards: string[] = [];
  const spoolErrors: unknown[] = [];
  const attempts = new Map<string, number>();
  const drain = createDrain({
    spool,
    clock,
    wall,
    deliver: async (entry) => {
      const name = nameOf(entry);
      deliveries.push({ name, at: clock.now() - startAt });
      attempts.set(name, (attempts.get(name) ?? 0) + 1);
      return answer(name, attempts.get(name)!);
    },
    onGiveUp: (entry, cause, status) =>
      discards.push([nameOf(entry), cause, ...(status === undefined ? [] : [status])].join(' ')),
    onSpoolError: (error) => spoolErrors.push(error),
    destinationOf: hostOf,
    ...options,
  });
  return {
    clock,
    spool,
    drain,
    deliveries,
    discards,
    spoolErrors,
    put: async (dsn, name) => {
      await spool.append({ dsn, receivedAt: wall.now(), fields: { name }, body: Buffer.from(name) });
      drain.wake(dsn);
    },
  };
}

const nameOf = (entry: SpoolEntry): string => String(entry.fields['name']);
const namesOf = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ name }) => name);

describe('createDrain', () => {
  it('delivers what waits when it starts, in order, and removes it', async () => {
    const { clock, spool, drain, deliveries, put } = harness();
    await put(A, 'a1');
    await put(A, 'a2');
    expect(deliveries).toEqual([]);

    drain.start();
    drain.start();
    await clock.advance(0);

    expect(namesOf(deliveries)).toEqual(['a1', 'a2']);
    expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
  });

  it('rests without a timer when nothing waits, and wakes when something is appended', async () => {
    const { clock, drain, deliveries, put } = harness();
    drain.start();
    await clock.advance(1_000);
    expect(clock.pending).toBe(0);

    await put(A, 'a1');
    await clock.advance(0);

    expect(namesOf(deliveries)).toEqual(['a1']);
    expect(clock.pending).toBe(0);
  });

  it('does not miss what is appended while it finds nothing left', async () => {
    const memory = createMemorySpool();
    let isHidden = false;
    const spool: SpoolStore = {
      ...memory,
      peek: async (dsn) => {
        const found = await memory.peek(dsn);
        if (!isHidden) return found;
        isHidden = false;
        await put(A, 'late');
        return undefined;
      },
    };
    const { clock, drain, deliveries, put } = harness({ spool });
    drain.start();
    isHidden = true;
    drain.wake(A);
    await clock.advance(0);

    expect(namesOf(deliveries)).toEqual(['late']);
  });

  it('has one delivery of a DSN under way at a time, while other DSNs go on', async () => {
    const first = deferred<RedeliveryResult>();
    const { clock, drain, deliveries, put } = harness({
      answer: (name) => (name === 'a1' ? first.promise : DELIVERED),
    });
    drain.start();
    for (const name of ['a1', 'a2']) await put(A, name);
    for (const name of ['b1', 'b2']) await put(B, name);
    await clock.advance(60_000);
    expect(namesOf(deliveries)).toEqual(['a1', 'b1', 'b2']);

    first.resolve(DELIVERED);
    await clock.advance(0);

    expect(namesOf(deliveries)).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  it.each([DAY_MS, -DAY_MS])(
    'keeps its pauses and expires nothing if the clock is set by %d',
    async (byMs) => {
      const { clock, drain, deliveries, discards, put } = harness({
        answer: (_, attempt) => (attempt > 2 ? DELIVERED : RETRY),
      });
      drain.start();
      await put(A, 'a1');
      await clock.advance(0);
      clock.setWall(byMs);
      await clock.advance(1_000);
      clock.setWall(byMs);
      await put(A, 'a2');
      await clock.advance(1_499);
      expect(namesOf(deliveries)).toEqual(['a1', 'a1']);
      await clock.advance(11);

      expect(namesOf(deliveries).slice(2)).toEqual(['a1', 'a2']);
      expect(discards).toEqual([]);
    },
  );

  it.each([
    ['a rejection', () => Promise.reject(new Error('broken'))],
    ['a retry verdict', () => Promise.resolve(RETRY)],
  ])('backs off by 1 s, then half as much again, up to 60 s, after %s', async (_, fail) => {
    const { clock, drain, deliveries, put } = harness({ answer: fail });
    drain.start();
    await put(A, 'a1');
    await clock.advance(400_000);

    const pauses = deliveries.slice(1).map(({ at }, index) => at - deliveries[index]!.at);
    expect(pauses.slice(0, 4)).toEqual([1_000, 1_500, 2_250, 3_375]);
    expect(pauses.slice(-2)).toEqual([60_000, 60_000]);
    expect(new Set(namesOf(deliveries))).toEqual(new Set(['a1']));
  });

  it('restarts the back-off after a success', async () => {
    const { clock, drain, deliveries, put } = harness({
      answer: (name, attempt) => (attempt > (name === 'a1' ? 3 : 1) ? DELIVERED : RETRY),
    });
    drain.start();
    await put(A, 'a1');
    await clock.advance(4_750);
    await put(A, 'a2');
    await clock.advance(10_000);

    expect(deliveries.map(({ name, at }) => `${name}@${at}`)).toEqual([
      'a1@0',
      'a1@1000',
      'a1@2500',
      'a1@4750',
      'a2@4750',
      'a2@5750',
    ]);
  });

  describe('outages', () => {
    it('are known from the first failure to the first success', async () => {
      const { clock, drain, put } = harness({
        answer: (_, attempt) => (attempt > 2 ? DELIVERED : UNREACHABLE),
      });
      drain.start();
      expect(drain.isOut(A)).toBe(false);
      await put(A, 'a1');
      await clock.advance(0);
      expect(drain.isOut(A)).toBe(true);
      await clock.advance(2_499);
      expect(drain.isOut(A)).toBe(true);
      await clock.advance(1);
      expect(drain.isOut(A)).toBe(false);
    });

    it('are shared by the DSNs of a destination, one of which tries', async () => {
      const { clock, drain, deliveries, put } = harness({
        answer: (_, attempt) => (attempt > 1 ? DELIVERED : UNREACHABLE),
      });
      drain.start();
      await put(A, 'a1');
      await clock.advance(0);
      await put(B, 'b1');
      await put(C, 'c1');
      await clock.advance(999);
      expect([A, B, C].map(drain.isOut)).toEqual([true, true, true]);
      expect(namesOf(deliveries)).toEqual(['a1', 'c1']);

      await clock.advance(1);

      // The lane that failed last lets another go first.
      expect(namesOf(deliveries)).toEqual(['a1', 'c1', 'b1', 'c1']);
      expect(drain.isOut(A)).toBe(true);
      await clock.advance(1_500);
      expect(namesOf(deliveries).slice(4)).toEqual(['a1', 'b1']);
      expect([A, B, C].map(drain.isOut)).toEqual([false, false, false]);
    });

    it('hold one attempt at a time: the others wait for its end', async () => {
      const probe = deferred<RedeliveryResult>();
      const { clock, drain, deliveries, put } = harness({
        answer: (name, attempt) =>
          name === 'a1' && attempt === 2 ? probe.promise : attempt > 1 ? DELIVERED : UNREACHABLE,
      });
      drain.start();
      await put(A, 'a1');
      await clock.advance(1_000);
      await put(B, 'b1');
      await clock.advance(30_000);
      expect(namesOf(deliveries)).toEqual(['a1', 'a1']);
      expect(drain.isOut(A)).toBe(true);

      probe.resolve(DELIVERED);
      await clock.advance(0);

      expect(namesOf(deliveries)).toEqual(['a1', 'a1', 'b1']);
    });

    it('are not prolonged by an envelope that always times out while another DSN gets through', async () => {
      const { clock, drain, deliveries, put } = harness({
        answer: (name) => (name === 'poison' ? RETRY : DELIVERED),
      });
      drain.start();
      await put(A, 'poison');
      await clock.advance(0);
      await put(B, 'b1');
      await put(B, 'b2');
      await clock.advance(1_000);

      expect(namesOf(deliveries)).toEqual(expect.arrayContaining(['b1', 'b2']));
    });

    it('count deliveries that fail side by side as one failure', async () => {
      const answers: Record<string, Deferred<RedeliveryResult>> = { a1: deferred(), b1: deferred() };
      const { clock, drain, deliveries, put } = harness({ answer: (name) => answers[name]!.promise });
      drain.start();
      await put(A, 'a1');
      await put(B, 'b1');
      await clock.advance(0);
      for (const answer of Object.values(answers)) answer.resolve(UNREACHABLE);
      await clock.advance(999);
      expect(deliveries).toHaveLength(2);
      await clock.advance(1 + 1_499);
      expect(deliveries).toHaveLength(3);
      await clock.advance(1);
      expect(deliveries.slice(2)).toEqual([
        { name: 'b1', at: 1_000 },
        { name: 'a1', at: 2_500 },
      ]);
    });

    it('end with a late success of a delivery that had begun before', async () => {
      const late = deferred<RedeliveryResult>();
      const { clock, drain, deliveries, put } = harness({
        answer: (name, attempt) => (name === 'a1' ? late.promise : attempt > 1 ? DELIVERED : UNREACHABLE),
      });
      drain.start();
      await put(A, 'a1');
      await put(B, 'b1');
      await clock.advance(0);
      expect([A, B].map(drain.isOut)).toEqual([true, true]);
      late.resolve(DELIVERED);
      await clock.advance(0);
      expect([A, B].map(drain.isOut)).toEqual([false, false]);
      await clock.advance(1_000);
      expect(namesOf(deliveries)).toEqual(['a1', 'b1', 'b1']);
    });

    it('of ten minutes under load cost few attempts, and are made up for in order', async () => {
      const outageMs = 600_000;
      const { clock, spool, drain, deliveries, put } = harness({
        answer: () => (clock.now() < 1_000_000 + outageMs ? UNREACHABLE : DELIVERED),
      });
      drain.start();
      const sent = new Map<string, string[]>([A, B, C].map((dsn) => [dsn, []]));
      for (let second = 0; second < outageMs / 1_000; second += 1) {
        for (const [dsn, names] of sent) {
          const name = `${dsn} ${second}`;
          names.push(name);
          await put(dsn, name);
        }
        await clock.advance(1_000);
      }
      const attempts = deliveries.splice(0);
      expect(spool.depth().envelopes).toBe(1_800);
      // A and B share a destination: twenty times, while the pause grows to a minute, two to five envelopes are tried.
      expect(attempts.filter(({ name }) => !name.startsWith(C)).length).toBeLessThan(70);
      expect(drain.isOut(A)).toBe(true);

      await clock.advance(60_000);

      for (const [dsn, names] of sent) {
        expect(namesOf(deliveries).filter((name) => name.startsWith(dsn))).toEqual(names);
      }
      expect(spool.depth().envelopes).toBe(0);
      expect(drain.isOut(A)).toBe(false);
      // The pause, then at most a thousand a second of all DSNs.
      expect(deliveries.at(-1)!.at).toBeLessThanOrEqual(outageMs + 60_000);
      expect(deliveries.at(-1)!.at - deliveries[0]!.at).toBeGreaterThanOrEqual(1_780);
    });

    it('that the tunnel met itself are tried after a second', async () => {
      const { clock, drain, deliveries, put } = harness();
      drain.start();
      drain.noteFailure({ dsn: A, receivedAt: 0, isConnection: true });
      expect(drain.isOut(A)).toBe(true);
      await put(A, 'a1');
      await clock.advance(500);
      drain.noteFailure({ dsn: A, receivedAt: 0, isConnection: true });
      await clock.advance(499);
      expect(deliveries).toEqual([]);
      await clock.advance(1);
      expect(namesOf(deliveries)).toEqual(['a1']);
      expect(drain.isOut(A)).toBe(false);
    });

    it('are over after their pause where nothing waits that could try', async () => {
      const { clock, drain } = harness();
      drain.start();
      drain.noteFailure({ dsn: A, receivedAt: 0, isConnection: true });
      await clock.advance(999);
      expect(drain.isOut(A)).toBe(true);
      await clock.advance(1);
      expect(drain.isOut(A)).toBe(false);
      expect(clock.pending).toBe(0);
    });

    it('are of one DSN alone when nothing says where it leads', async () => {
      const { clock, drain, put } = harness({ answer: () => UNREACHABLE, destinationOf: undefined });
      drain.start();
      await put(A, 'a1');
      await clock.advance(0);
      expect([A, B].map(drain.isOut)).toEqual([true, false]);
    });
  });

  describe('a rate limit', () => {
    /** Limits in force from the first 429 on, by the first letter of the names of limited envelopes. */
    function limited(categories: Readonly<Record<string, readonly [category: string, untilMs: number]>>) {
      let isKnown = false;
      const inForce = (name: string): Hold | undefined => {
        const [category = '', untilMs = 0] = categories[name[0] ?? ''] ?? [];
        const forMs = untilMs - clock.monotonicNow();
        return forMs > 0 ? { category, forMs } : undefined;
      };
      const started = harness({
        answer: (name) => {
          const hold = inForce(name);
          if (hold === undefined) return DELIVERED;
          isKnown = true;
          return { kind: 'wait', hold };
        },
        limitOf: (entry) => Promise.resolve(isKnown ? inForce(nameOf(entry)) : undefined),
      });
      const { clock } = started;
      return started;
    }

    it('on everything stops a DSN until it ends, and the envelope that met it is sent again', async () => {
      const { clock, drain, deliveries, discards, put } = limited({ a: ['all', 150_000] });
      drain.start();
      for (const name of ['a1', 'a2']) await put(A, name);
      await put(B, 'b1');
      await clock.advance(149_999);
      expect(namesOf(deliveries)).toEqual(['a1', 'b1']);
      expect(drain.isOut(A)).toBe(false);
      await clock.advance(1);
      expect(namesOf(deliveries)).toEqual(['a1', 'b1', 'a1', 'a2']);
      expect(discards).toEqual([]);
    });

    it('on a category lets those behind it go on, and keeps the order of those it holds', async () => {
      const { clock, spool, drain, deliveries, put } = limited({ t: ['transaction', 3_600_000] });
      drain.start();
      for (const name of ['t1', 'e1', 't2', 'e2', 't3', 'e3']) await put(A, name);
      await clock.advance(10_000);
      expect(namesOf(deliveries)).toEqual(['t1', 'e1', 'e2', 'e3']);
      expect(spool.pendingDsns()).toEqual([`${A} limited transaction`]);
      await clock.advance(3_600_000);
      expect(namesOf(deliveries).slice(4)).toEqual(['t1', 't2', 't3']);
      expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
    });

    it('holds each category by itself', async () => {
      const { clock, drain, deliveries, put } = limited({
        t: ['transaction', 3_600_000],
        s: ['span', 9_000],
      });
      drain.start();
      for (const name of ['t1', 's1', 'e1']) await put(A, name);
      await clock.advance(12_000);
      expect(namesOf(deliveries)).toEqual(['t1', 'e1', 's1']);
    });

    it('is no outage for what is not limited, and no end of one', async () => {
      let isOut = false;
      const { clock, drain, deliveries, put } = harness({
        answer: () => (isOut ? UNREACHABLE : DELIVERED),
        limitOf: (entry) =>
          Promise.resolve(nameOf(entry) === 't1' ? { category: 'transaction', forMs: 500_000 } : undefined),
      });
      drain.start();
      await put(A, 't1');
      await clock.advance(1_000);
      isOut = true;
      await put(A, 'e1');
      await clock.advance(1_000);
      expect(drain.isOut(A)).toBe(true);
      isOut = false;
      await clock.advance(60_000);
      expect(namesOf(deliveries).at(-1)).toBe('e1');
      expect(drain.isOut(A)).toBe(false);
    });

    it('holds the DSN where the store has no room to let others pass', async () => {
      const memory = createMemorySpool();
      let isFull = false;
      const spool: SpoolStore = {
        ...memory,
        append: (envelope) => (isFull ? Promise.reject(new SpoolFullError()) : memory.append(envelope)),
      };
      const { clock, drain, deliveries, put } = harness({
        spool,
        limitOf: (entry) =>
          Promise.resolve(
            nameOf(entry) === 't1' && clock.monotonicNow() < 90_000
              ? { category: 'transaction', forMs: 90_000 - clock.monotonicNow() }
              : undefined,
          ),
      });
      for (const name of ['t1', 'e1']) await put(A, name);
      isFull = true;
      drain.start();
      await clock.advance(89_000);
      expect(deliveries).toEqual([]);
      await clock.advance(2_000);
      expect(namesOf(deliveries)).toEqual(['t1', 'e1']);
    });

    it('is asked about once a second at most where nothing remembers it', async () => {
      const { clock, drain, deliveries, put } = harness({
        answer: () => ({ kind: 'wait', hold: { category: 'all', forMs: 0 } }),
      });
      drain.start();
      await put(A, 'a1');
      await clock.advance(10_000);
      expect(deliveries.length).toBeLessThanOrEqual(11);
    });

    it('is found in envelopes behind one that fails, and they are not sent', async () => {
      const { clock, drain, deliveries, put } = harness({
        answer: (name) => (name === 'a1' ? RETRY : DELIVERED),
        limitOf: (entry) =>
          Promise.resolve(
            nameOf(entry).startsWith('t') ? { category: 'transaction', forMs: DAY_MS } : undefined,
          ),
      });
      for (const name of ['a1', 't1', 't2', 'a2']) await put(A, name);
      drain.start();
      await clock.advance(1);
      // The first is tried again once the second was accepted.
      expect(namesOf(deliveries)).toEqual(['a1', 'a2', 'a1']);
    });
  });

  it('gives up what ingest refuses, telling why, and goes on', async () => {
    const { clock, drain, deliveries, discards, put } = harness({
      answer: (name) => (name === 'a1' ? { kind: 'rejected', status: 413 } : DELIVERED),
    });
    drain.start();
    for (const name of ['a1', 'a2']) await put(A, name);
    await clock.advance(0);
    expect(namesOf(deliveries)).toEqual(['a1', 'a2']);
    expect(discards).toEqual(['a1 refused 413']);
  });

  it.each<[string, RedeliveryResult, string]>([
    ['the answer before a time-out', RETRY, 'a1 expired 503'],
    ['the last of several', { ...RETRY, status: 507 }, 'a1 expired 507'],
    ['a limit', { kind: 'wait', hold: { category: 'all', forMs: 1 }, status: 429 }, 'a1 expired 429'],
  ])('tells what ingest answered last to what it gives up: %s', async (_, later, discarded) => {
    const { clock, drain, discards, put } = harness({
      answer: (_name, attempt) => (attempt === 1 ? { ...RETRY, status: 503 } : later),
      maxAgeMs: 300_000,
    });
    drain.start();
    await put(A, 'a1');
    await clock.advance(400_000);
    expect(discards).toEqual([discarded]);
  });

  it('tells no answer if there was none (control)', async () => {
    const { clock, drain, discards, put } = harness({ answer: () => UNREACHABLE, maxAgeMs: 300_000 });
    drain.start();
    await put(A, 'a1');
    await clock.advance(400_000);
    expect(discards).toEqual(['a1 expired']);
  });

  it('gives up what is older than maxAgeMs, during an outage too, while its bytes can be read', async () => {
    const read: string[] = [];
    const { clock, spool, drain, deliveries, put } = harness({
      answer: () => RETRY,
      maxAgeMs: 300_000,
      onGiveUp: async (entry, cause) => {
        for await (const chunk of entry.read()) read.push(`${Buffer.from(chunk).toString()} ${cause}`);
        throw new Error('ignored');
      },
    });
    drain.start();
    await put(A, 'a1');
    await put(B, 'b1');
    await clock.advance(300_000);
    expect(read).toEqual([]);
    expect(spool.depth().envelopes).toBe(2);
    await clock.advance(61_000);
    expect(read.sort()).toEqual(['a1 expired', 'b1 expired']);
    expect(spool.depth().envelopes).toBe(0);
    expect(deliveries.every(({ at }) => at <= 300_000)).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('gives up what expires while a rate limit lasts', async () => {
    const { clock, drain, discards, put } = harness({
      limitOf: () => Promise.resolve({ category: 'all', forMs: Infinity }),
      maxAgeMs: 300_000,
    });
    drain.start();
    for (const name of ['a1', 'a2']) await put(A, name);
    await clock.advance(361_000);
    expect(discards).toEqual(['a1 expired', 'a2 expired']);
  });

  it('keeps an envelope for 24 hours unless told otherwise', async () => {
    const { clock, drain, discards, put } = harness({ answer: () => RETRY });
    drain.start();
    await put(A, 'a1');
    await clock.advance(86_400_000);
    expect(discards).toEqual([]);
    await clock.advance(60_001);
    expect(discards).toEqual(['a1 expired']);
  });

  it('backs off from a spool that cannot be read, and tells', async () => {
    const memory = createMemorySpool();
    let failures = 3;
    const spool: SpoolStore = {
      ...memory,
      peek: async (dsn) => {
        if (failures > 0) throw new Error(`EIO ${(failures -= 1)}`);
        return memory.peek(dsn);
      },
    };
    const { clock, drain, deliveries, spoolErrors, put } = harness({ spool });
    drain.start();
    await put(A, 'a1');
    await clock.advance(4_749);
    expect(deliveries).toEqual([]);
    await clock.advance(1);
    expect(namesOf(deliveries)).toEqual(['a1']);
    expect(spoolErrors.map(String)).toEqual(['Error: EIO 2', 'Error: EIO 1', 'Error: EIO 0']);
  });

  it('waits while another process delivers, and goes on without a complaint', async () => {
    const memory = createMemorySpool();
    let isElsewhere = true;
    const spool: SpoolStore = {
      ...memory,
      peek: async (dsn) => {
        if (isElsewhere) throw new SpoolElsewhereError('another process delivers');
        return memory.peek(dsn);
      },
    };
    const { clock, drain, deliveries, spoolErrors, put } = harness({ spool });
    drain.start();
    await put(A, 'a1');
    await clock.advance(60_000);
    expect(deliveries).toEqual([]);
    isElsewhere = false;
    await clock.advance(1_000);
    expect(namesOf(deliveries)).toEqual(['a1']);
    expect(spoolErrors).toEqual([]);
  });

  it('delivers again what it could not remove because another process may deliver by now', async () => {
    const memory = createMemorySpool();
    let losses = 1;
    const spool: SpoolStore = {
      ...memory,
      remove: async (dsn) => {
        losses -= 1;
        if (losses >= 0) throw new SpoolElsewhereError('the lease has passed');
        await memory.remove(dsn);
      },
    };
    const { clock, drain, deliveries, put } = harness({ spool });
    drain.start();
    await put(A, 'a1');
    await put(A, 'a2');
    await clock.advance(2_000);
    expect(namesOf(deliveries)).toEqual(['a1', 'a1', 'a2']);
  });

  it('delivers what others have stored when the spool tells of it', async () => {
    const memory = createMemorySpool();
    let tell: ((dsn: string) => void) | undefined;
    const spool: SpoolStore = {
      ...memory,
      watch: (onStored) => {
        tell = onStored;
      },
    };
    const { clock, drain, deliveries } = harness({ spool });
    drain.start();
    await spool.append({ dsn: A, receivedAt: 0, fields: { name: 'a1' }, body: Buffer.from('a1') });
    await clock.advance(60_000);
    expect(deliveries).toEqual([]);
    tell?.(A);
    await clock.advance(0);
    expect(namesOf(deliveries)).toEqual(['a1']);
  });

  it('does not deliver again what the spool failed to forget', async () => {
    const memory = createMemorySpool();
    let failures = 2;
    const spool: SpoolStore = {
      ...memory,
      remove: async (dsn) => {
        failures -= 1;
        if (failures >= 0) throw new Error('EROFS');
        await memory.remove(dsn);
      },
    };
    const { clock, drain, deliveries, put } = harness({
      spool,
      onSpoolError: () => {
        throw new Error('ignored');
      },
    });
    drain.start();
    for (const name of ['a1', 'a2']) await put(A, name);
    await clock.advance(2_500);
    expect(namesOf(deliveries)).toEqual(['a1', 'a2']);
    expect(memory.depth().envelopes).toBe(0);
  });

  it.each([1, 2])('delivers what comes after %d envelopes that the spool has lost', async (lost) => {
    const second = deferred<RedeliveryResult>();
    const { clock, spool, drain, deliveries, put } = harness({
      answer: (name, attempt) => (name !== 'poison' ? DELIVERED : attempt === 1 ? RETRY : second.promise),
    });
    await put(A, 'poison');
    await clock.advance(1);
    await put(A, 'a1');
    drain.start();
    await clock.advance(0);
    // The second is delivered, but stays in the store until the one before it leaves.
    expect([namesOf(deliveries), spool.depth().envelopes]).toEqual([['poison', 'a1', 'poison'], 2]);
    for (let index = 0; index < lost; index += 1) await spool.remove(A);
    second.resolve(RETRY);
    await clock.advance(1);
    for (const name of ['a2', 'a3']) await put(A, name);
    await clock.advance(1_000);
    expect(namesOf(deliveries).slice(-2)).toEqual(['a2', 'a3']);
    expect(spool.depth().envelopes).toBe(0);
  });

  it('needs nobody to listen', async () => {
    const spool = createMemorySpool();
    const clock = createFakeClock();
    const drain = createDrain({
      spool: { ...spool, peek: () => Promise.reject(new Error('EIO')) },
      clock,
      deliver: () => Promise.resolve(DELIVERED),
    });
    const discarding = createDrain({
      spool,
      clock,
      deliver: () => Promise.resolve({ kind: 'rejected', status: 400 }),
    });
    await spool.append({ dsn: A, receivedAt: 0, fields: {}, body: Buffer.from('a') });
    drain.start();
    discarding.start();
    await clock.advance(0);
    expect(spool.depth().envelopes).toBe(0);
    await drain.stop();
  });

  describe('stop', () => {
    it('waits for the delivery under way and begins no other', async () => {
      const first = deferred<RedeliveryResult>();
      const { clock, spool, drain, deliveries, put } = harness({ answer: () => first.promise });
      drain.start();
      for (const name of ['a1', 'a2']) await put(A, name);
      await clock.advance(0);

      let isStopped = false;
      const stopped = drain.stop().then(() => (isStopped = true));
      await put(A, 'a3');
      await clock.advance(10);
      expect(isStopped).toBe(false);
      first.resolve(DELIVERED);
      await stopped;

      expect(namesOf(deliveries)).toEqual(['a1']);
      expect(spool.depth().envelopes).toBe(2);
      drain.start();
      await clock.advance(10);
      expect(deliveries).toHaveLength(1);
    });

    it('ends every pause at once', async () => {
      const { clock, drain, put } = harness({ answer: () => RETRY });
      drain.start();
      await put(A, 'a1');
      await put(C, 'c1');
      await clock.advance(0);
      expect(clock.pending).toBe(2);
      await drain.stop();
      expect(clock.pending).toBe(0);
      await drain.stop();
    });

    it('begins no delivery of what was being looked up', async () => {
      const memory = createMemorySpool();
      const looked = deferred<undefined>();
      const spool: SpoolStore = { ...memory, peek: (dsn) => looked.promise.then(() => memory.peek(dsn)) };
      const { clock, drain, deliveries, put } = harness({ spool });
      drain.start();
      await put(A, 'a1');
      await clock.advance(0);
      const stopped = drain.stop(new AbortController().signal);
      looked.resolve(undefined);
      await stopped;
      expect(deliveries).toEqual([]);
    });

    it('waits no longer than its signal, and leaves what was under way in the spool', async () => {
      const first = deferred<RedeliveryResult>();
      const { clock, spool, drain, put } = harness({ answer: () => first.promise });
      drain.start();
      await put(A, 'a1');
      await clock.advance(0);
      const controller = new AbortController();
      const stopped = drain.stop(controller.signal);
      controller.abort();
      await stopped;
      first.resolve(DELIVERED);
      await clock.advance(10);
      expect(spool.depth().envelopes).toBe(1);
      await drain.stop(AbortSignal.abort());
    });

    it('backs off no more once stopped', async () => {
      const memory = createMemorySpool();
      const failed = deferred<undefined>();
      const spool: SpoolStore = {
        ...memory,
        peek: () => failed.promise.then(() => Promise.reject(new Error('EIO'))),
      };
      const { clock, drain, put } = harness({ spool });
      drain.start();
      await put(A, 'a1');
      const stopped = drain.stop();
      failed.resolve(undefined);
      await stopped;
      expect(clock.pending).toBe(0);
    });
  });
});
