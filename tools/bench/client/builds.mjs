// Combines each variant's sources, builds them and serves them.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNext, runBuild, startNext } from '../build.mjs';
import { DSN } from './app/dsn.js';
import { startFront } from './front.mjs';
import { drawPicture } from './images.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FIRST_PORT = 18_970;

const appOf = ({ id }) => join(HERE, 'test-output/apps', id);

function assemble(variant) {
  const folder = appOf(variant);
  rmSync(folder, { recursive: true, force: true });
  for (const layer of variant.layers) cpSync(join(HERE, layer), folder, { recursive: true });
  // Adit's release. Without one, no visit has a session.
  writeFileSync(join(folder, 'package.json'), '{"name":"bench","version":"1.0.0","type":"module"}\n');
  const pictures = join(folder, 'public');
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, 'harbour.png'), drawPicture({ width: 720, height: 405 }));
  writeFileSync(join(pictures, 'gauge.png'), drawPicture({ width: 240, height: 135 }));
}

/** Builds the libraries, then the app of each variant, one after the other. @throws Error if one fails */
export function build(variants) {
  runBuild('the libraries', 'npx', ['nx', 'build', 'next']);
  for (const variant of variants) {
    assemble(variant);
    buildNext(`the page with ${variant.label}`, appOf(variant));
  }
}

/**
 * Starts `next start` and a front for each app. Returns a front for each variant by its id, and a function that stops
 * all.
 * @throws Error if an app is not built or its port is taken
 */
export async function serve(variants) {
  const fronts = {};
  const children = [];
  const stop = async () => {
    for (const child of children) child.kill();
    await Promise.all(Object.values(fronts).map((front) => front.close()));
  };
  const env = { SENTRY_DSN: DSN, SENTRY_RELEASE: 'bench@1' };
  try {
    for (const [index, variant] of variants.entries()) {
      if (!existsSync(join(appOf(variant), '.next/BUILD_ID')))
        throw new Error(`${variant.id} is not built: leave --no-build out.`);
      const port = FIRST_PORT + index;
      children.push(await startNext({ cwd: appOf(variant), port, env }));
      fronts[variant.id] = await startFront({ upstream: port });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { fronts, stop };
}
