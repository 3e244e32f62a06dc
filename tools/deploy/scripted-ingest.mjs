import { once } from 'node:events';
import { createServer } from 'node:http';

/** An ingest that keeps the text of what it takes, and answers 503 while it is away. */
export async function startScriptedIngest() {
  const taken = [];
  const waiting = new Map();
  let isAway = false;
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    if (!isAway) taken.push(text);
    response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' }).end('{}');
    for (const [wanted, resolve] of waiting) if (has(wanted)) resolve();
  });
  const has = (wanted) => taken.some((text) => text.includes(wanted));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    has,
    setAway: (value) => void (isAway = value),
    /** Resolves when an envelope with this text was taken. */
    waitFor: (wanted) =>
      new Promise((resolve) => {
        waiting.set(wanted, resolve);
        if (has(wanted)) resolve();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
