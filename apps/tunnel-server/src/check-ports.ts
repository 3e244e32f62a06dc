import { createServer, type Server } from 'node:net';
import { ConfigError } from './config-error.ts';
import type { ServerConfig } from './config.ts';
import { toListenError } from './listen-error.ts';
import { SETTINGS } from './settings.ts';

/**
 * Opens both ports and closes them again, so that a host or port that cannot be used ends the start before the spool is
 * opened.
 * @throws {@link ConfigError} for a wrong setting, and an Error for a port in use
 */
export async function checkPorts({ host, port, adminHost, adminPort }: ServerConfig): Promise<void> {
  const servers: Server[] = [];
  try {
    servers.push(
      await open(host, port).catch((error: unknown) => {
        throw toListenError(error, { hostKey: 'host', portKey: 'port', host, port });
      }),
    );
    // While the first is open, so that equal ports are found too.
    servers.push(
      await open(adminHost, adminPort).catch((error: unknown) => {
        if (port === adminPort && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
          throw new ConfigError(
            `${SETTINGS.adminPort.name}="${adminPort}" is also the value of ${SETTINGS.port.name}: use another port.`,
          );
        }
        throw toListenError(error, {
          hostKey: 'adminHost',
          portKey: 'adminPort',
          host: adminHost,
          port: adminPort,
        });
      }),
    );
  } finally {
    await Promise.all(servers.map(close));
  }
}

function open(host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen({ host, port }, () => resolve(server));
  });
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
