import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running server. */
export interface RunningServer {
  /** `http://localhost:PORT` */
  readonly origin: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Serves on a free port. */
export async function serve(answer: RequestListener): Promise<RunningServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
