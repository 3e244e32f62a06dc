import { deferred } from '@adit/testing';
import { createBench, createKeys, textOf, type WatchBench } from '../../testing/watch.helper.ts';
import { watchPolicy, type PolicyWatchOptions } from './watch-policy.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let bench: WatchBench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => {
  bench.closeAll();
});

describe('a document that is good', () => {
  it('is in force once ready, and each change of it is handed over with its version and time', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const { watch, changes, told } = bench.start({ from: keys.from });
    expect(watch.current()).toBeUndefined();
    expect(watch.state()).toEqual({ status: 'starting', since: 1_000_000 });
    await watch.ready;
    expect(watch.current()).toEqual({ n: 1 });

    keys.set(textOf(2));
    await bench.run(5 * SECOND);
    expect(watch.current()).toEqual({ n: 2 });
    expect(changes).toEqual([
      { n: 1, version: expect.stringMatching(/^[\da-f]{12}$/) as string, at: 1_000_000 },
      { n: 2, version: expect.stringMatching(/^[\da-f]{12}$/) as string, at: 1_005_000 },
    ]);
    expect(changes[0]!.version).not.toBe(changes[1]!.version);
    expect(told).toEqual([
      {
        status: 'ok',
        version: changes[0]!.version,
        inForceSince: 1_000_000,
        since: 1_000_000,
        lastCheckedAt: 1_000_000,
      },
    ]);
    expect(watch.state()).toEqual({
      status: 'ok',
      version: changes[1]!.version,
      inForceSince: 1_005_000,
      since: 1_000_000,
      lastCheckedAt: 1_005_000,
    });
  });

  it('is neither read nor handed over again while it stays the same', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const { changes, texts } = bench.start({ from: keys.from });
    await bench.run(MINUTE);
    expect(keys.asked).toHaveLength(13);
    expect(texts).toHaveLength(1);
    expect(changes).toHaveLength(1);
  });

  it('is the fallback until the first one', async () => {
    const keys = createKeys();
    const { watch, told } = bench.start({ from: keys.from, fallback: { n: 0 } });
    await watch.ready;
    expect(watch.current()).toEqual({ n: 0 });
    expect(told).toEqual([expect.objectContaining({ status: 'missing', problem: 'there is no document' })]);
    expect(watch.state().version).toBeUndefined();
    keys.set(textOf(1));
    await bench.run(5 * SECOND);
    expect(watch.current()).toEqual({ n: 1 });
  });
});

describe('a document that is wrong', () => {
  it('leaves the last good one in force, and that is said once', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    keys.set('{"n":"one"}');
    await bench.run(10 * MINUTE);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.statuses()).toEqual(['ok', 'refused']);
    expect(record.told[1]).toMatchObject({
      problem: 'n is not a number',
      version: record.changes[0]!.version,
      inForceSince: 1_000_000,
      since: 1_005_200,
    });
    expect(record.texts).toHaveLength(2);

    keys.set('{"n":"two"}');
    await bench.run(MINUTE);
    expect(record.statuses()).toEqual(['ok', 'refused', 'refused']);

    keys.set(textOf(1));
    await bench.run(5 * SECOND);
    expect(record.statuses()).toEqual(['ok', 'refused', 'refused', 'ok']);
    expect(record.watch.state().problem).toBeUndefined();
    expect(record.changes).toHaveLength(1);
  });

  it('is not spoken of if it is whole 200 ms later', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    keys.set('{"n":');
    await bench.run(4_100);
    keys.set(textOf(2));
    await bench.run(100);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses()).toEqual(['ok']);
  });

  it('is looked at five times in a check if it changes each time, and no more', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    keys.answer = () => Promise.resolve(`{${keys.asked.length}`);
    await bench.run(4 * SECOND + 799);
    expect(record.statuses()).toEqual(['ok']);
    await bench.run(1);
    expect(record.statuses()).toEqual(['ok', 'refused']);
    expect(keys.asked).toHaveLength(1 + 5);
  });

  it('is one with more than 1 MiB, in characters or in bytes; 1 MiB is accepted', async () => {
    const full = `${' '.repeat(1_048_576 - textOf(1).length)}${textOf(1)}`;
    const keys = createKeys({ policy: full });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    expect(record.watch.current()).toEqual({ n: 1 });
    keys.set(` ${full}`);
    await bench.run(MINUTE);
    keys.set(`"${'é'.repeat(600_000)}"`);
    await bench.run(MINUTE);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.statuses()).toEqual(['ok', 'refused']);
    expect(record.told[1]!.problem).toBe('the document is larger than 1048576 bytes');
    expect(record.texts).toHaveLength(1);
  });

  it('is refused again after the source was away, without being read again', async () => {
    const keys = createKeys({ policy: '{' });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    const { answer } = keys;
    keys.answer = () => Promise.reject(new Error('away'));
    await bench.run(5 * SECOND);
    keys.answer = answer;
    await bench.run(20 * SECOND);
    expect(record.statuses()).toEqual(['refused', 'stale', 'refused']);
    expect(record.texts).toHaveLength(1);
  });
});

