/** @jest-environment node */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeClock, until, type FakeClock } from '@adit/testing';
import { createRetryingFetch, type RetryingFetchOptions } from './retrying-fetch.ts';

type Answer = (response: ServerResponse, attempt: number) => void;

let server: Server;
let requests: IncomingMessage[];
let answer: Answer;
let url: string;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    answer(response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const status = (code: number, headers: Record<string, string> = {}): Answer => {
  return (response, attempt) => response.writeHead(code, headers).end(`attempt ${attempt}`);
};

/** A retrying fetch over the real network with instant waits, and the waits it requested. */
function instantRetries(options: Partial<RetryingFetchOptions> = {}) {
  const waits: number[] = [];
  const retryingFetch = createRetryingFetch({
    fetch,
    clock: {
      setTimeout: (callback, delayMs) => {
        waits.push(delayMs);
        return setImmediate(callback);
      },
      clearTimeout: (handle) => clearImmediate(handle as NodeJS.Immediate),
    },
    random: () => 1,
    ...options,
  });
  return { retryingFetch, waits };
}

describe('createRetryingFetch', () => {
  it('S33 retries a 5xx up to 3 times, which is 4 requests, and returns the last response', async () => {
    answer = status(500);
    const { retryingFetch, waits } = instantRetries();
    const response = await retryingFetch(url);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('attempt 4');
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([100, 200, 400]);
  });

  it('S33 stops retrying with the first answer that is not a 5xx', async () => {
    answer = (response, attempt) => response.writeHead(attempt < 3 ? 503 : 200).end();
    const response = await instantRetries().retryingFetch(url);
    expect(response.status).toBe(200);
    expect(requests).toHaveLength(3);
  });

  it.each([500, 502, 503, 504, 599])('S33 retries %i', async (code) => {
    answer = status(code);
    await instantRetries({ retries: 1 }).retryingFetch(url);
    expect(requests).toHaveLength(2);
  });

  it.each([200, 204, 304, 400, 401, 404, 429])('S33 does not retry %i', async (code) => {
    answer = status(code);
    expect((await instantRetries().retryingFetch(url)).status).toBe(code);
    expect(requests).toHaveLength(1);
  });

  it('S33 retries HEAD, and a Request given as such', async () => {
    answer = status(500);
    await instantRetries({ retries: 1 }).retryingFetch(url, { method: 'head' });
    await instantRetries({ retries: 1 }).retryingFetch(new Request(url));
    expect(requests.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'GET', 'GET']);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('S33 never retries %s', async (method) => {
    answer = status(500);
    await instantRetries().retryingFetch(url, { method });
    await instantRetries().retryingFetch(new Request(url, { method }));
    expect(requests).toHaveLength(2);
  });

  it('retries a network error only when told to, and throws the last one', async () => {
    answer = (response) => response.destroy();
    const { retryingFetch, waits } = instantRetries({ retryNetworkErrors: true });
    await expect(retryingFetch(url)).rejects.toThrow('fetch failed');
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([100, 200, 400]);

    await expect(retryingFetch(url, { method: 'POST' })).rejects.toThrow('fetch failed');
    expect(requests).toHaveLength(5);
  });

  it('begins no retry after the route would have been given up', async () => {
    let now = 0;
    answer = (response) => {
      now += 1_850;
      response.writeHead(500).end();
    };
    expect((await instantRetries({ wallClock: () => now }).retryingFetch(url)).status).toBe(500);
    // After 1850 ms, a wait of 100; after 3700 ms, another 200 would be too late.
    expect(requests).toHaveLength(2);

    now = 0;
    await instantRetries({ wallClock: () => now, maxTotalMs: 60_000 }).retryingFetch(url);
    expect(requests).toHaveLength(6);
  });

  it('retries nothing when told so', async () => {
    answer = status(500);
    await instantRetries({ retries: 0 }).retryingFetch(url);
    expect(requests).toHaveLength(1);
  });

  it('waits as long as Retry-After says, in seconds or by date', async () => {
    const now = Date.UTC(2030, 0, 1);
    answer = status(503, { 'retry-after': '2' });
    const seconds = instantRetries({ retries: 1 });
    await seconds.retryingFetch(url);
    expect(seconds.waits).toEqual([2_000]);

    answer = status(503, { 'retry-after': new Date(now + 3_000).toUTCString() });
    const date = instantRetries({ retries: 1, wallClock: () => now });
    await date.retryingFetch(url);
    expect(date.waits).toEqual([3_000]);

    answer = status(503, { 'retry-after': new Date(now - 60_000).toUTCString() });
    const past = instantRetries({ retries: 1, wallClock: () => now });
    await past.retryingFetch(url);
    expect(past.waits).toEqual([0]);
  });

  it('takes its own delay for a Retry-After it cannot read', async () => {
    answer = status(503, { 'retry-after': 'soon' });
    const { retryingFetch, waits } = instantRetries({ retries: 1, random: () => 0 });
    await retryingFetch(url);
    expect(waits).toEqual([50]);
  });

  it('cancels the bodies of the responses it discards', async () => {
    const cancelled: number[] = [];
    let attempts = 0;
    const { retryingFetch } = instantRetries({
      fetch: () => {
        attempts += 1;
        const attempt = attempts;
        const body = new ReadableStream({ cancel: () => void cancelled.push(attempt) });
        return Promise.resolve(new Response(body, { status: 500 }));
      },
    });
    const response = await retryingFetch(url);
    expect(cancelled).toEqual([1, 2, 3]);
    expect(response.bodyUsed).toBe(false);
  });

  it('goes on when a discarded body has broken off by itself', async () => {
    const { retryingFetch } = instantRetries({
      retries: 1,
      fetch: () => {
        const body = new ReadableStream({ start: (controller) => controller.error(new Error('broken')) });
        return Promise.resolve(new Response(body, { status: 500 }));
      },
    });
    expect((await retryingFetch(url)).status).toBe(500);
  });

  it('does not wait for a discarded body of which the framework holds a copy', async () => {
    const copies: Response[] = [];
    const { retryingFetch } = instantRetries({
      retries: 1,
      fetch: () => {
        const response = new Response('busy', { status: 503 });
        copies.push(response.clone());
        return Promise.resolve(response);
      },
    });
    expect((await retryingFetch(url)).status).toBe(503);
    expect(copies).toHaveLength(2);
  });

  it('asks the server again although React remembers the GETs of a render', async () => {
    answer = (response, attempt) => response.writeHead(attempt < 3 ? 503 : 200).end();
    const remembered = new Map<unknown, Promise<Response>>();
    const rememberingFetch: typeof fetch = async (input, init) => {
      if (init?.signal) return fetch(input, init);
      const first = remembered.get(input) ?? fetch(input, init);
      remembered.set(input, first);
      return (await first).clone();
    };
    const { retryingFetch } = instantRetries({ fetch: rememberingFetch });
    expect((await retryingFetch(url)).status).toBe(200);
    expect(requests).toHaveLength(3);
  });

  describe('when aborted', () => {
    const withClock = (clock: FakeClock) => createRetryingFetch({ fetch, clock, random: () => 1 });

    it('stops waiting at once, sends nothing more and leaves no timer', async () => {
      answer = status(500);
      const clock = createFakeClock();
      const controller = new AbortController();
      const response = withClock(clock)(url, { signal: controller.signal });
      await until(() => clock.pending > 0);
      controller.abort(new Error('left'));
      await expect(response).rejects.toThrow('left');
      expect(clock.pending).toBe(0);
      expect(requests).toHaveLength(1);
    });

    it('does not begin to wait when the signal of a Request is aborted already', async () => {
      const clock = createFakeClock();
      const controller = new AbortController();
      const retryingFetch = createRetryingFetch({
        clock,
        fetch: () => {
          controller.abort(new Error('left'));
          return Promise.resolve(new Response(null, { status: 500 }));
        },
      });
      await expect(retryingFetch(new Request(url, { signal: controller.signal }))).rejects.toThrow('left');
      expect(clock.pending).toBe(0);
    });

    it('ends a request in flight at once, and takes that for no network error', async () => {
      answer = () => undefined;
      const controller = new AbortController();
      const { retryingFetch, waits } = instantRetries({ retryNetworkErrors: true });
      const response = retryingFetch(url, { signal: controller.signal });
      await until(() => requests.length > 0);
      controller.abort(new Error('left'));
      await expect(response).rejects.toThrow('left');
      expect(waits).toEqual([]);
    });

    it('removes its listener once a wait is over', async () => {
      answer = status(500);
      const controller = new AbortController();
      const removed = jest.spyOn(controller.signal, 'removeEventListener');
      await instantRetries().retryingFetch(url, { signal: controller.signal });
      expect(removed.mock.calls.filter(([type]) => type === 'abort').length).toBeGreaterThanOrEqual(3);
    });
  });

  it('refuses numbers out of range', () => {
    expect(() => instantRetries({ retries: -1 })).toThrow(
      'retries is -1; accepted: an integer of at least 0',
    );
    expect(() => instantRetries({ maxRetryAfterMs: 0.5 })).toThrow(
      'maxRetryAfterMs is 0.5; accepted: an integer of at least 0',
    );
    expect(() => instantRetries({ maxTotalMs: Number.NaN })).toThrow(
      'maxTotalMs is NaN; accepted: an integer of at least 0 and at most 2147483647',
    );
  });
});
