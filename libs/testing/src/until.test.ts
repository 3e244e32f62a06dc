import { until } from './until.ts';

describe('until', () => {
  it.each([
    ['what is found at last', [undefined, false, 'found'], 'found'],
    ['zero, which is something', [undefined, 0], 0],
    ['nothing, where that is a value', [false, null], null],
  ])('resolves to %s', async (_what, looks, expected) => {
    let turn = 0;
    expect(await until(() => looks[turn++])).toBe(expected);
    expect(turn).toBe(looks.length);
  });

  it('waits for promises, and passes a failure on', async () => {
    let turn = 0;
    expect(await until(async () => (turn += 1) === 3)).toBe(true);
    await expect(until(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});
