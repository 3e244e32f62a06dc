import { isNativeFunction } from '@sentry/core';
import { passForNative } from './pass-for-native.ts';

/** A function of the engine in place of one of the browser: jsdom's are written in JavaScript. */
const native = parseInt;
const proxy = () => new Proxy(native, {});
/** Its text begins as that of a proxy does. */
const [anonymous] = [
  function () {
    return 1;
  },
];
const looks = (owner: object, name: string) => isNativeFunction((owner as Record<string, () => void>)[name]!);

it('lets proxies of native functions pass for native ones, for as long as it takes', () => {
  const owner = { parseInt: proxy(), own: anonymous, missing: undefined };
  const seen: boolean[] = [];
  passForNative(owner, ['parseInt', 'own', 'missing'], () => {
    seen.push(looks(owner, 'parseInt'), looks(owner, 'own'));
  });
  expect(seen).toEqual([true, false]);
  expect(looks(owner, 'parseInt')).toBe(false);
  expect(Object.hasOwn(native, 'toString')).toBe(false);
});

it('leaves native functions alone, and those with a text of their own', () => {
  const text = Object.assign(new Proxy(parseFloat, {}), { toString: () => 'mine' });
  const owner = { parseInt: native, text };
  const seen: unknown[] = [];
  passForNative(owner, ['parseInt', 'text'], () => {
    seen.push(Object.hasOwn(native, 'toString'), String(text));
  });
  expect([...seen, String(text)]).toEqual([false, 'mine', 'mine']);
  Reflect.deleteProperty(text, 'toString');
});

it('takes its text back if `act` throws, and passes that on', () => {
  const owner = { parseInt: proxy() };
  const fail = () => passForNative(owner, ['parseInt'], () => { throw new Error('x'); }); // prettier-ignore
  expect(fail).toThrow('x');
  expect(Object.hasOwn(native, 'toString')).toBe(false);
});
