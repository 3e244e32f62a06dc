import { createFakeClock, deferred, type Deferred } from '@adit/testing';
import { createWallHistory } from '@adit/envelope';
import { createMemorySpool } from '../stores/memory-spool.ts';
import type { SpoolEntry, SpoolStore } from '../stores/stores.ts';
import { createDrain, type DrainOptions } from './drain.ts';
import type { RedeliveryResult } from './drain-context.ts';

const A = 'https://a@one.example/1';
const B = 'https://b@two.example/2';
const C = 'https://c@three.example/3';
const DELIVERED: RedeliveryResult = { kind: 'delivered' };
const LATENCY_MS = 20;

const nameOf = ({ fields }: SpoolEntry): string => String(fields['name']);

/** A drain, and an ingest that answers after 20 ms. `answer` decides on an envelope when it is sent. */
function start({
  answer = () => DELIVERED,
  spool = createMemorySpool(),
  ...options
}: {
  answer?: (name: string, attempt: number, dsn: string) => RedeliveryResult | Promise<RedeliveryResult>;
  spool?: SpoolStore;
} & Partial<DrainOptions> = {}) {
  const clock = createFakeClock({ now: 1_000_000 });
  const wall = createWallHistory(clock);
  const sent: { readonly name: string; readonly at: number }[] = [];
  const taken: string[] = [];
  const ends: string[] = [];
  const attempts = new Map<string, number>();
  const underWay = new Map<string, number>();
  let most = 0;
  const drain = createDrain({
    spool,
    clock,
    wall,
    deliver: async (entry) => {
      const name = nameOf(entry);
      const attempt = (attempts.get(name) ?? 0) + 1;
      attempts.set(name, attempt);
      sent.push({ name, at: clock.monotonicNow() });
      underWay.set(entry.dsn, (underWay.get(entry.dsn) ?? 0) + 1);
      most = Math.max(most, underWay.get(entry.dsn) ?? 0);
      const result = await answer(name, attempt, entry.dsn);
      await new Promise<void>((resolve) => clock.setTimeout(resolve, LATENCY_MS));
      underWay.set(entry.dsn, (underWay.get(entry.dsn) ?? 0) - 1);
      if (result.kind === 'delivered') taken.push(name);
      return result;
    },
    onGiveUp: (entry, cause) => ends.push(`${nameOf(entry)} ${cause}`),
    orderKeyOf: ({ fields }) => Promise.resolve(fields['key']),
    destinationOf: (dsn) => new URL(dsn).host,
    ...options,
  });
  const put = async (
    dsn: string,
    name: string,
    more: { key?: string; bytes?: number } = {},
  ): Promise<void> => {
    const { key, bytes = 1 } = more;
    const fields = { name, ...(key !== undefined && { key }) };
    await spool.append({ dsn, receivedAt: wall.now(), fields, body: new Uint8Array(bytes) });
    drain.wake(dsn);
  };
  const putMany = async (dsn: string, count: number, prefix = 'a'): Promise<string[]> => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    for (const name of names) await put(dsn, name);
    return names;
  };
  return {
    ...{ clock, spool, drain, sent, taken, ends, attempts, put, putMany },
    namesSent: () => sent.map(({ name }) => name),
    underWay: (dsn = A) => underWay.get(dsn) ?? 0,
    most: () => most,
  };
}

const sorted = (names: Iterable<string>): string[] => [...names].sort();

