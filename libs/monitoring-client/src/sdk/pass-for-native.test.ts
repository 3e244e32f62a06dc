import { isNativeFunction } from '@sentry/core';
import { passForNative } from './pass-for-native.ts';

/** A native function of the engine in place of one of the browser: jsdom's are written in JavaScript. */
const native = parseInt;
const proxy = () => new Proxy(native, {});
/** A function whose text begins like that of a proxy. */
const [anonymous] = [
  function () {
    return 1;
  },
];
type Name = 'fetch' | 'setTimeout';
const looks = (name: Name) => isNativeFunction(window[name]);

const { fetch, setTimeout } = window;
const replace = (functions: Partial<Record<Name, unknown>>) => Object.assign(window, functions);
afterEach(() => replace({ fetch, setTimeout }));

it('lets proxies of native functions pass for native ones, for as long as it takes', () => {
  replace({ fetch: proxy(), setTimeout: anonymous });
  const seen: boolean[] = [];
  passForNative(() => void seen.push(looks('fetch'), looks('setTimeout')));
  expect(seen).toEqual([true, false]);
  expect(looks('fetch')).toBe(false);
  expect(Object.hasOwn(native, 'toString')).toBe(false);
});

it('leaves native functions alone, those with a text of their own, and missing ones', () => {
  const text = Object.assign(new Proxy(parseFloat, {}), { toString: () => 'mine' });
  const seen: unknown[] = [];
  replace({ fetch: native, setTimeout: text });
  passForNative(() => void seen.push(Object.hasOwn(native, 'toString'), String(text)));
  expect([...seen, String(text)]).toEqual([false, 'mine', 'mine']);
  Reflect.deleteProperty(text, 'toString');
  replace({ fetch: undefined });
  expect(() => passForNative(() => undefined)).not.toThrow();
});

it('takes its text back if `act` throws, and passes that on', () => {
  replace({ fetch: proxy() });
  const fail = () => passForNative(() => { throw new Error('x'); }); // prettier-ignore
  expect(fail).toThrow('x');
  expect(Object.hasOwn(native, 'toString')).toBe(false);
});
