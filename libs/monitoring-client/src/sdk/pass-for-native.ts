/** The text of a proxy of a native function, which has no name. */
const PROXY_TEXT = /^function \(\) \{\s+\[native code\]\s+\}$/;

const isProxy = (value: unknown): value is object =>
  typeof value === 'function' &&
  !Object.hasOwn(value, 'toString') &&
  PROXY_TEXT.test(Function.prototype.toString.call(value));

/**
 * Runs `act` while those functions of `owner` pass for the browser's own that are proxies of them, as those of the early
 * listeners and of the prefetch governor are. Otherwise the SDK creates an iframe for each (`getNativeImplementation` of
 * `@sentry/browser-utils`), to get one that nobody has wrapped. What others have wrapped by functions of their own stays as it is.
 */
export function passForNative<Result>(owner: object, names: readonly string[], act: () => Result): Result {
  const proxies = names
    .map((name) => ({ name, value: (owner as Readonly<Record<string, unknown>>)[name] }))
    .filter(({ value }) => isProxy(value)) as { name: string; value: object }[];
  for (const { name, value } of proxies)
    Reflect.defineProperty(value, 'toString', {
      value: () => `function ${name}() { [native code] }`,
      configurable: true,
    });
  try {
    return act();
  } finally {
    for (const { value } of proxies) Reflect.deleteProperty(value, 'toString');
  }
}