describe('several deliveries at once', () => {
  it('begin with one, and double with each round up to 32', async () => {
    const { clock, drain, sent, putMany, most } = start();
    await putMany(A, 400);
    drain.start();
    await clock.advance(110);
    const startedIn = (round: number): number =>
      sent.filter(({ at }) => at >= round * LATENCY_MS && at < (round + 1) * LATENCY_MS).length;
    expect([0, 1, 2, 3].map(startedIn)).toEqual([1, 2, 4, 8]);
    await clock.advance(2_000);
    expect(most()).toBeLessThanOrEqual(32);
  });

  it('empty a backlog twenty times as fast as one after the other', async () => {
    const timeOf = async (options: Partial<DrainOptions>): Promise<number> => {
      const { clock, drain, spool, taken, sent, putMany } = start(options);
      const names = await putMany(A, 2_000);
      drain.start();
      for (let step = 0; step < 1_000 && spool.depth().envelopes > 0; step += 1) await clock.advance(100);
      expect(sorted(taken)).toEqual(sorted(names));
      return sent.at(-1)!.at;
    };
    const fast = await timeOf({});
    expect(fast).toBeLessThan(2_500);
    // Control: the order of all envelopes is to be kept.
    expect(await timeOf({ orderKeyOf: undefined })).toBeGreaterThan(39_000);
  });

  it('are no more than one for a store that has no look-ahead', async () => {
    const spool: SpoolStore = { ...createMemorySpool() };
    Reflect.deleteProperty(spool, 'peekBehind');
    const { clock, drain, taken, putMany, most } = start({ spool });
    await putMany(A, 20);
    drain.start();
    await clock.advance(2_000);
    expect([taken.length, most()]).toEqual([20, 1]);
  });

  it('start no more than a thousand in a second in all', async () => {
    const { clock, drain, sent, putMany } = start();
    for (const dsn of [A, B, C]) await putMany(dsn, 1_500, dsn);
    drain.start();
    await clock.advance(2_000);
    const inSecond = sent.filter(({ at }) => at >= 1_000 && at < 2_000).length;
    expect(inSecond).toBeGreaterThan(950);
    expect(inSecond).toBeLessThanOrEqual(1_011);
  });

  it('include an envelope that is stored while others are under way', async () => {
    const held = deferred<RedeliveryResult>();
    const { clock, drain, put, putMany, namesSent } = start({
      answer: (name) => (name === 'slow' ? held.promise : DELIVERED),
    });
    await putMany(A, 70);
    await put(A, 'slow');
    drain.start();
    await clock.advance(500);
    await put(A, 'late');
    await clock.advance(1);
    expect(namesSent().slice(-2)).toEqual(['slow', 'late']);
    held.resolve(DELIVERED);
  });

  it('pass a slow one by 63 places, no further', async () => {
    const held = deferred<RedeliveryResult>();
    const { clock, drain, spool, putMany, taken } = start({
      answer: (name) => (name === 'a1' ? held.promise : DELIVERED),
    });
    await putMany(A, 200);
    drain.start();
    await clock.advance(10_000);
    expect([taken.length, spool.depth().envelopes]).toEqual([64, 199]);
    held.resolve(DELIVERED);
    await clock.advance(1_000);
    expect([taken.length, spool.depth().envelopes]).toEqual([200, 0]);
  });
});

describe('a short backlog', () => {
  /** An ingest that counts an envelope against its quota after its answer, as Bugsink does. */
  const overQuota = async (waiting: number) => {
    const quota = 20;
    let digested = 0;
    let dropped = 0;
    const { clock, drain, sent, putMany, most } = start({
      answer: () => {
        if (digested >= quota) return { kind: 'wait', hold: { category: 'all', forMs: 60_000 }, status: 429 };
        clock.setTimeout(() => {
          if (digested >= quota) dropped += 1;
          digested += 1;
        }, LATENCY_MS);
        return DELIVERED;
      },
    });
    await putMany(A, waiting);
    drain.start();
    await clock.advance(30_000);
    return { sent: sent.length, dropped, most: most() };
  };

  it('goes one at a time, so that an ingest that counts after its answer drops none', async () => {
    const { sent, dropped, most } = await overQuota(63);
    // The quota, and the one that meets it once in each second of this ingest, which announces nothing.
    expect([sent > 20, dropped, most]).toEqual([true, 0, 1]);
  });

  it('is one of fewer than 64 envelopes (control)', async () => {
    const { dropped, most } = await overQuota(200);
    expect(dropped).toBeGreaterThan(0);
    expect(most).toBeGreaterThan(8);
  });

  it('becomes a long one within a second', async () => {
    const { clock, drain, putMany, most } = start();
    await putMany(A, 63);
    drain.start();
    await clock.advance(100);
    await putMany(A, 200, 'b');
    await clock.advance(1_500);
    expect(most()).toBeGreaterThan(8);
  });

  it('is what one counts as whose store cannot look ahead', async () => {
    const spool: SpoolStore = { ...createMemorySpool(), peekBehind: () => Promise.reject(new Error('EIO')) };
    const { clock, drain, taken, putMany, most } = start({ spool });
    await putMany(A, 70);
    drain.start();
    await clock.advance(3_000);
    expect([taken.length, most()]).toEqual([70, 1]);
  });
});

