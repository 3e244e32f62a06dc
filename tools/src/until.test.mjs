import { until } from './until.mjs';

it('resolves to the first answer that is truthy', async () => {
  let asked = 0;
  expect(await until('counted', () => (asked += 1) === 3 && 'three', { pollMs: 1 })).toBe('three');
  expect(asked).toBe(3);
});

it('takes a question that throws for no, and says at the end what failed last', async () => {
  const failing = until('there', () => Promise.reject(new Error('gone')), { timeoutMs: 5, pollMs: 1 });
  await expect(failing).rejects.toThrow(new Error('not there after 0.005 s: gone'));
});

it('describes what was there instead', async () => {
  const options = { timeoutMs: 0, pollMs: 1, describe: async () => 'two of three' };
  await expect(until('all there', () => false, options)).rejects.toThrow(
    new Error('not all there after 0 s: two of three'),
  );
});
