import { deferred } from '@adit/testing';
import { coalesce } from './coalesce.ts';

describe('coalesce', () => {
  it('runs once more for all that call while it runs, and for none of them at once', async () => {
    const runs = [deferred<undefined>(), deferred<undefined>(), deferred<undefined>()];
    let begun = 0;
    const work = coalesce(async () => {
      await runs[(begun += 1) - 1]?.promise;
    });
    const done: string[] = [];
    const call = (name: string): Promise<unknown> => work().then(() => done.push(name));

    const all = [call('first'), call('second'), call('third')];
    expect(begun).toBe(1);
    runs[0]!.resolve(undefined);
    await all[0];
    expect(done).toEqual(['first']);
    runs[1]!.resolve(undefined);
    await Promise.all(all);

    expect(begun).toBe(2);
    expect(done).toEqual(['first', 'second', 'third']);
  });

  it('tells each caller of the failure of its own run', async () => {
    let begun = 0;
    const work = coalesce(() =>
      (begun += 1) === 1 ? Promise.reject(new Error('first')) : Promise.resolve(),
    );
    const [first, second] = await Promise.allSettled([work(), work()]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    await work();
    expect(begun).toBe(3);
  });
});