describe('the order', () => {
  it('is kept in an attempt in turn: none of a key is tried before one that failed', async () => {
    const { clock, drain, sent, taken, put } = start({
      answer: (name, attempt) =>
        name === 'start' && attempt === 1 ? { kind: 'retry', failed: 'answer', status: 504 } : DELIVERED,
    });
    await put(A, 'start', { key: 'session' });
    await put(A, 'update', { key: 'session' });
    await put(A, 'free');
    drain.start();
    drain.flush();
    await clock.advance(5_000);
    expect(taken).toEqual(['free', 'start', 'update']);
    // Another envelope shows that ingest takes some.
    expect(sent.slice(0, 2).map(({ name }) => name)).toEqual(['start', 'free']);
  });

  it('is kept by envelopes of one key, and others pass them', async () => {
    const { clock, drain, taken, put } = start();
    for (let index = 0; index < 90; index += 1) {
      await put(A, `${index}`, index % 3 === 0 ? {} : { key: `k${index % 3}` });
    }
    drain.start();
    await clock.advance(5_000);
    const [free = [], ...keyed] = [0, 1, 2].map((rest) => taken.filter((name) => Number(name) % 3 === rest));
    for (const names of keyed) {
      expect(names).toHaveLength(30);
      expect(names).toEqual([...names].sort((one, other) => Number(one) - Number(other)));
    }
    // The first 64 are looked at: free ones pass those that wait for their key.
    expect(taken.indexOf(String(free.at(-1)))).toBeLessThan(taken.indexOf(String(keyed[0]?.at(-1))));
  });

  it('is of no matter for an envelope whose key cannot be read', async () => {
    const { clock, drain, taken, putMany } = start({ orderKeyOf: () => Promise.reject(new Error('EIO')) });
    await putMany(A, 100);
    drain.start();
    await clock.advance(1_000);
    expect(taken).toHaveLength(100);
  });
});

it('an envelope that always fails does not block those behind it that have its key', async () => {
  const { clock, drain, taken, put } = start({
    answer: (name) => (name === 'poison' ? { kind: 'retry', failed: 'connection' } : DELIVERED),
  });
  await put(A, 'poison', { key: 'session' });
  for (const name of ['update', 'end']) await put(A, name, { key: 'session' });
  drain.start();
  await clock.advance(5_000);
  expect(taken).toEqual([]);
  await clock.advance(60_000);
  expect(taken).toEqual(['update', 'end']);
});

