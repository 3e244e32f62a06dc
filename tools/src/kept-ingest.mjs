import { once } from 'node:events';
import { createServer } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';
import { gunzipSync } from 'node:zlib';

const EVENT_TIMEOUT_MS = 60_000;

/** An ingest that keeps the text of what it receives. */
export async function startIngest() {
  const texts = [];
  const waiting = new Set();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      texts.push(String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
      response.setHeader('content-type', 'application/json').end('{}');
      for (const look of waiting) look();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const has = (text) => texts.some((received) => received.includes(text));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close(),
    /** Forgets what has come. */
    clear: () => void texts.splice(0),
    /** Throws if no envelope with the text comes. */
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const timeout = setTimeout(
          () => settle(reject, new Error(`"${text}" has not arrived at ingest`)),
          EVENT_TIMEOUT_MS,
        );
        const settle = (end, value) => {
          clearTimeout(timeout);
          waiting.delete(look);
          end(value);
        };
        const look = () => has(text) && settle(resolve);
        waiting.add(look);
        look();
      }),
  };
}
