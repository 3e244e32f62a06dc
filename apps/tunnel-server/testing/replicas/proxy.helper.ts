import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * The action of a proxy: it passes bytes on; passes them on late; swallows them, like a network without an answer;
 * passes them on byte by byte; or cuts every connection.
 */
export type ProxyMode =
  | { readonly kind: 'pass' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'swallow' }
  | { readonly kind: 'drip'; readonly everyMs: number }
  | { readonly kind: 'cut' };

/** A TCP proxy in front of a port of loopback. */
export interface Proxy {
  readonly port: number;
  /** Applies to open and to new connections. */
  readonly setMode: (mode: ProxyMode) => void;
  readonly close: () => Promise<void>;
}

/** Starts a {@link Proxy} that passes everything on. */
export async function startProxy(targetPort: number): Promise<Proxy> {
  let mode: ProxyMode = { kind: 'pass' };
  const sockets = new Set<Socket>();
  const cutAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  /** Passes bytes on in order, each piece in the mode at its arrival. */
  const pipe = (from: Socket, to: Socket): void => {
    let turn: Promise<void> = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      const arrivedIn = mode;
      turn = turn.then(() => forward(chunk, arrivedIn, to));
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };
  const server = createServer((client) => {
    if (mode.kind === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    pipe(client, target);
    pipe(target, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setMode: (next) => {
      mode = next;
      if (next.kind === 'cut') cutAll();
    },
    close: async () => {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(chunk: Buffer, mode: ProxyMode, to: Socket): Promise<void> {
  switch (mode.kind) {
    case 'pass':
      to.write(chunk);
      break;
    case 'delay':
      await sleep(mode.ms);
      to.write(chunk);
      break;
    case 'drip':
      for (const byte of chunk) {
        to.write(Buffer.of(byte));
        await sleep(mode.everyMs);
      }
      break;
    default:
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
