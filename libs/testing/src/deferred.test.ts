import { deferred } from './deferred.ts';

describe('deferred', () => {
  it('settles its promise with the value it is given', async () => {
    const answer = deferred<number>();
    answer.resolve(7);
    await expect(answer.promise).resolves.toBe(7);
  });

  it('settles its promise with the reason it is given', async () => {
    const answer = deferred();
    answer.reject(new Error('no'));
    await expect(answer.promise).rejects.toThrow('no');
  });
});
