import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('../../../web', import.meta.url));
const NEXT = fileURLToPath(import.meta.resolve('next/dist/bin/next'));

/** A running production build of apps/web. */
export interface AppServer {
  readonly origin: string;
  readonly port: number;
  /** The server's log so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** A port nothing listens on. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts `next start` on the existing build. Only `env` configures monitoring. */
export async function startApp(env: Readonly<Record<string, string>>): Promise<AppServer> {
  const port = await findFreePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [NEXT, 'start', '--port', String(port)], {
    cwd: WEB,
    env: { PATH, HOME, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      log += chunk.toString();
      if (log.includes('Ready')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`next start ended early:\n${log}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    port,
    log: () => log,
    stop: async () => {
      child.removeAllListeners('exit');
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
