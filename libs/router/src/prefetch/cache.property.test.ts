import fc from 'fast-check';
import { createPrefetchCache, type CacheFill, type CacheRead, type PrefetchCache } from './cache.ts';

const STALE_MS = 100;
const RETRY_MS = 10;
const MAX_BYTES = 50;
const MAX_ENTRIES = 4;
const KEYS = ['/a', '/b', '/c', '/d', '/e', '/f'] as const;

type Key = (typeof KEYS)[number];
type Step =
  | { readonly act: 'begin' | 'read' | 'readStale' | 'invalidate'; readonly key: Key }
  | { readonly act: 'fulfil'; readonly of: number; readonly bytes: number; readonly tags: readonly string[] }
  | { readonly act: 'reject' | 'abandon'; readonly of: number }
  | { readonly act: 'invalidateTag'; readonly tag: string }
  | { readonly act: 'vary'; readonly to: string }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'clear' };

const key = fc.constantFrom(...KEYS);
const tag = fc.constantFrom('x', 'y');
const of = fc.nat({ max: 30 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('begin' as const), key }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom('read' as const, 'readStale' as const), key }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('invalidate' as const), key }) },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('fulfil' as const),
      of,
      bytes: fc.nat({ max: 60 }),
      tags: fc.subarray(['x', 'y']),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('reject' as const, 'abandon' as const), of }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('invalidateTag' as const), tag }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('vary' as const), to: fc.constantFrom('en', 'de') }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.nat({ max: 60 }) }) },
  { weight: 1, arbitrary: fc.constant({ act: 'clear' as const }) },
);

/** What the world knows of one attempt, kept by no cache. */
interface Attempt {
  readonly fill: CacheFill<Attempt>;
  readonly key: Key;
  readonly vary: string;
  /** Of everything that may disown it. */
  readonly begunAt: number;
  settled: boolean;
}

interface World {
  readonly cache: PrefetchCache<Attempt>;
  readonly check: (read: CacheRead<Attempt>, of: Key) => void;
  readonly take: (step: Step) => void;
}

/** Runs steps against a cache and remembers, by sequence alone, which answers may be seen. */
function createWorld(
  create: (options: { now: () => number; vary: () => string }) => PrefetchCache<Attempt>,
): World {
  let nowMs = 0;
  let vary = 'en';
  let sequence = 0;
  const disownedAt = new Map<string, number>();
  const answeredAt = new Map<Attempt, number>();
  const tagsOf = new Map<Attempt, readonly string[]>();
  const attempts: Attempt[] = [];
  const cache = create({ now: () => nowMs, vary: () => vary });

  const disown = (what: string): void => void disownedAt.set(what, (sequence += 1));

  function check(read: CacheRead<Attempt>, at: Key): void {
    if (read.state !== 'valid' && read.state !== 'stale') return;
    const { value } = read;
    const wasDisowned = ['all', at, ...(tagsOf.get(value) ?? []).map((each) => `tag ${each}`)].some(
      (what) => (disownedAt.get(what) ?? 0) > value.begunAt,
    );
    const answered = answeredAt.get(value) ?? NaN;
    const faults = [
      value.key !== at && 'of another key',
      value.vary !== vary && 'of another vary',
      wasDisowned && 'from before an invalidation',
      read.ageMs !== nowMs - answered && 'of a wrong age',
      (read.state === 'valid') !== nowMs - answered < STALE_MS && `is not ${read.state}`,
    ].filter(Boolean);
    if (faults.length > 0) throw new Error(`${at} is answered with a value ${faults.join(', ')}`);
  }

  function take(next: Step): void {
    if (next.act === 'begin') {
      sequence += 1;
      attempts.push({ fill: cache.begin(next.key), key: next.key, vary, begunAt: sequence, settled: false });
    } else if (next.act === 'fulfil' || next.act === 'reject' || next.act === 'abandon') {
      const open = attempts.filter(({ settled }) => !settled);
      const attempt = open[next.of % open.length];
      if (attempt === undefined) return;
      attempt.settled = true;
      if (next.act !== 'fulfil') {
        attempt.fill[next.act]();
        return;
      }
      answeredAt.set(attempt, nowMs);
      tagsOf.set(attempt, next.tags);
      attempt.fill.fulfil(attempt, { bytes: next.bytes, tags: next.tags });
    } else if (next.act === 'read' || next.act === 'readStale') {
      check(cache.read(next.key, { allowStale: next.act === 'readStale' }), next.key);
    } else if (next.act === 'invalidate') {
      disown(next.key);
      cache.invalidate(next.key);
    } else if (next.act === 'invalidateTag') {
      disown(`tag ${next.tag}`);
      cache.invalidateTag(next.tag);
    } else if (next.act === 'vary') vary = next.to;
    else if (next.act === 'wait') nowMs += next.ms;
    else {
      disown('all');
      cache.clear();
    }
  }

  return { cache, check, take };
}

const ours = (options: { now: () => number; vary: () => string }): PrefetchCache<Attempt> =>
  createPrefetchCache<Attempt>({
    ...options,
    staleTimeMs: STALE_MS,
    retryAfterMs: RETRY_MS,
    maxBytes: MAX_BYTES,
    maxEntries: MAX_ENTRIES,
  });

