// Lays each variant's sources together, builds them and serves them.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DSN } from './app/dsn.js';
import { startFront } from './front.mjs';
import { drawPicture } from './images.mjs';
import { requireFreePort, runBuild, untilListening, versionsOf } from './shared.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NEXT = createRequire(import.meta.url).resolve('next/dist/bin/next');
const LIBRARIES = ['next'];
const PACKAGES = ['next', 'react', 'react-dom', '@sentry/nextjs'];
const FIRST_PORT = 18_970;

const appOf = ({ of }) => join(HERE, 'test-output/apps', of);
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', SENTRY_DSN: DSN, SENTRY_RELEASE: 'bench@1' };

function assemble(variant) {
  const folder = appOf(variant);
  rmSync(folder, { recursive: true, force: true });
  for (const layer of variant.layers) cpSync(join(HERE, layer), folder, { recursive: true });
  const pictures = join(folder, 'public');
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, 'harbour.png'), drawPicture({ width: 720, height: 405 }));
  writeFileSync(join(pictures, 'gauge.png'), drawPicture({ width: 240, height: 135 }));
}

/** Builds the libraries, then the app of each variant, one after the other. @throws Error where one fails */
export function build(variants) {
  runBuild('the libraries', 'npx', ['nx', 'run-many', '-t', 'build', '-p', LIBRARIES.join()]);
  for (const variant of variants.filter(({ layers }) => layers)) {
    assemble(variant);
    runBuild(`the page with ${variant.label}`, process.execPath, [NEXT, 'build'], appOf(variant));
  }
}

/**
 * Starts `next start` and a front for each app; the result is a front for each variant by its id, and the stop of all.
 * @throws Error where an app is not built or its port is taken
 */
export async function serve(variants) {
  const fronts = {};
  const children = [];
  const stop = async () => {
    for (const child of children) child.kill();
    await Promise.all([...new Set(Object.values(fronts))].map((front) => front.stop()));
  };
  try {
    for (const [index, variant] of variants.entries()) {
      const built = variants.find(({ id }) => id === variant.of && fronts[id]);
      if (built) {
        fronts[variant.id] = fronts[built.id];
        continue;
      }
      if (!existsSync(join(appOf(variant), '.next/BUILD_ID')))
        throw new Error(`${variant.of} is not built: leave --no-build out.`);
      const port = FIRST_PORT + index;
      await requireFreePort(port);
      children.push(
        spawn(process.execPath, [NEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1'], {
          cwd: appOf(variant),
          env,
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      );
      await untilListening(port);
      fronts[variant.id] = await startFront({ upstream: port });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { fronts, stop };
}

/** The version of everything that takes part, by name. */
export const readVersions = (browser) => ({
  node: process.versions.node,
  chromium: browser.version(),
  ...versionsOf(PACKAGES),
});
