import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupSpotlight } from '@spotlightjs/spotlight';

/** Where Spotlight listens unless told otherwise, and where Sentry's SDKs look for it. */
export const RECEIVER_PORT = 8969;

/** The viewer's own monitoring reports to its makers; a local receiver has nothing to tell anyone. */
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

/**
 * Starts Spotlight, the embedded local receiver, and its viewer in this process. Its command-line program is
 * not used, because that one reports its own errors to an outside host.
 */
export async function startReceiver({ port = RECEIVER_PORT } = {}) {
  await setupSpotlight({ port, filesToServe: readViewer(), isStandalone: true });
  return { url: `http://localhost:${port}`, dsn: `http://spotlight@127.0.0.1:${port}/1` };
}
