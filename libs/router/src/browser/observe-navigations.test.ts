/** @jest-environment node */
import { observeNavigations } from './observe-navigations.ts';
import type { FetchTarget } from './wrap-fetch.ts';

describe('observeNavigations', () => {
  it('sees navigation requests go by, and nothing else, until it is stopped', async () => {
    const seen: string[] = [];
    const answer = new Response('payload');
    const target: FetchTarget = { fetch: () => Promise.resolve(answer) };
    const original = target.fetch;
    const stop = observeNavigations({
      target,
      base: () => 'https://app.example/home',
      onRequest: (address) => seen.push(address.href),
    });

    expect(await target.fetch('/a?_rsc=1', { headers: { rsc: '1' } })).toBe(answer);
    await target.fetch('/b', { headers: { rsc: '1', 'next-router-prefetch': '1' } });
    await target.fetch('/c', { method: 'POST', headers: { rsc: '1' } });
    await target.fetch('/d');
    stop();
    expect(target.fetch).toBe(original);
    await target.fetch('/e', { headers: { rsc: '1' } });
    expect(seen).toEqual(['https://app.example/a?_rsc=1']);
  });
});
