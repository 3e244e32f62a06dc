import { expect, it } from '@jest/globals';
import { countPrefetches, isBackground, isData, saysPrefetch, type SeenRequest } from './request-kinds.ts';

const request = (path: string, rest: Partial<SeenRequest> = {}): SeenRequest => ({
  url: `http://shop${path}`,
  method: 'GET',
  type: 'fetch',
  headers: {},
  ...rest,
});

it.each<[Record<string, string>, boolean]>([
  [{ 'sec-purpose': 'prefetch' }, true],
  [{ 'sec-purpose': 'prefetch;prerender' }, true],
  [{ purpose: 'prefetch' }, true],
  [{ 'next-router-prefetch': '1' }, true],
  [{ 'next-router-segment-prefetch': '/_tree' }, true],
  [{ 'x-middleware-prefetch': '1' }, true],
  [{ rsc: '1' }, false],
  [{}, false],
])('%j says prefetch: %s', (headers, says) => {
  expect(saysPrefetch(request('/a', { headers }))).toBe(says);
});

it('data is asked for by a script, and not sent', () => {
  expect(
    [{}, { type: 'xhr' }, { method: 'POST' }, { type: 'script' }].map((rest) => isData(request('/a', rest))),
  ).toEqual([true, true, false, false]);
});

it('nothing waits for streams, pictures and what is sent', () => {
  expect(
    [{ type: 'eventsource' }, { type: 'image' }, { method: 'POST' }, {}].map((rest) =>
      isBackground(request('/', rest)),
    ),
  ).toEqual([true, true, true, false]);
});

it('counts what says so, and data of linked pages', () => {
  const links = ['http://shop/about', 'http://shop/'];
  const requests = [
    request('/x', { headers: { purpose: 'prefetch' }, type: 'other' }),
    request('/about?_rsc=1'),
    request('/about.data'),
    request('/about/__data.json'),
    request('/__data.json'),
    // Neither data nor a linked page.
    request('/about', { type: 'document' }),
    request('/api/cart'),
    request('/about', { method: 'POST' }),
  ];
  expect(countPrefetches(requests, links)).toBe(5);
  expect(countPrefetches(requests, [])).toBe(1);
});
