/** @jest-environment node */
import * as nextHeaders from 'next/dist/client/components/app-router-headers.js';
import { addressOf, classifyRequest, pageOfRequest } from './classify-request.ts';
import { sectionOf, signalOf, treeOf } from './request-details.ts';

const URL_A = 'https://app.example/a';

const RSC = {
  [nextHeaders.RSC_HEADER]: '1',
  [nextHeaders.NEXT_ROUTER_STATE_TREE_HEADER]: '%5B%22%22%5D',
};

/**
 * The headers that Next 16.4 sends, from client/components/segment-cache/cache.js and
 * router-reducer/fetch-server-response.js.
 */
const REQUESTS = {
  routeTree: {
    [nextHeaders.RSC_HEADER]: '1',
    [nextHeaders.NEXT_ROUTER_PREFETCH_HEADER]: '1',
    [nextHeaders.NEXT_ROUTER_SEGMENT_PREFETCH_HEADER]: '/_tree',
  },
  segment: {
    [nextHeaders.RSC_HEADER]: '1',
    [nextHeaders.NEXT_ROUTER_PREFETCH_HEADER]: '1',
    [nextHeaders.NEXT_ROUTER_SEGMENT_PREFETCH_HEADER]: '/a/__PAGE__',
  },
  loadingBoundary: { ...RSC, [nextHeaders.NEXT_ROUTER_PREFETCH_HEADER]: '1' },
  runtime: { ...RSC, [nextHeaders.NEXT_ROUTER_PREFETCH_HEADER]: '2' },
  runtimeShell: { ...RSC, [nextHeaders.NEXT_ROUTER_PREFETCH_HEADER]: '3' },
  rsc: RSC,
};

describe('classifyRequest', () => {
  it.each([
    ['the route tree', { headers: REQUESTS.routeTree, priority: 'low' }, 'segment-prefetch'],
    ['a segment', { headers: REQUESTS.segment, priority: 'low' }, 'segment-prefetch'],
    ['a loading boundary', { headers: REQUESTS.loadingBoundary, priority: 'low' }, 'route-prefetch'],
    ['runtime data', { headers: REQUESTS.runtime, priority: 'low' }, 'route-prefetch'],
    ['a runtime shell', { headers: REQUESTS.runtimeShell, priority: 'low' }, 'route-prefetch'],
    ['a full prefetch, by its priority alone', { headers: REQUESTS.rsc, priority: 'low' }, 'full-prefetch'],
    ['a navigation', { headers: REQUESTS.rsc, priority: 'auto' }, 'navigation'],
    ['a navigation without a priority', { headers: REQUESTS.rsc }, 'navigation'],
    ['a hot update', { headers: { ...REQUESTS.rsc, [nextHeaders.NEXT_HMR_REFRESH_HEADER]: '1' } }, 'other'],
    [
      'a server action',
      { method: 'POST', headers: { ...REQUESTS.rsc, [nextHeaders.ACTION_HEADER]: 'id' } },
      'other',
    ],
    ['a POST that claims to be a prefetch', { method: 'post', headers: REQUESTS.segment }, 'other'],
    ['the probe of a static export', { method: 'HEAD' }, 'other'],
    ['a data request', { headers: { accept: 'application/json' }, priority: 'low' }, 'other'],
    ['a request without options', undefined, 'other'],
    ['headers that cannot be read', { headers: { 'bad header': 'x' } }, 'other'],
  ] as const)('tells %s', (_what, init, kind) => {
    expect(classifyRequest(URL_A, init as RequestInit | undefined)).toBe(kind);
  });

  it('reads headers in every form, and those of a Request unless they are overridden', () => {
    const headers = new Headers(REQUESTS.segment);
    expect(classifyRequest(URL_A, { headers })).toBe('segment-prefetch');
    expect(classifyRequest(URL_A, { headers: [...headers] })).toBe('segment-prefetch');
    expect(classifyRequest(new Request(URL_A, { headers }), undefined)).toBe('segment-prefetch');
    expect(classifyRequest(new Request(URL_A, { headers }), { headers: {} })).toBe('other');
    expect(classifyRequest(new Request(URL_A, { headers, method: 'POST' }), undefined)).toBe('other');
    expect(classifyRequest(new URL(URL_A), { headers })).toBe('segment-prefetch');
  });
});

describe('addressOf', () => {
  it('resolves what fetch takes', () => {
    for (const input of ['/a', URL_A, new URL(URL_A), new Request(URL_A)]) {
      expect(addressOf(input, 'https://app.example/home').href).toBe(URL_A);
    }
  });
});

describe('pageOfRequest', () => {
  it('leaves out the fragment and what Next adds to bust caches, and nothing else', () => {
    const pageOf = (address: string) => pageOfRequest(new URL(address, URL_A));
    expect(pageOf(`/a?${nextHeaders.NEXT_RSC_UNION_QUERY}=1b2#part`)).toBe(URL_A);
    expect(pageOf('/a?_rsc')).toBe(URL_A);
    expect(pageOf('/a?b=%20c&_rsc=1&_rscs=2')).toBe(`${URL_A}?b=%20c&_rscs=2`);
  });
});

describe('sectionOf', () => {
  const section = (path: string) =>
    sectionOf(URL_A, { headers: { [nextHeaders.NEXT_ROUTER_SEGMENT_PREFETCH_HEADER]: path } });

  it('tells the first level of a segment, but of nothing else', () => {
    expect(section('/docs/$d$id/__PAGE__')).toBe('docs');
    expect(section('/__PAGE__')).toBe('__PAGE__');
    expect(section('/_tree')).toBeUndefined();
    expect(sectionOf(URL_A, undefined)).toBeUndefined();
    expect(sectionOf(new Request(URL_A, { headers: REQUESTS.segment }), undefined)).toBe('a');
  });
});

describe('treeOf', () => {
  it('reads what a request says of its route, if it does', () => {
    expect(treeOf(URL_A, { headers: REQUESTS.rsc })).toBe('%5B%22%22%5D');
    expect(treeOf(new Request(URL_A, { headers: REQUESTS.rsc }), undefined)).toBe('%5B%22%22%5D');
    expect(treeOf(URL_A, { headers: REQUESTS.segment })).toBeUndefined();
    expect(treeOf(URL_A, undefined)).toBeUndefined();
  });
});

describe('signalOf', () => {
  it('prefers the options to the Request', () => {
    const [own, other] = [new AbortController(), new AbortController()];
    const request = new Request(URL_A, { signal: own.signal });
    expect(signalOf(request, { signal: other.signal })).toBe(other.signal);
    expect(signalOf(request, undefined)).toBe(request.signal);
    expect(signalOf(URL_A, undefined)).toBeUndefined();
  });
});