describe('an envelope that fails beside others', () => {
  it('is put aside and given up, and all others are delivered once', async () => {
    const { clock, drain, taken, ends, attempts, putMany, put } = start({
      answer: (name) => (name === 'poison' ? { kind: 'retry', failed: 'answer', status: 504 } : DELIVERED),
    });
    const before = await putMany(A, 100);
    await put(A, 'poison');
    const after = await putMany(A, 100, 'b');
    drain.start();
    await clock.advance(5_000);
    expect(sorted(taken)).toEqual(sorted([...before, ...after]));
    expect(attempts.get('poison')).toBeLessThanOrEqual(3);
    for (let minute = 0; minute < 100; minute += 1) {
      await put(A, `new${minute}`);
      await clock.advance(60_000);
    }
    expect(ends).toEqual(['poison failing']);
    expect(taken).toHaveLength(300);
  });

  it('is no outage, and one by one goes on until it is put aside', async () => {
    const { clock, drain, putMany, put } = start({
      answer: (name) => (name === 'poison' ? { kind: 'retry', failed: 'answer' } : DELIVERED),
    });
    await putMany(A, 50);
    await put(A, 'poison');
    await putMany(A, 50, 'b');
    drain.start();
    for (let step = 0; step < 100; step += 1) {
      await clock.advance(10);
      expect(drain.isOut(A)).toBe(false);
    }
  });

  it('is not put aside because of envelopes that were sent before it failed', async () => {
    let isOut = false;
    const slow: Deferred<undefined> = deferred();
    const { clock, spool, drain, ends, taken, putMany } = start({
      answer: (name) => {
        if (name === 'a7') return slow.promise.then(() => DELIVERED);
        return isOut ? { kind: 'retry', failed: 'connection' } : DELIVERED;
      },
    });
    await putMany(A, 80);
    drain.start();
    await clock.advance(70);
    isOut = true;
    await clock.advance(100);
    // Sent before the outage, and accepted in it.
    slow.resolve(undefined);
    await clock.advance(30_000);
    expect(spool.pendingDsns()).toEqual([A]);
    isOut = false;
    await clock.advance(60_000);
    expect([sorted(taken).length, ends]).toEqual([80, []]);
  });
});

describe('an outage', () => {
  it('ends all of them; then one at a time tries, and they begin with one again', async () => {
    let isOut = false;
    const { clock, drain, sent, taken, putMany, underWay } = start({
      answer: () => (isOut ? { kind: 'retry', failed: 'connection' } : DELIVERED),
    });
    await putMany(A, 1_000);
    drain.start();
    await clock.advance(300);
    isOut = true;
    await clock.advance(100);
    expect([drain.isOut(A), underWay()]).toEqual([true, 0]);
    const before = sent.length;
    await clock.advance(60_000);
    // A pause that grows from one second to a minute, and two to four envelopes each time.
    expect(sent.length - before).toBeLessThan(40);
    isOut = false;
    sent.length = 0;
    while (sent.length === 0) await clock.advance(100);
    const [first] = sent;
    await clock.advance(5_000);
    expect(sent.filter(({ at }) => at < first!.at + LATENCY_MS)).toHaveLength(1);
    expect(taken).toHaveLength(1_000);
  });

  it('of another DSN of the destination stops them too', async () => {
    const never = deferred<RedeliveryResult>();
    let isHeld = false;
    const { clock, drain, sent, putMany } = start({
      answer: () => (isHeld ? never.promise : DELIVERED),
      destinationOf: () => 'ingest',
    });
    await putMany(A, 1_000);
    drain.start();
    await clock.advance(300);
    isHeld = true;
    // One more would start in each of the next milliseconds.
    await clock.advance(22);
    const before = sent.length;
    drain.noteFailure({ dsn: B, receivedAt: 0, isConnection: true });
    await clock.advance(500);
    expect(sent).toHaveLength(before);
  });
});

