import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupSpotlight } from '@spotlightjs/spotlight';

/** Spotlight's default port, where Sentry's SDKs look for it. */
export const RECEIVER_PORT = 8969;

/** Replaces the viewer's own monitoring, which reports to its makers: a local receiver must not send anything. */
const SILENT_INSTRUMENTATION = 'export default () => {}; export const getIntegrations = () => [];';

function readViewer() {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@spotlightjs/spotlight'))), '../ui');
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const names = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  const files = Object.fromEntries(
    [...new Set(names)].map((name) => [name, readFileSync(join(folder, name))]),
  );
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(' https://*.sentry.io', '');
  return {
    ...files,
    'index.html': Buffer.from(page),
    'assets/instrumentation.js': Buffer.from(SILENT_INSTRUMENTATION),
  };
}

/** Whether the port is free. Spotlight itself would wait for it silently and then end the process. */
const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

const HEALTH_TIMEOUT_MS = 1_000;

/** Whether a Spotlight answers on the port, started in another terminal; it then serves both. */
const isSpotlight = async (port) =>
  fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).then(
    ({ headers }) => /spotlight/i.test(headers.get('x-powered-by') ?? ''),
    () => false,
  );

/**
 * Starts Spotlight, the embedded local receiver, and its viewer in this process. Its command-line program is not used,
 * because it reports its own errors to an external host. Throws with one line if another program listens on the port.
 */
export async function startReceiver({ port = RECEIVER_PORT } = {}) {
  if (!(await isFree(port)) && !(await isSpotlight(port)))
    throw new Error(`RECEIVER_PORT=${port} is taken by another program: use a free port.`);
  await setupSpotlight({ port, filesToServe: readViewer(), isStandalone: true });
  return { url: `http://localhost:${port}`, dsn: `http://spotlight@127.0.0.1:${port}/1` };
}
