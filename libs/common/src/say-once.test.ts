import { sayOnce } from './say-once.ts';

const KEY = Symbol.for('@adit/common:test');
const written = jest.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  Reflect.deleteProperty(globalThis, KEY);
  written.mockClear();
});

it('writes each line once in a process, with a full stop behind the reason', () => {
  sayOnce(KEY, 'SENTRY_DSN is not set', 'Monitoring is off.');
  sayOnce(KEY, 'SENTRY_DSN is not set.', 'Monitoring is off.');
  sayOnce(KEY, new Error('The port is taken.'), 'The tunnel is off.');
  expect(written.mock.calls).toEqual([
    ['Adit: SENTRY_DSN is not set. Monitoring is off.'],
    ['Adit: The port is taken. The tunnel is off.'],
  ]);
});

it('keeps the lines of two packages apart', () => {
  const other = Symbol.for('@adit/common:other');
  sayOnce(KEY, 'a', 'b.');
  sayOnce(other, 'a', 'b.');
  expect(written).toHaveBeenCalledTimes(2);
  Reflect.deleteProperty(globalThis, other);
});
