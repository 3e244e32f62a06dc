/** @jest-environment node */
import { until } from '@adit/testing';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAST } from '../../testing/conditions.helper.ts';
import {
  governPrefetches,
  type GovernPrefetchesOptions,
  type PrefetchGovernor,
} from './govern-prefetches.ts';
import { presets } from '../presets.ts';
import type { FetchTarget } from '../browser/wrap-fetch.ts';

const SEGMENT = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/a/__PAGE__' };
const ROUTE = { rsc: '1', 'next-router-prefetch': '1' };
const ONE_AT_A_TIME = { ...presets.spec, prefetchConcurrency: 1, segmentPrefetchConcurrency: 1 };
const NAVIGATION = { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' };

/** One request at the server, open until it is answered. */
interface OpenRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly response: ServerResponse;
}

let server: Server;
let origin: string;
let open: OpenRequest[];
let target: FetchTarget;
let governor: PrefetchGovernor;

beforeEach(async () => {
  open = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', method = '', headers } = request;
      if (url === '/redirect') response.writeHead(307, { location: '/redirected' }).end();
      else open.push({ path: url, method, headers, body: Buffer.concat(chunks).toString(), response });
    });
    response.on('close', () => {
      open = open.filter((each) => each.response !== response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  target = { fetch: (input, init) => fetch(input, init) };
  governor = govern();
});

afterEach(async () => {
  governor.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** The governor of a page without a document, so that every prefetch is a guess. */
function govern(options: GovernPrefetchesOptions = {}): PrefetchGovernor {
  return governPrefetches({ target, conditions: () => FAST, page: () => `${origin}/home`, ...options });
}

/** Lets everything under way on this machine arrive, before asserting that nothing more does. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

function request(path: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  const response = target.fetch(`${origin}${path}`, { headers, ...init });
  // Open requests fail when the test's server closes.
  response.catch(() => undefined);
  return response;
}

const openAt = (path: string): OpenRequest => {
  const found = open.find((each) => each.path === path);
  if (found === undefined) throw new Error(`${path} is not open at the server`);
  return found;
};

const paths = (): readonly string[] => open.map(({ path }) => path);

describe('governPrefetches', () => {
  it('S28 lets at most 4 guesses reach the server at once, and keeps the fifth place for what is pointed at', async () => {
    const responses = Array.from({ length: 12 }, (_, index) => request(`/${index}`, ROUTE));
    let mostOpen = 0;
    for (let answered = 0; answered < 12; answered += 1) {
      await until(() => open.length === Math.min(4, 12 - answered));
      await quiet();
      mostOpen = Math.max(mostOpen, open.length);
      open[0]!.response.end('payload');
      await until(() => governor.stats().inFlight + governor.stats().queued === 11 - answered);
    }
    expect(mostOpen).toBe(4);
    const texts = await Promise.all(responses.map(async (response) => (await response).text()));
    expect(texts).toEqual(Array.from({ length: 12 }, () => 'payload'));
    expect(governor.stats()).toMatchObject({
      inFlight: 0,
      queued: 0,
      maxInFlight: 4,
      requests: 12,
      bytes: 84,
    });
  });

  it('S29 lets at most 2 segment guesses among them, and routes pass those that wait', async () => {
    for (let index = 0; index < 6; index += 1) void request(`/segment-${index}`, SEGMENT);
    for (let index = 0; index < 4; index += 1) void request(`/route-${index}`, ROUTE);
    await until(() => open.length === 4);
    await quiet();
    expect([...paths()].sort()).toEqual(['/route-0', '/route-1', '/segment-0', '/segment-1']);
    expect(governor.stats().byKind).toEqual({
      route: { inFlight: 2, maxInFlight: 2 },
      segment: { inFlight: 2, maxInFlight: 2 },
    });
  });

  it('S28 S29 control: without it every prefetch reaches the server at once', async () => {
    governor.stop();
    for (let index = 0; index < 9; index += 1) void request(`/${index}`, SEGMENT);
    await until(() => open.length === 9);
  });

  it('S28 holds a slot until the body has been sent, not only the headers', async () => {
    governor.stop();
    governor = govern({ preset: ONE_AT_A_TIME });
    const first = request('/first', ROUTE);
    const second = request('/second', ROUTE);
    await until(() => open.length === 1);
    openAt('/first').response.write('half');
    const response = await first;
    await quiet();
    expect(paths()).toEqual(['/first']);
    openAt('/first').response.end(' and half');
    await until(() => paths().includes('/second'));
    expect(await response.text()).toBe('half and half');
    openAt('/second').response.end();
    await second;
  });

  it('frees the slot of a response that is never read, as Next leaves some', async () => {
    for (let index = 0; index < 4; index += 1) void request(`/${index}`, ROUTE);
    await until(() => open.length === 4);
    for (const { response } of open) response.writeHead(500).end('x'.repeat(200_000));
    await until(() => governor.stats().inFlight === 0);
  });

  it('frees the slot of a response without a body, and of one that breaks off', async () => {
    const empty = request('/empty', ROUTE);
    const broken = request('/broken', ROUTE);
    await until(() => open.length === 2);
    openAt('/empty').response.writeHead(204).end();
    openAt('/broken').response.write('half');
    const response = await broken;
    openAt('/broken').response.destroy();
    await expect(response.text()).rejects.toThrow('terminated');
    expect((await empty).status).toBe(204);
    await until(() => governor.stats().inFlight === 0);
  });

  it('frees the slot of a response whose body is already being read', async () => {
    governor.stop();
    const original = target.fetch;
    target.fetch = async (input, init) => {
      const response = await original(input, init);
      response.body?.getReader();
      return response;
    };
    governor = govern();
    const response = request('/a', ROUTE);
    await until(() => open.length === 1);
    openAt('/a').response.end('payload');
    expect((await response).body?.locked).toBe(true);
    await until(() => governor.stats().inFlight === 0);
  });

  it('frees the slot of a request that fails', async () => {
    const response = request('/a', ROUTE);
    await until(() => open.length === 1);
    openAt('/a').response.destroy();
    await expect(response).rejects.toThrow('fetch failed');
    await until(() => governor.stats().inFlight === 0);
  });

  it('S7 server actions, data requests and prefetches pass through the governor unchanged', async () => {
    // Every slot is taken, so a request that reaches the server now has not waited.
    for (let index = 0; index < 7; index += 1) void request(`/busy-${index}`, ROUTE);
    await until(() => open.length === 4);

    const action = request(
      '/current',
      { 'next-action': 'id', rsc: '1' },
      { method: 'POST', body: '["argument"]' },
    );
    const navigation = request('/page?_rsc=1', NAVIGATION, { priority: 'auto' });
    const data = request('/api/data', { accept: 'application/json' });
    await until(() => open.length === 7);
    expect(openAt('/current')).toMatchObject({ method: 'POST', body: '["argument"]' });
    expect(openAt('/current').headers).toMatchObject({ 'next-action': 'id', rsc: '1' });
    expect(openAt('/page?_rsc=1').headers).toMatchObject(NAVIGATION);

    openAt('/current').response.writeHead(303, { 'x-action-redirect': '/next' }).end('action payload');
    openAt('/page?_rsc=1')
      .response.writeHead(200, { 'content-type': 'text/x-component' })
      .end('page payload');
    openAt('/api/data').response.writeHead(404).end('{}');
    expect([(await action).status, (await action).headers.get('x-action-redirect')]).toEqual([303, '/next']);
    expect(await (await action).text()).toBe('action payload');
    expect(await (await navigation).text()).toBe('page payload');
    expect((await data).status).toBe(404);
  });

  it('S7 hands over the very response that fetch gave: address, redirects, headers, status and bytes', async () => {
    const given: Response[] = [];
    governor.stop();
    const original = target.fetch;
    target.fetch = async (input, init) => {
      const response = await original(input, init);
      given.push(response);
      return response;
    };
    governor = govern();

    const pending = request('/redirect', SEGMENT);
    await until(() => paths().includes('/redirected'));
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
    openAt('/redirected').response.writeHead(200, { 'x-nextjs-postponed': '2', vary: 'next-url' }).end(bytes);

    const response = await pending;
    expect(response).toBe(given[0]);
    expect(response.url).toBe(`${origin}/redirected`);
    expect([response.redirected, response.ok, response.status]).toEqual([true, true, 200]);
    expect(response.headers.get('x-nextjs-postponed')).toBe('2');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  describe('with an AbortSignal', () => {
    it('gives up a waiting request at once, with the reason, and never sends it', async () => {
      for (let index = 0; index < 4; index += 1) void request(`/${index}`, ROUTE);
      await until(() => open.length === 4);
      const controller = new AbortController();
      const waiting = request('/waiting', ROUTE, { signal: controller.signal });
      expect(governor.stats().queued).toBe(1);
      controller.abort(new Error('left'));
      await expect(waiting).rejects.toThrow('left');
      expect(governor.stats().queued).toBe(0);
      open[0]!.response.end();
      await until(() => governor.stats().inFlight === 3);
      await quiet();
      expect(paths()).not.toContain('/waiting');
    });

    it('leaves a request in flight to fetch, and frees its slot', async () => {
      const controller = new AbortController();
      const flying = target.fetch(new Request(`${origin}/a`, { headers: ROUTE, signal: controller.signal }));
      await until(() => open.length === 1);
      controller.abort(new Error('left'));
      await expect(flying).rejects.toThrow('left');
      await until(() => governor.stats().inFlight === 0);
    });

    it('does not queue what is aborted already', async () => {
      await expect(request('/a', ROUTE, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow(
        'left',
      );
      expect(governor.stats()).toMatchObject({ maxInFlight: 0, queued: 0 });
    });
  });

  it('sends what waits in the order it was asked for', async () => {
    governor.stop();
    governor = govern({ preset: ONE_AT_A_TIME });
    for (const path of ['/1', '/2', '/3']) void request(path, ROUTE);
    const order: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      await until(() => open.length === 1);
      order.push(open[0]!.path);
      open[0]!.response.end();
      await until(() => !paths().includes(order[index]!));
    }
    expect(order).toEqual(['/1', '/2', '/3']);
  });

  it('wraps a target once, however often it is asked', () => {
    const wrapped = target.fetch;
    expect(govern()).toBe(governor);
    expect(target.fetch).toBe(wrapped);
  });

  it('restores fetch when stopped, still sends what waits, and can start again', async () => {
    governor.stop();
    const original = target.fetch;
    governor = govern();
    for (let index = 0; index < 5; index += 1) void request(`/${index}`, ROUTE);
    await until(() => open.length === 4);
    governor.stop();
    expect(target.fetch).toBe(original);
    open[0]!.response.end();
    await until(() => paths().includes('/4'));
    const next = govern();
    expect(next).not.toBe(governor);
    next.stop();
  });

  it('leaves a later wrapper in place when stopped, and passes its calls on', async () => {
    const ours = target.fetch;
    const theirs: FetchTarget['fetch'] = (input, init) => ours(input, init);
    target.fetch = theirs;
    governor.stop();
    expect(target.fetch).toBe(theirs);
    for (let index = 0; index < 8; index += 1) void request(`/${index}`, ROUTE);
    await until(() => open.length === 8);
  });

  it('takes the global fetch by default', () => {
    const original = globalThis.fetch;
    const own = governPrefetches();
    expect(globalThis.fetch).not.toBe(original);
    own.stop();
    expect(globalThis.fetch).toBe(original);
  });
});
