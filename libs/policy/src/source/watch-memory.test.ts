import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBench, createKeys, readNumbered, textOf, type Numbered } from '../../testing/watch.helper.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The numbers of documents that still exist after 10,000 changes, of which each hundredth is wrong. */
async function documentsLeft(keep: (document: Numbered) => void): Promise<readonly number[]> {
  const keys = createKeys({ policy: textOf(0) });
  const bench = createBench();
  const made: WeakRef<Numbered>[] = [];
  const { watch, statuses } = bench.start({
    from: keys.from,
    read: (text) => {
      const document = readNumbered(text);
      made.push(new WeakRef(document));
      return document;
    },
    onChange: keep,
  });
  await watch.ready;
  for (let n = 1; n < 10_000; n += 1) {
    const isWrong = n % 100 === 0;
    keys.set(isWrong ? `{"n":"${n}"}` : textOf(n));
    const checked = watch.check();
    if (isWrong) await bench.run(200);
    await checked;
    expect(bench.clock.pending).toBe(1);
  }
  await setImmediate();
  collectGarbage();
  const left = made.flatMap((reference) => reference.deref()?.n ?? []);
  expect(made).toHaveLength(9_901);
  expect(statuses()).toHaveLength(1 + 2 * 99);
  bench.closeAll();
  return left;
}

it('10,000 changes leave the document in force and the one before', async () => {
  const left = await documentsLeft(() => undefined);
  expect(left.filter((n) => n < 9_998)).toEqual([]);
  expect(left).toContain(9_999);
});

it('finds documents that are kept (control)', async () => {
  const kept: Numbered[] = [];
  expect(await documentsLeft((document) => kept.push(document))).toHaveLength(9_901);
});