describe('a rate limit', () => {
  it('on everything stops all until it ends', async () => {
    let untilMs = 0;
    const { clock, drain, sent, taken, putMany } = start({
      answer: (name) => {
        if (name === 'a100' && untilMs === 0) untilMs = clock.monotonicNow() + 90_000;
        const forMs = untilMs - clock.monotonicNow();
        return forMs > 0 ? { kind: 'wait', hold: { category: 'all', forMs }, status: 429 } : DELIVERED;
      },
      limitOf: () => {
        const forMs = untilMs - clock.monotonicNow();
        return Promise.resolve(forMs > 0 ? { category: 'all', forMs } : undefined);
      },
    });
    await putMany(A, 300);
    drain.start();
    await clock.advance(80_000);
    const during = sent.filter(({ at }) => at > untilMs - 89_950);
    expect(during).toEqual([]);
    expect(sent.length).toBeLessThan(100 + 33);
    await clock.advance(30_000);
    expect(sorted(taken)).toHaveLength(300);
  });

  it('on a category lets the others go on at once', async () => {
    const { clock, spool, drain, taken, putMany } = start({
      limitOf: ({ fields }) =>
        Promise.resolve(
          fields['name']?.startsWith('t') ? { category: 'transaction', forMs: 3_600_000 } : undefined,
        ),
    });
    await putMany(A, 5);
    await putMany(A, 100, 't');
    await putMany(A, 100, 'b');
    drain.start();
    await clock.advance(2_500);
    expect([taken.length, spool.pendingDsns()]).toEqual([105, [`${A} limited transaction`]]);
  });

  /** An ingest that takes 200 in each second, and how it says no to more. */
  const limited = async (
    refusal: RedeliveryResult,
    seconds: number,
    {
      phaseMs = 0,
      livePerSecond = 0,
      ...options
    }: { phaseMs?: number; livePerSecond?: number } & Partial<DrainOptions> = {},
  ) => {
    const inSecond = new Map<number, number>();
    let refused = 0;
    let untilMs = 0;
    const holdMs = refusal.kind === 'wait' ? refusal.hold.forMs : 0;
    const take = (): boolean => {
      // Seconds of ingest begin at another time.
      const second = Math.floor((clock.monotonicNow() + phaseMs) / 1_000);
      const count = (inSecond.get(second) ?? 0) + 1;
      inSecond.set(second, count);
      if (count <= 200) return true;
      refused += 1;
      untilMs = clock.monotonicNow() + holdMs;
      return false;
    };
    const { clock, drain, spool, taken, putMany } = start({
      answer: () => (take() ? DELIVERED : refusal),
      limitOf: () => {
        const forMs = untilMs - clock.monotonicNow();
        return Promise.resolve(forMs > 0 ? { category: 'all', forMs } : undefined);
      },
      ...options,
    });
    await putMany(A, 200 * seconds);
    drain.start();
    let live = 0;
    const sendLive = (): void => {
      // The tunnel itself answers limited ones.
      if (clock.monotonicNow() >= untilMs && take()) {
        live += 1;
        clock.setTimeout(() => {
          drain.noteTaken(A);
        }, LATENCY_MS);
      }
      // Several at once, and then none for a while.
      clock.setTimeout(sendLive, live % 8 === 0 ? 8_000 / livePerSecond : 1);
    };
    if (livePerSecond > 0) sendLive();
    await clock.advance(seconds * 1_000);
    const left = spool.depth().envelopes;
    await drain.stop(AbortSignal.abort());
    return { perSecond: (taken.length + live) / seconds, stored: taken.length / seconds, refused, left };
  };

  const REFUSALS: [string, RedeliveryResult][] = [
    ['a 429 for a second', { kind: 'wait', hold: { category: 'all', forMs: 1_000 }, status: 429 }],
    ['a 503', { kind: 'retry', failed: 'answer', status: 503 }],
  ];

  it.each(REFUSALS)('of 200 a second, known by %s, is used to 92 %% without a storm', async (_, refusal) => {
    const { perSecond, refused } = await limited(refusal, 60);
    expect(perSecond).toBeGreaterThan(184);
    expect(refused).toBeLessThan(60 * 200 * 0.01);
  });

  it.each(REFUSALS)('is used so by %s, whenever the seconds of ingest begin', async (_, refusal) => {
    const rates: number[] = [];
    for (let phaseMs = 0; phaseMs < 1_000; phaseMs += 125) {
      const { perSecond, refused } = await limited(refusal, 60, { phaseMs });
      rates.push(perSecond);
      expect(refused).toBeLessThan(60 * 200 * 0.01);
    }
    expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeGreaterThan(184);
    expect(Math.min(...rates)).toBeGreaterThan(176);
  });

  it.each(REFUSALS)('is used so by %s, if live envelopes take a part of it in bursts', async (_, refusal) => {
    for (const livePerSecond of [20, 100]) {
      const { perSecond, refused } = await limited(refusal, 60, { livePerSecond });
      expect(perSecond).toBeGreaterThan(176);
      expect(refused).toBeLessThan(60 * 200 * 0.01);
    }
  });

  it('leaves some of it to stored envelopes if live ones take all', async () => {
    const [[, refusal]] = REFUSALS as [[string, RedeliveryResult]];
    const { stored } = await limited(refusal, 60, { livePerSecond: 250 });
    expect(stored).toBeGreaterThan(10);
  });

  it('is used to a quarter by one delivery at a time (control)', async () => {
    const refusal: RedeliveryResult = { kind: 'retry', failed: 'answer', status: 503 };
    const { perSecond } = await limited(refusal, 20, { orderKeyOf: undefined });
    expect(perSecond).toBeLessThan(51);
  });
});

