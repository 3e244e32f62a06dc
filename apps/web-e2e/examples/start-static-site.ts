import { findFreePort } from '../src/support/app-server.ts';
import { DSN, FOLDER, type StartExample } from './example-test.ts';
import { startProcess } from './start-process.ts';
import { startTunnelServer } from './tunnel-server.ts';

/**
 * Returns a function that starts an example whose files `command` serves, behind a tunnel server with the environment.
 */
export const staticSite =
  (...command: readonly string[]): StartExample =>
  async (ingest, environment) => {
    const tunnel = await startTunnelServer(FOLDER, {
      ADIT_DSNS: DSN,
      ADIT_INGEST_ORIGIN: ingest.origin,
      SENTRY_ENVIRONMENT: environment,
    });
    const port = String(await findFreePort());
    const files = await startProcess({
      command,
      folder: FOLDER,
      env: { PORT: port, TUNNEL_ORIGIN: tunnel.origin },
      origin: `http://localhost:${port}`,
    });
    return { origin: files.origin, stop: () => Promise.all([files.stop(), tunnel.stop()]) };
  };
