import type { FetchLike } from '../platform.ts';

/** An object whose `fetch` can be wrapped: `window`, `globalThis`, or a test's own. */
export interface FetchTarget {
  fetch: FetchLike;
}

/** Receives a call and decides whether and when it proceeds. */
export type FetchInterceptor = (
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  proceed: () => Promise<Response>,
) => Promise<Response>;

/**
 * Puts an interceptor in front of `target.fetch` and returns a function that removes it. If another wrapper has wrapped
 * `fetch` since then, the function leaves that wrapper in place, and ours passes every call on.
 */
export function wrapFetch(target: FetchTarget, intercept: FetchInterceptor): () => void {
  const original = target.fetch;
  let active = true;

  // A proxy keeps the name, the length and the properties of `fetch`, which error reports and other wrappers read.
  const wrapped = new Proxy(original, {
    apply: (_original, _caller, [input, init]: Parameters<FetchLike>) => {
      // Browsers refuse a `fetch` whose `this` is not the window ("Illegal invocation").
      const proceed = (): Promise<Response> => original.call(target, input, init);
      return active ? intercept(input, init, proceed) : proceed();
    },
  });
  target.fetch = wrapped;

  return () => {
    active = false;
    if (target.fetch === wrapped) target.fetch = original;
  };
}
