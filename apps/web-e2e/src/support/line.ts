import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to a server, which a test cuts and mends. The browser is not told: `navigator.onLine` stays true. */
export interface Line {
  /** `http://localhost:PORT` */
  readonly origin: string;
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a line to the server of this origin. */
export async function startLine(origin: string): Promise<Line> {
  const { port } = new URL(origin);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const cutAll = (): void => sockets.forEach((socket) => socket.destroy());
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
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      cutAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}
