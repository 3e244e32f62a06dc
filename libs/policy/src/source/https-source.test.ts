import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { deferred } from '@adit/testing';
import { createBench, textOf, type WatchBench } from '../../testing/watch.helper.ts';
import { signPolicy } from './signature.ts';

const SECOND = 1_000;
const from = 'https://policy.example/team/policy.json?token=secret';

let bench: WatchBench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => {
  bench.closeAll();
});

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
  readonly etag: string | null;
}

/** A fetch that records what it is asked for. `answer` decides how it answers. */
function createFetch(answer: (url: URL, asked: Asked) => Response | Promise<Response>) {
  const asked: Asked[] = [];
  const scripted = {
    asked,
    answer,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      const one = { url, init, etag: new Headers(init.headers).get('if-none-match') };
      asked.push(one);
      return scripted.answer(new URL(url), one);
    },
  };
  return scripted;
}

const tagged = (text: string, etag: string) => new Response(text, { headers: { etag } });

describe('over https', () => {
  it('the text is fetched again only if its ETag changes', async () => {
    const current = { text: textOf(1), etag: '"a"' };
    const server = createFetch((_url, { etag }) =>
      etag === current.etag ? new Response(null, { status: 304 }) : tagged(current.text, current.etag),
    );
    const record = bench.start({ from, fetch: server.fetch });
    await bench.run(20 * SECOND);
    expect(server.asked.map(({ etag }) => etag)).toEqual([null, '"a"', '"a"', '"a"', '"a"']);
    expect(server.asked[0]).toMatchObject({
      url: from,
      init: { redirect: 'manual', headers: { 'cache-control': 'no-cache' } },
    });
    expect(record.texts).toHaveLength(1);
    expect(record.watch.state()).toMatchObject({ status: 'ok', lastCheckedAt: 1_020_000 });

    Object.assign(current, { text: '{', etag: '"b"' });
    await bench.run(20 * SECOND);
    expect(record.texts).toEqual([textOf(1), '{']);
    expect(record.statuses()).toEqual(['ok', 'refused']);
    expect(server.asked.at(-1)!.etag).toBe('"b"');

    Object.assign(current, { text: textOf(3), etag: '"c"' });
    await bench.run(5 * SECOND);
    expect(record.watch.current()).toEqual({ n: 3 });
    await record.watch.check();
    expect(server.asked.at(-1)!.etag).toBeNull();
  });

  it('an ETag that is too long is not sent', async () => {
    const server = createFetch(() => tagged(textOf(1), `"${'a'.repeat(1_023)}"`));
    bench.start({ from, fetch: server.fetch });
    await bench.run(10 * SECOND);
    expect(server.asked.map(({ etag }) => etag)).toEqual([null, null, null]);
  });

  it.each([
    [301, 'stale', 'the server redirects (301), and redirects are not followed'],
    [308, 'stale', 'the server redirects (308), and redirects are not followed'],
    [304, 'stale', 'the server answers 304'],
    [204, 'stale', 'the server answers 204'],
    [403, 'stale', 'the server answers 403'],
    [503, 'stale', 'the server answers 503'],
    [404, 'missing', 'there is no document'],
    [410, 'missing', 'there is no document'],
  ])('%i: %s', async (status, expected, problem) => {
    const server = createFetch(() => new Response(null, { status }));
    const { watch } = bench.start({ from, fetch: server.fetch });
    await bench.run(SECOND);
    expect(watch.state()).toMatchObject({ status: expected, problem });
  });

  it('a redirect that the runtime hides is not followed either', async () => {
    const server = createFetch(() => Response.error());
    const { watch } = bench.start({ from, fetch: server.fetch });
    await bench.run(SECOND);
    expect(watch.state().problem).toBe('the server redirects (0), and redirects are not followed');
  });

  it('an answer without a body is an empty text', async () => {
    const server = createFetch(() => new Response(null));
    const { watch, texts } = bench.start({ from, fetch: server.fetch });
    await bench.run(SECOND);
    expect(watch.state().status).toBe('refused');
    expect(texts).toEqual(['']);
  });

  it('no more than 1 MiB is taken from a body without end, and it is cancelled', async () => {
    let sent = 0;
    const server = createFetch((_url, { init }) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) =>
          init.signal!.addEventListener('abort', () => controller.error(new Error('cut'))),
        pull: (controller) => {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536));
        },
      });
      return new Response(body);
    });
    const { watch } = bench.start({ from, fetch: server.fetch, everyMs: 3_600_000 });
    await bench.run(SECOND);
    expect(watch.state()).toMatchObject({
      status: 'refused',
      problem: 'the document is larger than 1048576 bytes',
    });
    // Two looks, each with the chunk that is too much and two that the streams hold.
    expect(sent).toBeLessThanOrEqual(2 * (1_048_576 + 3 * 65_536));
    expect(server.asked.every(({ init }) => init.signal!.aborted)).toBe(true);
  });

  it('a request that is not answered is cancelled after 5 s, and the next one is a new one', async () => {
    const server = createFetch(() => tagged(textOf(1), '"a"'));
    const record = bench.start({ from, fetch: server.fetch });
    await bench.run(SECOND);
    const cut = deferred<never>();
    server.answer = (_url, { init }) => {
      init.signal!.addEventListener('abort', () => cut.reject(new Error('cut')));
      return cut.promise;
    };
    await bench.clock.advance(9 * SECOND - 1);
    expect(server.asked[1]!.init.signal!.aborted).toBe(false);
    await bench.clock.advance(1);
    expect(server.asked[1]!.init.signal!.aborted).toBe(true);
    expect(record.told.at(-1)).toMatchObject({ status: 'stale', problem: 'no answer within 5000 ms' });
    server.answer = () => tagged(textOf(2), '"b"');
    await bench.run(10 * SECOND);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses()).toEqual(['ok', 'stale', 'ok']);
  });

  it('closing cancels the request', async () => {
    const server = createFetch(() => new Promise(() => undefined));
    const { watch } = bench.start({ from, fetch: server.fetch });
    await bench.clock.advance(0);
    watch.close();
    await watch.ready;
    expect(server.asked[0]!.init.signal!.aborted).toBe(true);
    expect(bench.clock.pending).toBe(0);
  });
});