describe('a document that is removed', () => {
  it('stays in force, and is the same one when it comes back', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    keys.values.clear();
    await bench.run(MINUTE);
    expect(record.watch.current()).toEqual({ n: 1 });
    keys.set(textOf(1));
    await bench.run(5 * SECOND);
    expect(record.statuses()).toEqual(['ok', 'missing', 'ok']);
    expect(record.changes).toHaveLength(1);
  });
});

describe('a source that is away', () => {
  it('for an hour: the last good document stays, each is said once, and the change is there within 10 s', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    const { answer } = keys;
    let failures = 0;
    keys.answer = () => Promise.reject(new Error(`connection ${(failures += 1)} refused`));
    await bench.run(HOUR);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.statuses()).toEqual(['ok', 'stale']);
    expect(record.told[1]).toMatchObject({
      problem: 'connection 1 refused',
      inForceSince: 1_000_000,
      since: 1_005_000,
    });
    expect(record.watch.state()).toMatchObject({
      problem: `connection ${failures} refused`,
      since: 1_005_000,
    });
    expect(failures).toBeLessThanOrEqual(361);

    keys.answer = answer;
    keys.set(textOf(2));
    await bench.run(10 * SECOND);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses()).toEqual(['ok', 'stale', 'ok']);
  });

  it('is asked after pauses that double up to 60 s over https, and differ between replicas', async () => {
    const at: number[] = [];
    const fetch = () => {
      at.push(bench.clock.monotonicNow() / SECOND);
      return Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }));
    };
    const { told } = bench.start({ from: 'https://policy.example/p.json', fetch });
    await bench.run(4 * MINUTE);
    expect(at).toEqual([0, 5, 15, 35, 75, 135, 195]);
    expect(told[0]!.problem).toBe('fetch failed: ECONNREFUSED');
    at.length = 0;
    bench.closeAll();
    bench.start({ from: 'https://policy.example/p.json', fetch, random: () => 0 });
    await bench.run(2 * MINUTE);
    expect(at.map((second) => second - 240)).toEqual([0, 2.5, 7.5, 17.5, 37.5, 67.5, 97.5]);
  });
});

describe('a source that is slow', () => {
  it('leaves the document in force, is not asked twice, and is well once it answers in time', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    const { answer } = keys;
    const held = deferred<string | null>();
    keys.answer = () => held.promise;
    keys.set(textOf(2));
    await bench.clock.advance(MINUTE);
    expect(keys.asked).toHaveLength(2);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.statuses()).toEqual(['ok', 'stale']);
    expect(record.told[1]!.problem).toBe('no answer within 5000 ms');
    expect(record.watch.state().problem).toBe('the source still owes an earlier answer');

    held.resolve('{"n":0}');
    keys.answer = answer;
    await bench.run(10 * SECOND);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.changes.map(({ n }) => n)).toEqual([1, 2]);
    expect(record.statuses()).toEqual(['ok', 'stale', 'ok']);
  });

  it('is asked each 5 s although it takes 4 s each time', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const { answer } = keys;
    keys.answer = (key) =>
      new Promise((resolve) => bench.clock.setTimeout(() => resolve(answer(key)), 4 * SECOND));
    const { watch } = bench.start({ from: keys.from });
    await bench.clock.advance(4 * SECOND);
    await watch.ready;
    await bench.clock.advance(0);
    await bench.clock.advance(SECOND);
    expect(keys.asked).toHaveLength(2);
  });

  it('is ready after 5 s', async () => {
    const keys = createKeys();
    keys.answer = () => new Promise(() => undefined);
    const { watch } = bench.start({ from: keys.from });
    let isReady = false;
    void watch.ready.then(() => (isReady = true));
    await bench.clock.advance(4_999);
    expect(isReady).toBe(false);
    await bench.clock.advance(1);
    expect(isReady).toBe(true);
    expect(watch.state()).toMatchObject({ status: 'stale', problem: 'no answer within 5000 ms' });
  });
});