describe('several projects', () => {
  it('a slow one keeps no more than its share from the others', async () => {
    let isSlow = false;
    const held: (() => void)[] = [];
    const { clock, drain, taken, putMany, underWay } = start({
      answer: (_name, _attempt, dsn) =>
        isSlow && dsn !== C
          ? new Promise<RedeliveryResult>((resolve) => held.push(() => resolve(DELIVERED)))
          : DELIVERED,
    });
    await putMany(A, 2_000);
    await putMany(B, 2_000, 'b');
    drain.start();
    await clock.advance(1_000);
    isSlow = true;
    await clock.advance(1_000);
    expect(underWay(A) + underWay(B)).toBe(64);
    await putMany(C, 100, 'c');
    await clock.advance(3_000);
    expect(taken.filter((name) => name.startsWith('c'))).toHaveLength(100);
    isSlow = false;
    for (const end of held) end();
  });

  it('have the deliveries of the process in equal parts', async () => {
    const { clock, drain, taken, putMany } = start();
    const [one, other] = [3_000, 300];
    await putMany(A, one);
    await putMany(B, other, 'b');
    drain.start();
    await clock.advance(800);
    const countOf = (prefix: string): number => taken.filter((name) => name.startsWith(prefix)).length;
    expect(countOf('b')).toBe(other);
    expect(countOf('a')).toBeGreaterThan(other);
  });
});

it('large envelopes are delivered with no more than 8 MiB under way besides the first', async () => {
  const { clock, drain, taken, put, putMany, most } = start({
    spool: createMemorySpool({ maxBytes: 1_000_000_000 }),
  });
  await putMany(A, 40, 'small');
  for (let index = 0; index < 40; index += 1) await put(A, `large${index}`, { bytes: 3_000_000 });
  for (let index = 0; index < 5; index += 1) await put(B, `huge${index}`, { bytes: 20_000_000 });
  drain.start();
  await clock.advance(200);
  const { underWay } = { underWay: most() };
  expect(underWay).toBeLessThanOrEqual(32);
  await clock.advance(5_000);
  expect(taken).toHaveLength(85);
});

describe('stop', () => {
  it('waits for all that are under way, and begins no other', async () => {
    const { clock, spool, drain, sent, taken, putMany, underWay } = start();
    await putMany(A, 500);
    drain.start();
    await clock.advance(210);
    const begun = sent.length;
    expect(underWay()).toBeGreaterThan(10);
    const stopped = drain.stop();
    await clock.advance(100);
    await stopped;
    expect([sent.length, taken.length]).toEqual([begun, begun]);
    expect(spool.depth().envelopes).toBe(500 - begun);
  });

  it('leaves them in the spool if it waits no longer', async () => {
    const { clock, spool, drain, sent, putMany } = start();
    await putMany(A, 500);
    drain.start();
    await clock.advance(210);
    await drain.stop(AbortSignal.abort());
    await clock.advance(0);
    const [begun, before] = [sent.length, spool.depth().envelopes];
    await clock.advance(1_000);
    expect([sent.length, spool.depth().envelopes]).toEqual([begun, before]);
    expect(before).toBeGreaterThan(500 - begun);
  });
});