describe('with a key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

  it('the signature is at the path with .sig, and both are fetched until they fit', async () => {
    let signature = new Response(null, { status: 404 });
    const server = createFetch((url, { etag }) => {
      if (url.pathname.endsWith('.sig')) return signature.clone();
      return etag === '"a"' ? new Response(null, { status: 304 }) : tagged(textOf(1), '"a"');
    });
    const { watch, told } = bench.start({ from, fetch: server.fetch, key: publicKey });
    await bench.run(10 * SECOND);
    expect(server.asked[1]!.url).toBe('https://policy.example/team/policy.json.sig?token=secret');
    signature = new Response('x'.repeat(1_025));
    await bench.run(10 * SECOND);
    signature = new Response(null, { status: 500 });
    await bench.run(10 * SECOND);
    expect(told.map(({ problem }) => problem)).toEqual([
      'the document is not signed',
      'the signature is not right for this text and key',
      'the server answers 500',
    ]);
    expect(server.asked.every(({ etag }) => etag === null)).toBe(true);

    signature = new Response(await signPolicy(textOf(1), privateKey));
    await bench.run(60 * SECOND);
    expect(watch.current()).toEqual({ n: 1 });
    // Nothing is fetched while the text stays.
    const count = server.asked.length;
    await bench.run(10 * SECOND);
    expect(server.asked.slice(count).map(({ url, etag }) => [url, etag])).toEqual([
      [from, '"a"'],
      [from, '"a"'],
    ]);
  });
});

describe('with the fetch of the host', () => {
  const serve = async (listener: RequestListener) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}/policy.json`,
      close: async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  };

  it('a compressed text is read, redirects are not followed, and what unpacks to too much is refused', async () => {
    let listener: RequestListener = (_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync(textOf(1)));
    };
    const paths: string[] = [];
    const server = await serve((request, response) => {
      paths.push(request.url!);
      listener(request, response);
    });
    const { watch, texts } = bench.start({ from: server.url });
    await bench.run(SECOND);
    expect(watch.current()).toEqual({ n: 1 });

    listener = (_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000, ' ')));
    };
    await bench.run(6 * SECOND);
    expect(watch.state()).toMatchObject({
      status: 'refused',
      problem: 'the document is larger than 1048576 bytes',
    });

    listener = (_request, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    };
    await bench.run(6 * SECOND);
    expect(watch.state()).toMatchObject({
      status: 'stale',
      problem: expect.stringMatching(/redirects \(302\)/) as string,
    });
    expect(new Set(paths)).toEqual(new Set(['/policy.json']));
    expect(texts).toHaveLength(1);

    await server.close();
    await bench.run(60 * SECOND);
    expect(watch.state()).toMatchObject({
      status: 'stale',
      problem: expect.stringMatching(/ECONNREFUSED/) as string,
    });
    expect(watch.current()).toEqual({ n: 1 });
  });
});
