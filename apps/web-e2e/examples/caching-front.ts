import { request as send, type IncomingHttpHeaders } from 'node:http';
import { serve } from '../src/support/serve.ts';

/** A CDN in front of an application. */
export interface CachingFront {
  readonly origin: string;
  /** Paths and queries of the requests that it has forwarded, oldest first. */
  readonly asked: readonly string[];
  /** The server from which it fetches what it has not cached. */
  target: string;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Whether a shared cache may answer from it without a request, by `Cache-Control`. */
const mayKeep = ({ headers }: Answer): boolean => {
  const control = headers['cache-control'] ?? '';
  return !/private|no-store|no-cache/.test(control) && /(?:s-maxage|max-age)=[1-9]/.test(control);
};

/** Starts a front that caches everything it may without expiry; with `keepsEverything`, each answer to a GET. */
export async function startCachingFront(
  target: string,
  { keepsEverything = false } = {},
): Promise<CachingFront> {
  const kept = new Map<string, Answer>();
  const asked: string[] = [];

  const ask = (url: string, method: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const upstream = send(new URL(url, front.target), { method, headers }, (answer) => {
        void answer.toArray().then((chunks: Buffer[]) => {
          resolve({
            status: answer.statusCode ?? 502,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          });
        }, reject);
      });
      upstream.once('error', reject);
      upstream.end(body);
    });

  const { origin, close } = await serve((incoming, outgoing) => {
    void (async () => {
      const { url = '/', method = 'GET' } = incoming;
      const body = Buffer.concat((await incoming.toArray()) as Buffer[]);
      const known = method === 'GET' ? kept.get(url) : undefined;
      if (!known) asked.push(url);
      const answer = known ?? (await ask(url, method, incoming.headers, body));
      if (method === 'GET' && (keepsEverything || mayKeep(answer))) kept.set(url, answer);
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    })().catch(() => outgoing.destroy());
  });

  const front: CachingFront = {
    origin,
    asked,
    target,
    close,
  };
  return front;
}
