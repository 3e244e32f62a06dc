import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createScriptedIngest } from '@adit/testing';
import { chunksOf } from '../testing/stub-transport.helper.ts';
import { createFetchTransport } from './fetch-transport.ts';
import type { IngestRequest } from './index.ts';

const REQUEST: IngestRequest = {
  endpoint: {
    origin: 'https://ingest.example',
    path: '/api/1/envelope/',
    href: 'https://ingest.example/api/1/envelope/',
  },
  headers: {},
  body: new Uint8Array(1),
  contentLength: 1,
  maxAnswerBytes: 1_000,
};

describe('createFetchTransport', () => {
  it('aborts a request whose body fails: workerd would send it as if it were whole', async () => {
    let seen: AbortSignal | null | undefined;
    const { send } = createFetchTransport({
      fetch: async (_url, { body, signal }) => {
        seen = signal;
        const text = await new Response(body).text().catch(() => 'what had come');
        return new Response(text);
      },
    });
    const cutOff = async function* (): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1);
      throw new Error('gone');
    };
    await send({ ...REQUEST, body: cutOff() }).answer;
    expect(seen?.aborted).toBe(true);
    await send(REQUEST).answer;
    expect(seen?.aborted).toBe(false);
  });

  const ANSWER = '{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}';
  it.each([
    ['gzip', gzipSync(ANSWER)],
    ['deflate', deflateSync(ANSWER)],
    ['br', brotliCompressSync(ANSWER)],
  ])('names the coding %s of an answer only if the runtime has left it on', async (coding, encoded) => {
    const codingOf = async (body: Uint8Array<ArrayBuffer> | string) => {
      const response = new Response(body, { headers: { 'content-encoding': coding } });
      const { send } = createFetchTransport({ fetch: async () => response });
      return (await send(REQUEST).answer).header('content-encoding');
    };
    expect(await codingOf(new Uint8Array(encoded))).toBe(coding);
    expect(await codingOf(ANSWER)).toBeUndefined();
  });

  it('sends chunks with their length where it is known: servers behind WSGI read others as an empty body', async () => {
    const ingest = await createScriptedIngest();
    const endpoint = { ...REQUEST.endpoint, href: `${ingest.origin}/api/1/envelope/` };
    const body = () => chunksOf(Buffer.from('ab'), Buffer.from('cd'));
    for (const contentLength of [4, undefined])
      await createFetchTransport().send({ ...REQUEST, endpoint, body: body(), contentLength }).answer;
    expect(ingest.received.map(({ body: text }) => text.toString())).toEqual(['abcd', 'abcd']);
    const [announced, chunked] = ingest.received.map(({ headers }) => headers);
    expect(announced).toMatchObject({ 'content-length': '4' });
    expect(announced).not.toHaveProperty('transfer-encoding');
    expect(chunked).toMatchObject({ 'transfer-encoding': 'chunked' });
    await ingest.close();
  });

  it('lets workerd write the length', async () => {
    const lengths: number[] = [];
    class FixedLengthStream extends TransformStream {
      constructor(bytes: number) {
        super();
        lengths.push(bytes);
      }
    }
    Object.assign(globalThis, { FixedLengthStream });
    const inits: RequestInit[] = [];
    await jest.isolateModulesAsync(async () => {
      const { send } = (await import('./fetch-transport.ts')).createFetchTransport({
        fetch: async (_url, init) => {
          inits.push(init);
          return new Response(await new Response(init.body).text());
        },
      });
      const body = () => chunksOf(Buffer.from('ab'), Buffer.from('cd'));
      for (const contentLength of [4, undefined]) {
        const answer = await send({ ...REQUEST, body: body(), contentLength }).answer;
        expect(Buffer.from(answer.body!).toString()).toBe('abcd');
      }
    });
    Reflect.deleteProperty(globalThis, 'FixedLengthStream');
    expect(lengths).toEqual([4]);
    expect(inits.map(({ headers }) => headers)).toEqual([{ 'user-agent': '' }, { 'user-agent': '' }]);
  });
});
