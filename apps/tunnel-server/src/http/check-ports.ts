import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { ConfigError } from '../config/config-error.ts';
import type { ServerConfig } from '../config/config.ts';
import { toListenError, type ListenSettings } from './listen-error.ts';
import { SETTINGS } from '../config/settings.ts';

/** Time for a connection to a port that may be in use, in milliseconds. Beyond, listening itself decides. */
const CONNECT_MS = 1_000;

/**
 * Ends the start before the spool is opened if a host or port cannot be used. The ports themselves are not opened:
 * closing them again would reset clients that connect while the server restarts.
 * @throws {@link ConfigError} for a wrong setting, and an Error for a port in use
 */
export async function checkPorts({ host, port, adminHost, adminPort }: ServerConfig): Promise<void> {
  const all: readonly ListenSettings[] = [
    { hostKey: 'host', portKey: 'port', host, port },
    { hostKey: 'adminHost', portKey: 'adminPort', host: adminHost, port: adminPort },
  ];
  for (const settings of all) {
    await open(settings.host, 0).then(close, (error: unknown) => {
      throw toListenError(error, settings);
    });
    if (settings.port !== 0 && (await takesConnections(settings.host, settings.port))) {
      throw toListenError({ code: 'EADDRINUSE' }, settings);
    }
  }
  if (port !== 0 && port === adminPort && !(await canShareAPort(host, adminHost))) {
    throw new ConfigError(
      `${SETTINGS.adminPort.name}="${adminPort}" is also the value of ${SETTINGS.port.name}: use another port.`,
    );
  }
}

/** Two addresses of this machine can both use a port, but an address and a wildcard cannot. */
async function canShareAPort(host: string, other: string): Promise<boolean> {
  const first = await open(host, 0);
  const second = await open(other, (first.address() as AddressInfo).port).catch(() => undefined);
  await Promise.all([close(first), second && close(second)]);
  return second !== undefined;
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (isTaken: boolean): void => {
      socket.destroy();
      resolve(isTaken);
    };
    // A socket can connect to itself on a port without a listener.
    socket.once('connect', () => end(socket.localPort !== port));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

function open(host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port }, () => resolve(server));
  });
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
