// A connection to a server, which a test cuts and restores. The browser is not told: `navigator.onLine` stays true.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export async function startLine(origin) {
  const { port } = new URL(origin);
  const sockets = new Set();
  let isCut = false;
  const keep = (socket, other) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const cutAll = () => sockets.forEach((socket) => socket.destroy());
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect({ port: Number(port), host: 'localhost' });
    keep(near, far);
    keep(far, near);
    near.pipe(far).pipe(near);
  }).listen(0);
  await once(server, 'listening');
  return {
    origin: `http://localhost:${server.address().port}`,
    cut: () => {
      isCut = true;
      cutAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        cutAll();
      }),
  };
}
