import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createScriptedIngest, type ScriptedIngest } from './scripted-ingest.ts';

describe('createScriptedIngest', () => {
  let ingest: ScriptedIngest;
  beforeEach(async () => {
    ingest = await createScriptedIngest();
  });
  afterEach(() => ingest.close());

  const post = (body: BodyInit, init: RequestInit = {}) =>
    fetch(`${ingest.origin}/api/42/envelope/?hsts=0`, { method: 'POST', body, ...init });

  it('keeps each request as it arrived, raw bytes included', async () => {
    const body = Uint8Array.from({ length: 256 }, (_, value) => value);
    await post(body, { headers: { 'X-Test': 'a' } });
    const [request] = ingest.received;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/api/42/envelope/?hsts=0',
      headers: { 'x-test': 'a' },
    });
    expect(request?.body.equals(body)).toBe(true);
    expect(request?.rawHeaders).toContain('a');
  });

  it('answers like ingest by default, from the queue first, then from the persistent answer', async () => {
    expect(await (await post('a')).json()).toEqual({ id: expect.any(String) as string });
    ingest.respond({ status: 429, headers: { 'retry-after': '7' }, body: 'slow down' });
    ingest.respondWith(({ url }) => ({ status: 503, body: url }));
    const limited = await post('b');
    expect([limited.status, limited.headers.get('retry-after'), await limited.text()]).toEqual([
      429,
      '7',
      'slow down',
    ]);
    expect(await (await post('c')).text()).toBe('/api/42/envelope/?hsts=0');
    ingest.respondWith({ status: 500, delayMs: 1 });
    expect((await post('d')).status).toBe(500);
    ingest.respondWith(undefined);
    expect((await post('e')).status).toBe(200);
  });

  it('can hang and can cut the connection', async () => {
    ingest.respond({ destroy: true }, { hang: true });
    await expect(post('a')).rejects.toThrow('fetch failed');
    const abort = new AbortController();
    const hanging = post('b', { signal: abort.signal });
    await ingest.waitFor(({ body }) => body.toString() === 'b');
    expect(ingest.inFlight).toBe(1);
    abort.abort();
    await expect(hanging).rejects.toThrow('aborted');
  });

  it('cuts the connection when the answer function throws', async () => {
    ingest.respondWith(() => {
      throw new Error('a broken script');
    });
    await expect(post('a')).rejects.toThrow('fetch failed');
  });

  it('waits for a request to come and gives up in time', async () => {
    const waiting = ingest.waitFor(({ body }) => body.toString() === 'second');
    await post('first');
    await post('second');
    expect((await waiting).body.toString()).toBe('second');
    expect((await ingest.waitFor()).body.toString()).toBe('first');
    await expect(ingest.waitFor(() => false, { timeoutMs: 1 })).rejects.toThrow('received 2 others');
  });

  it('keeps apart the requests that it has taken', async () => {
    const later = ingest.waitForTaken(({ body }) => body.toString() === 'b');
    ingest.respond({ status: 503 }, { status: 299 }, { destroy: true });
    await post('a');
    await post('b');
    await expect(post('c')).rejects.toThrow('fetch failed');

    expect(ingest.received.map(({ body }) => body.toString())).toEqual(['a', 'b', 'c']);
    expect(ingest.taken).toEqual([await later]);
    ingest.reset();
    expect(ingest.taken).toEqual([]);
  });

  it('speaks HTTPS', async () => {
    // Anonymous key exchange: a server that needs no certificate.
    const tls = { ciphers: 'aNULL:@SECLEVEL=0', maxVersion: 'TLSv1.2', dhparam: 'auto' } as const;
    const secure = await createScriptedIngest({ tls });
    expect(secure.origin).toMatch(/^https:/);
    expect(secure.dsn()).toMatch(/^https:\/\/[0-9a-f]{32}@127/);
    const status = await new Promise((resolve, reject) => {
      const options = { ...tls, rejectUnauthorized: false, checkServerIdentity: () => undefined };
      httpsRequest(secure.origin, { ...options, method: 'POST', agent: false }, (response) => {
        resolve(response.resume().statusCode);
      })
        .on('error', reject)
        .end('a');
    });
    expect([status, secure.received.length]).toEqual([200, 1]);
    await secure.close();
  });

  it('counts requests in flight, aborted bodies and connections, and forgets them on reset', async () => {
    ingest.respondWith(async () => {
      await ingest.waitFor(({ body }) => body.toString() === 'b');
      return undefined;
    });
    await Promise.all([post('a'), post('b')]);
    expect(ingest.maxInFlight).toBe(2);
    expect(ingest.connections).toBe(2);

    const cut = httpRequest(ingest.origin, { method: 'POST', headers: { 'content-length': 100 } });
    cut.on('error', () => undefined);
    cut.write('half', () => cut.destroy());
    while (ingest.aborted === 0) await new Promise(setImmediate);

    ingest.reset();
    expect([ingest.received.length, ingest.maxInFlight, ingest.aborted, ingest.connections]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('names itself in DSNs, on IPv6 as well', async () => {
    expect(ingest.dsn({ projectId: '7', publicKey: 'k' })).toBe(ingest.origin.replace('//', '//k@') + '/7');
    expect(ingest.dsn()).toMatch(/^http:\/\/[0-9a-f]{32}@127\.0\.0\.1:\d+\/42$/);
    const v6 = await createScriptedIngest({ host: '::1' });
    expect(v6.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
    await v6.close();
  });

  it('reports a port that is taken', async () => {
    const port = Number(new URL(ingest.origin).port);
    await expect(createScriptedIngest({ port })).rejects.toThrow('EADDRINUSE');
  });

  it('says so when it is closed twice', async () => {
    const other = await createScriptedIngest();
    await other.close();
    await expect(other.close()).rejects.toThrow('not running');
  });
});
