import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
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
});