it('a pause of the operator begins no other, and afterwards they begin with one', async () => {
  const { clock, drain, sent, taken, putMany, underWay } = start();
  await putMany(A, 500);
  drain.start();
  await clock.advance(210);
  drain.hold(true);
  const begun = sent.length;
  await clock.advance(100_000);
  expect([sent.length, underWay()]).toEqual([begun, 0]);
  drain.hold(false);
  await clock.advance(10);
  expect(underWay()).toBe(1);
  await clock.advance(5_000);
  expect(taken).toHaveLength(500);
});

it('envelopes that expire or that an operator drops beside others are given up', async () => {
  const { clock, drain, ends, taken, putMany } = start({ maxAgeMs: 500 });
  await putMany(A, 2_000);
  drain.start();
  await clock.advance(200);
  drain.drop({ dsns: new Set([B]), itemTypes: undefined });
  await clock.advance(2_000);
  expect(taken.length + ends.length).toBe(2_000);
  expect(ends.every((end) => end.endsWith(' expired'))).toBe(true);
});

it('a store that fails while others are under way loses nothing, and delivers nothing twice', async () => {
  const memory = createMemorySpool();
  let failures = 0;
  const failing = async (): Promise<void> => {
    if (failures > 0) throw new Error(`EIO ${(failures -= 1)}`);
  };
  const spool: SpoolStore = {
    ...memory,
    peekBehind: async (dsn, behind) => failing().then(() => memory.peekBehind?.(dsn, behind)),
    remove: async (dsn) => failing().then(() => memory.remove(dsn)),
  };
  const { clock, drain, taken, putMany } = start({ spool });
  const names = await putMany(A, 500);
  drain.start();
  for (let round = 0; round < 5; round += 1) {
    await clock.advance(90);
    failures = 3;
  }
  await clock.advance(60_000);
  expect(sorted(taken)).toEqual(sorted(names));
});

it('a store that removes several at once is asked to, and once more if it fails', async () => {
  const memory = createMemorySpool();
  const counts: number[] = [];
  let failures = 1;
  const spool: SpoolStore = {
    ...memory,
    removeMany: async (dsn, count) => {
      failures -= 1;
      if (failures >= 0) throw new Error('EIO');
      counts.push(count);
      for (let left = count; left > 0; left -= 1) await memory.remove(dsn);
      return count;
    },
  };
  const { clock, drain, taken, putMany } = start({ spool });
  const names = await putMany(A, 500);
  drain.start();
  await clock.advance(5_000);
  expect(sorted(taken)).toEqual(sorted(names));
  expect(memory.depth().envelopes).toBe(0);
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(8);
  expect(Math.min(...counts)).toBeGreaterThan(1);
});

it('what comes after alike envelopes that the store has lost is delivered, if the store names them', async () => {
  const memory = createMemorySpool();
  const named = (entry: SpoolEntry | undefined): SpoolEntry | undefined =>
    entry && { ...entry, id: nameOf(entry) };
  const spool: SpoolStore = {
    ...memory,
    peek: async (dsn) => named(await memory.peek(dsn)),
    peekBehind: async (dsn, behind) => named(await memory.peekBehind?.(dsn, behind)),
  };
  const held = deferred<RedeliveryResult>();
  const { clock, drain, taken, putMany } = start({
    spool,
    answer: (name) => (name === 'a5' ? held.promise : DELIVERED),
  });
  const names = await putMany(A, 200);
  drain.start();
  await clock.advance(1_000);
  for (let lost = 0; lost < 3; lost += 1) await memory.remove(A);
  held.resolve(DELIVERED);
  await clock.advance(5_000);
  expect(sorted([...new Set(taken)])).toEqual(sorted(names));
});

