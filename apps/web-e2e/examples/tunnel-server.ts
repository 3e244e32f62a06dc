import { join } from 'node:path';
import { findFreePort } from '../src/support/app-server.ts';
import type { RunningExample } from './example-test.ts';
import { startProcess } from './start-process.ts';

/** Starts the tunnel server that an example has installed. */
export async function startTunnelServer(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningExample> {
  const port = env['PORT'] ?? String(await findFreePort());
  const adminPort = String(await findFreePort());
  return startProcess({
    command: [join(folder, 'node_modules/@adit/tunnel-server/dist/main.js')],
    folder,
    env: { PORT: port, ADIT_ADMIN_PORT: adminPort, ADIT_SPOOL: 'memory', ...env },
    origin: `http://127.0.0.1:${port}`,
  });
}
