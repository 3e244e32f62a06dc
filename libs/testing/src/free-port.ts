import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of loopback that was free a moment ago, and that the system does not assign by itself. Nor does it assign the
 * port 10,000 above, which a node of a Redis cluster also takes.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => {
        resolve(false);
      });
      server.listen(port, '127.0.0.1', () => {
        resolve(true);
      });
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