it('ten watches of one key all see a change within 10 s', async () => {
  const keys = createKeys({ policy: textOf(1) });
  const records = Array.from({ length: 10 }, (_, index) =>
    bench.start({ from: keys.from, random: () => index / 9 }),
  );
  for (const n of [2, 3, 4]) {
    await bench.run(1_700 * n);
    keys.set(textOf(n));
    await bench.run(10 * SECOND);
    expect(records.map(({ watch }) => watch.current()?.n)).toEqual(records.map(() => n));
  }
});

describe('check', () => {
  it('reads at once, and anew after a check that is under way', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const { watch } = bench.start({ from: keys.from });
    await watch.ready;
    const held = deferred<string | null>();
    keys.answer = () => held.promise;
    const first = watch.check();
    keys.answer = () => Promise.resolve(textOf(3));
    const both = [watch.check(), watch.check()];
    held.resolve(textOf(2));
    await first;
    await Promise.all(both);
    expect(watch.current()).toEqual({ n: 3 });
    expect(keys.asked).toHaveLength(3);
    expect(bench.timers()).toHaveLength(1);
  });

  it('judges a refused text again', async () => {
    const keys = createKeys({ policy: textOf(1) });
    let isPicky = true;
    const record = bench.start({
      from: keys.from,
      onChange: () => {
        if (isPicky) throw new Error('not now');
      },
    });
    await bench.run(MINUTE);
    expect(record.watch.current()).toBeUndefined();
    expect(record.statuses()).toEqual(['refused']);
    expect(record.told[0]!.problem).toBe('onChange: not now');
    expect(record.changes).toHaveLength(1);
    isPicky = false;
    await record.watch.check();
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.statuses()).toEqual(['refused', 'ok']);
  });
});

describe('functions of the application that throw', () => {
  it('onChange: the former document is in force again', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const seen: unknown[] = [];
    const record = bench.start({
      from: keys.from,
      onChange: ({ n }) => {
        seen.push(record.watch.current());
        if (n === 2) throw new Error('no');
      },
    });
    await bench.run(SECOND);
    keys.set(textOf(2));
    await bench.run(MINUTE);
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.statuses()).toEqual(['ok', 'refused']);
    expect(record.told[1]!.version).toBe(record.changes[0]!.version);
  });

  it('onChange, later: the former document is in force again, unless there is a newer one', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const answers = [deferred(), deferred(), deferred(), deferred()];
    const record = bench.start({ from: keys.from, onChange: ({ n }) => answers[n]!.promise });
    await bench.run(SECOND);
    keys.set(textOf(2));
    await bench.run(5 * SECOND);
    expect(record.watch.current()).toEqual({ n: 2 });
    answers[1]!.reject(new Error('late'));
    await bench.run(MINUTE);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses()).toEqual(['ok']);
    answers[2]!.reject(new Error('no'));
    await bench.run(MINUTE);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.statuses()).toEqual(['ok', 'refused']);
    expect(record.told[1]!.problem).toBe('onChange: no');

    keys.set(textOf(3));
    await bench.run(5 * SECOND);
    keys.set('{');
    await bench.run(6 * SECOND);
    answers[3]!.reject(new Error('too late for this text'));
    await bench.run(MINUTE);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.told.map(({ status, problem }) => problem ?? status).slice(2)).toEqual([
      'ok',
      expect.stringMatching(/JSON/) as string,
    ]);
  });

  it('tell: nothing happens', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({
      from: keys.from,
      tell: () => {
        throw new Error('deaf');
      },
    });
    await bench.run(SECOND);
    keys.set('{');
    await bench.run(MINUTE);
    keys.set(textOf(2));
    await bench.run(MINUTE);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses()).toEqual(['ok', 'refused', 'ok']);
  });

  it.each([
    ['a text', 'two\nlines', 'two lines'],
    ['nothing', undefined, 'an error without a message'],
    ['much', new Error('x'.repeat(5_000)), `${'x'.repeat(299)}…`],
  ])('read: %s becomes one line', async (_name, thrown: unknown, problem) => {
    const keys = createKeys({ policy: '1' });
    const { watch } = bench.start({
      from: keys.from,
      read: () => {
        throw thrown;
      },
    });
    await bench.run(SECOND);
    expect(watch.state()).toMatchObject({ status: 'refused', problem });
  });

  it('get: with a throw at once, or something that is no text', async () => {
    const keys = createKeys();
    keys.answer = () => {
      throw new Error('closed');
    };
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    expect(record.watch.state()).toMatchObject({ status: 'stale', problem: 'closed' });
    keys.answer = () => Promise.resolve(Buffer.from('1') as never);
    await bench.run(5 * SECOND);
    expect(record.watch.state().problem).toBe('the client answers with something other than a text');
    expect(record.statuses()).toEqual(['stale']);
  });
});

