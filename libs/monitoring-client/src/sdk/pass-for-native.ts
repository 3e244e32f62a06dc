/** The text of a proxy of a native function, which has no name. */
const PROXY_TEXT = /^function \(\) \{\s+\[native/;

/**
 * Runs `act` while `fetch` and `setTimeout` look like native functions if they are proxies of them, such as those of
 * the early listeners and of the prefetch governor. Otherwise the SDK creates an iframe for each
 * (`getNativeImplementation` of `@sentry/browser-utils`), to get an unwrapped function. Functions that other code has
 * wrapped in functions of its own are not changed.
 */
export function passForNative(act: () => void): void {
  const proxies: object[] = [];
  for (const name of ['fetch', 'setTimeout']) {
    const value = (window as unknown as Readonly<Record<string, unknown>>)[name];
    // Skips values that are not functions, and functions whose text is not that of a proxy.
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