/** A cache as it is often written: the answer goes where its key says, whichever fill is newest. */
const withoutIdentity = (options: { now: () => number; vary: () => string }): PrefetchCache<Attempt> => {
  const inner = ours(options);
  return {
    ...inner,
    begin: (at) => {
      const fill = inner.begin(at);
      return { ...fill, fulfil: (value, facts) => inner.begin(at).fulfil(value, facts) };
    },
  };
};

describe('createPrefetchCache, whatever the interleaving', () => {
  const property = (create: typeof ours) =>
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { cache, check, take } = createWorld(create);
      for (const each of steps) {
        take(each);
        for (const at of KEYS) check(cache.read(at, { allowStale: true }), at);
        if (cache.bytes() > MAX_BYTES) throw new Error(`${cache.bytes()} bytes`);
        if (cache.size() > MAX_ENTRIES) throw new Error(`${cache.size()} entries`);
      }
      cache.clear();
      if (cache.bytes() !== 0) throw new Error(`${cache.bytes()} bytes of nothing`);
    });

  it('shows no answer of another generation, key or vary, and exceeds neither bound', () => {
    fc.assert(property(ours), { numRuns: 3_000, seed: 5 });
  });

  it('is not shown by a check that passes everything: a cache without identity fails', () => {
    const { failed, counterexample } = fc.check(property(withoutIdentity), { numRuns: 3_000, seed: 5 });
    expect(failed).toBe(true);
    expect(counterexample?.[0]?.some(({ act }) => act === 'fulfil')).toBe(true);
  });
});

/** The rules of one unbounded cache without tags and vary, written as a list of facts instead of a map of states. */
function createModel() {
  const facts: { readonly key: Key; readonly value?: number; readonly at: number; readonly id?: number }[] =
    [];
  return {
    begin: (at: Key, id: number) => void facts.push({ key: at, at: 0, id }),
    settle(at: Key, id: number, fact: { value?: number; at: number } | undefined) {
      const latest = facts.filter((each) => each.key === at && each.id !== undefined).at(-1);
      const open = latest?.id === id && facts.includes(latest);
      for (const each of open ? facts.filter(({ key: k, id: i }) => k === at && i !== undefined) : []) {
        facts.splice(facts.indexOf(each), 1);
      }
      if (open && fact !== undefined) facts.push({ key: at, ...fact });
    },
    forget: (at: Key) => {
      for (let index = facts.length - 1; index >= 0; index -= 1) {
        if (facts[index]?.key === at) facts.splice(index, 1);
      }
    },
    read(at: Key, nowMs: number): string {
      const about = facts.filter((each) => each.key === at);
      const held = about.filter(({ value }) => value !== undefined).at(-1);
      if (held !== undefined && nowMs - held.at < STALE_MS) return `valid ${held.value}`;
      if (about.some(({ id }) => id !== undefined)) return 'pending';
      const newest = about.at(-1);
      return newest?.value === undefined && newest !== undefined && nowMs < newest.at + RETRY_MS
        ? `rejected ${newest.at + RETRY_MS}`
        : 'absent';
    },
  };
}

const told = (read: CacheRead<number>): string =>
  read.state === 'valid'
    ? `valid ${read.value}`
    : read.state === 'rejected'
      ? `rejected ${read.retryAt}`
      : read.state;

describe('createPrefetchCache beside a naive model', () => {
  const untagged = step.filter(({ act }) => !['invalidateTag', 'vary', 'clear', 'readStale'].includes(act));

  it('reads as the model does after every step', () => {
    fc.assert(
      fc.property(fc.array(untagged, { maxLength: 50 }), (steps) => {
        let nowMs = 0;
        const cache = createPrefetchCache<number>({
          now: () => nowMs,
          staleTimeMs: STALE_MS,
          retryAfterMs: RETRY_MS,
        });
        const model = createModel();
        const open: { readonly fill: CacheFill<number>; readonly key: Key; readonly id: number }[] = [];
        steps.forEach((each, id) => {
          if (each.act === 'begin') {
            open.push({ fill: cache.begin(each.key), key: each.key, id });
            model.begin(each.key, id);
          } else if (each.act === 'invalidate') {
            cache.invalidate(each.key);
            model.forget(each.key);
          } else if (each.act === 'wait') nowMs += each.ms;
          else if (each.act === 'fulfil' || each.act === 'reject' || each.act === 'abandon') {
            const attempt = open.splice(each.of % Math.max(1, open.length), 1)[0];
            if (attempt === undefined) return;
            if (each.act === 'fulfil') attempt.fill.fulfil(id);
            else attempt.fill[each.act]();
            const facts = {
              fulfil: { value: id, at: nowMs },
              reject: { at: nowMs },
              abandon: undefined,
            };
            model.settle(attempt.key, attempt.id, facts[each.act]);
          }
          for (const at of KEYS) {
            const [ours, theirs] = [told(cache.read(at)), model.read(at, nowMs)];
            if (ours !== theirs) throw new Error(`${at} is ${ours} here and ${theirs} in the model`);
          }
        });
      }),
      { numRuns: 5_000, seed: 5 },
    );
  });
});
