/** The text of a proxy of a native function, which has no name. */
const PROXY_TEXT = /^function \(\) \{\s+\[native/;

/**
 * Runs `act` while `fetch` and `setTimeout` pass for the browser's own if they are proxies of them, as those of the early listeners and
 * of the prefetch governor are. Otherwise the SDK creates an iframe for each (`getNativeImplementation` of `@sentry/browser-utils`), to
 * get one that nobody has wrapped. What others have wrapped by functions of their own stays as it is.
 */
export function passForNative(act: () => void): void {
  const proxies: object[] = [];
  for (const name of ['fetch', 'setTimeout']) {
    const value = (window as unknown as Readonly<Record<string, unknown>>)[name];
    // A text of its own is left alone, and so is one that no function has.
    if (typeof value !== 'function' || !PROXY_TEXT.test(String(value))) continue;
    proxies.push(value);
    Object.assign(value, { toString: () => `function ${name}() { [native code] }` });
  }
  try {
    act();
  } finally {
    for (const proxy of proxies) Reflect.deleteProperty(proxy, 'toString');
  }
}
