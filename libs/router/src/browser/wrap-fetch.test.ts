import { wrapFetch } from './wrap-fetch.ts';

describe(wrapFetch, () => {
  it('keeps the name, the length and the properties of `fetch`', () => {
    const original = Object.assign(
      function fetch(input: RequestInfo | URL, init: RequestInit) {
        return Promise.resolve(Response.json([input, init]));
      },
      { preconnect: true },
    );
    const target = { fetch: original as unknown as typeof globalThis.fetch };
    const restore = wrapFetch(target, (_input, _init, proceed) => proceed());

    expect(target.fetch).not.toBe(original);
    expect([target.fetch.name, target.fetch.length, Reflect.get(target.fetch, 'preconnect')]).toEqual([
      'fetch',
      2,
      true,
    ]);
    restore();
    expect(target.fetch).toBe(original);
  });
});