it.each([1, 3])('what comes after %d envelopes that the store has lost is delivered', async (lost) => {
  const held = deferred<RedeliveryResult>();
  const { clock, spool, drain, taken, put } = start({
    answer: (name) => (name === 'a5' ? held.promise : DELIVERED),
  });
  const names = Array.from({ length: 200 }, (_, index) => `a${index}`);
  for (const [index, name] of names.entries()) await put(A, name, { bytes: index + 1 });
  drain.start();
  await clock.advance(1_000);
  for (let count = 0; count < lost; count += 1) await spool.remove(A);
  held.resolve(DELIVERED);
  await clock.advance(5_000);
  expect([...new Set(taken)].length).toBe(200);
  expect(spool.depth().envelopes).toBe(0);
});

it('a store that shows another envelope than was delivered keeps it until it is', async () => {
  const memory = createMemorySpool();
  const held = deferred<RedeliveryResult>();
  let isWrong = false;
  const spool: SpoolStore = {
    ...memory,
    peekBehind: async (dsn, behind) => memory.peekBehind?.(dsn, isWrong ? behind + 1 : behind),
  };
  const { clock, drain, taken, put } = start({
    spool,
    answer: (name) => (name === 'a5' ? held.promise : DELIVERED),
  });
  const names = Array.from({ length: 100 }, (_, index) => `a${index}`);
  for (const [index, name] of names.entries()) await put(A, name, { bytes: index + 1 });
  drain.start();
  await clock.advance(1_000);
  isWrong = true;
  held.resolve(DELIVERED);
  await clock.advance(30);
  isWrong = false;
  await clock.advance(5_000);
  expect([...new Set(taken)].sort()).toEqual(sorted(names));
  expect(memory.depth().envelopes).toBe(0);
});

it('envelopes of another store, shown after some were given up and not removed, are delivered', async () => {
  const [memory, other] = [createMemorySpool(), createMemorySpool()];
  let isOther = false;
  const now = (): SpoolStore => (isOther ? other : memory);
  const spool: SpoolStore = {
    ...memory,
    peek: (dsn) => now().peek(dsn),
    peekBehind: async (dsn, behind) => now().peekBehind?.(dsn, behind),
    remove: async (dsn) => {
      // As with Redis and its insurance: it goes away, and its place is taken.
      if (isOther) return other.remove(dsn);
      isOther = true;
      throw new Error('away');
    },
  };
  const { clock, drain, taken, ends, put, putMany } = start({ spool, maxAgeMs: 1_000 });
  await putMany(A, 3, 'old');
  await clock.advance(2_000);
  for (const name of ['new0', 'new1', 'new2'])
    await other.append({ dsn: A, receivedAt: 1_002_000, fields: { name }, body: new Uint8Array(7) });
  await put(B, 'b');
  drain.start();
  await clock.advance(900);
  expect(ends.length).toBeGreaterThan(0);
  drain.flush();
  await clock.advance(60_000);
  expect(
    [...taken, ...ends].filter((name) => name.startsWith('new')).map((name) => name.slice(0, 4)),
  ).toEqual(['new0', 'new1', 'new2']);
});

describe.each([
  ['is delivered then, so that those that have passed it are not delivered again', DELIVERED, undefined],
  ['keeps its place if ingest fails', { kind: 'retry', failed: 'answer' } as const, 'k1'],
])('an envelope that waited for its key when the drain was stopped', (what, answer, left) => {
  it(what, async () => {
    const held = deferred<RedeliveryResult>();
    const { clock, spool, drain, taken, put, putMany } = start({
      answer: (name) => (name === 'k0' ? held.promise : name === 'k1' ? answer : DELIVERED),
    });
    await putMany(A, 60);
    await put(A, 'k0', { key: 'session 1' });
    await put(A, 'k1', { key: 'session 1' });
    await putMany(A, 20, 'b');
    drain.start();
    await clock.advance(1_000);
    expect(taken).toContain('b19');
    const stopped = drain.stop();
    held.resolve(DELIVERED);
    await clock.advance(100);
    await stopped;
    expect(taken.filter((name) => name.startsWith('k'))).toEqual(left === undefined ? ['k0', 'k1'] : ['k0']);
    const first = await spool.peek(A);
    expect(first && nameOf(first)).toBe(left);
  });
});
