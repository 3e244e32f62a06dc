import { createIngestFetch } from './ingest-fetch.ts';

const URL = 'https://ingest.example/api/42/envelope/?hsts=0';
const post = (ingest: ReturnType<typeof createIngestFetch>, init: RequestInit = {}) =>
  ingest.fetch(URL, { method: 'POST', body: 'a', ...init });

describe('createIngestFetch', () => {
  it('keeps each request, and answers as the same script does over HTTP', async () => {
    const ingest = createIngestFetch();
    ingest.respond({ status: 429, headers: { 'set-cookie': ['a=1', 'b=2'] }, body: 'slow down', delayMs: 1 });
    const limited = await post(ingest, { headers: { 'X-Test': 'one' } });
    const accepted = await post(ingest, { body: Uint8Array.of(0, 255) });

    expect([limited.status, limited.headers.getSetCookie(), await limited.text()]).toEqual([
      429,
      ['a=1', 'b=2'],
      'slow down',
    ]);
    expect(await accepted.json()).toEqual({ id: expect.any(String) as string });
    expect(ingest.received[0]).toMatchObject({
      method: 'POST',
      url: '/api/42/envelope/?hsts=0',
      headers: { 'x-test': 'one' },
    });
    expect(ingest.received[0]?.rawHeaders).toContain('one');
    expect(ingest.taken.map(({ body }) => [...body])).toEqual([[0, 255]]);
  });

  it('fails as a cut connection does, and answers no request that hangs', async () => {
    const ingest = createIngestFetch();
    ingest.respond({ destroy: true }, { hang: true });
    await expect(post(ingest)).rejects.toThrow('fetch failed');

    const abort = new AbortController();
    const hanging = post(ingest, { signal: abort.signal });
    await ingest.waitFor(() => ingest.received.length === 2);
    expect([ingest.inFlight, ingest.maxInFlight]).toEqual([1, 1]);
    await new Promise(setImmediate);
    abort.abort(new Error('given up'));
    await expect(hanging).rejects.toThrow('given up');
    expect(ingest.inFlight).toBe(0);

    const ended = new AbortController();
    ingest.respondWith(() => {
      ended.abort(new Error('given up before the answer'));
      return { hang: true };
    });
    await expect(post(ingest, { signal: ended.signal })).rejects.toThrow('given up before the answer');

    ingest.respondWith(() => {
      throw new Error('a broken script');
    });
    await expect(post(ingest)).rejects.toThrow();
  });
});
