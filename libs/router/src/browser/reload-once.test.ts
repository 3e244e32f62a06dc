import { RELOAD_KEY } from '../reload/reload-key.ts';
import { reloadOnce } from './reload-once.ts';

afterEach(() => Reflect.deleteProperty(window, RELOAD_KEY));

it.each([
  ['reloads the page', true, true],
  ['has reloaded it before', undefined, false],
])('asks the inline script, which %s', (_what, answer, expected) => {
  const reload = jest.fn(() => answer);
  Object.assign(window, { [RELOAD_KEY]: reload });
  expect(reloadOnce()).toBe(expected);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads nothing on a page without the script', () => {
  expect(reloadOnce()).toBe(false);
});