describe('close', () => {
  it('ends all timers, and nothing is asked or told any more', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({ from: keys.from });
    await bench.run(SECOND);
    record.watch.close();
    keys.set(textOf(2));
    expect(bench.clock.pending).toBe(0);
    await record.watch.check();
    await bench.clock.advance(HOUR);
    expect(keys.asked).toHaveLength(1);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.statuses()).toEqual(['ok']);
  });

  it('ends a check that waits for an answer or for the second look', async () => {
    for (const text of ['{', undefined]) {
      const keys = createKeys();
      keys.answer = () => (text === undefined ? new Promise(() => undefined) : Promise.resolve(text));
      const { watch, told } = bench.start({ from: keys.from });
      if (text !== undefined) await bench.run(100);
      const checked = watch.check();
      watch.close();
      await Promise.all([watch.ready, checked]);
      expect(told).toEqual([]);
      expect(bench.clock.pending).toBe(0);
    }
  });

  it('in onChange: the state is not told, and a late rejection is not either', async () => {
    const keys = createKeys({ policy: textOf(1) });
    const record = bench.start({
      from: keys.from,
      onChange: () => {
        record.watch.close();
        return Promise.reject(new Error('closed'));
      },
    });
    await record.watch.ready;
    await bench.clock.advance(MINUTE);
    expect(record.watch.current()).toEqual({ n: 1 });
    expect(record.told).toEqual([]);
    expect(bench.clock.pending).toBe(0);
  });
});

describe('options', () => {
  const wrong = (options: object) => () =>
    watchPolicy({ from: 'p.json', read: String, ...options } as PolicyWatchOptions<string>);

  it.each([
    [{ everyMs: 999 }, /everyMs is 999; accepted is a whole number from 1000 to 3600000/],
    [{ everyMs: 3_600_001 }, /everyMs/],
    [{ everyMs: 1_000.5 }, /everyMs/],
    [{ from: '' }, /from is empty; accepted is a path/],
    [{ from: undefined }, /neither a text nor/],
    [{ from: null }, /neither a text nor/],
    [{ from: { key: 'policy' } }, /neither a text nor/],
    [{ from: { key: '', get: () => undefined } }, /neither a text nor/],
    [{ from: 'redis://localhost' }, /an address with redis:/],
    [{ from: 'https://' }, /cannot be parsed/],
    [{ from: 'http://policy.example/p.json' }, /http: address of another machine/],
    [{ from: new URL('file://server/p.json') }, /file: address with a host/],
    [{ from: 'https://user:secret@policy.example' }, /a password in it/],
    [{ from: 'https://:secret@policy.example' }, /a password in it/],
    [{ key: 'abc' }, /key is not an Ed25519 public key/],
  ])('%j is refused at once, without a secret in the message', (options, message) => {
    expect(wrong(options)).toThrow(message);
    expect(wrong(options)).toThrow(TypeError);
    expect(wrong(options)).not.toThrow(/secret/);
  });

  it.each(['http://localhost/p', 'http://127.0.0.1:1/p', 'http://[::1]/p'])(
    '%s is of this machine',
    async (from) => {
      const { watch } = bench.start({ from, fetch: () => Promise.resolve(new Response(textOf(1))) });
      await watch.ready;
      expect(watch.current()).toEqual({ n: 1 });
    },
  );

  it('insecure allows http: to others, and onChange and tell may be missing', async () => {
    const watch = watchPolicy({
      from: new URL('http://policy.example/p'),
      insecure: true,
      read: String,
      fetch: () => Promise.resolve(new Response('text')),
    });
    await watch.ready;
    expect(watch.current()).toBe('text');
    watch.close();
  });
});
