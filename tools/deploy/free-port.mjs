import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of loopback that nothing listens on. */
export async function freePort() {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
