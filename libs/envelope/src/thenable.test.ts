import { ignoreFailure } from './ignore-failure.ts';
import { expectPromise, ignoreRejection, isThenable } from './thenable.ts';

it('tells what can be waited for', () => {
  expect([Promise.resolve(), { then: () => undefined }].map(isThenable)).toEqual([true, true]);
  expect([undefined, null, 1, {}, { then: 1 }].map(isThenable)).toEqual([false, false, false, false, false]);
});

it('keeps a rejection that nobody awaits from ending the process, and reports it if asked', async () => {
  const seen: unknown[] = [];
  ignoreRejection(Promise.reject(new Error('quiet')));
  ignoreRejection(Promise.reject(new Error('told')), (error) => seen.push(error));
  ignoreRejection('no promise');
  await new Promise(setImmediate);
  expect(seen).toEqual([new Error('told')]);
});

it('refuses a call that gave no promise', async () => {
  await expect(expectPromise(Promise.resolve())).resolves.toBe(undefined);
  expect(() => expectPromise(undefined as never)).toThrow('the call gave no promise');
});

it('gives nothing for work that fails, at once or later', async () => {
  expect(await ignoreFailure(() => 1)).toBe(1);
  const late = (): Promise<number> => Promise.reject(new Error('late'));
  expect(await ignoreFailure(late)).toBeUndefined();
  const fail = (): number => {
    throw new Error('at once');
  };
  expect(await ignoreFailure(fail)).toBeUndefined();
});
