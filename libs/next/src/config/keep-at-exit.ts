import { statSync } from 'node:fs';
import { join } from 'node:path';
import { assetFolderOf } from '../old-assets/asset-folder.ts';
import { keepBuild, type KeptBuilds } from '../old-assets/keep-build.ts';
import { warnOnce } from '../server/warn-once.ts';

const DEFAULT_BUILDS = 5;
const MAX_BUILDS = 50;

/**
 * Returns the number of earlier builds that are kept.
 * @throws TypeError in one line for any other value
 */
export function checkKeepBuilds(given: number = DEFAULT_BUILDS): number {
  if (Number.isSafeInteger(given) && given >= 0 && given <= MAX_BUILDS) return given;
  throw new TypeError(
    `withAdit: keepBuilds is ${(JSON.stringify(given) as string | undefined) ?? String(given)}; accepted: a whole number from 0 to ${MAX_BUILDS}`,
  );
}

/** The number of earlier builds by the folder of a build. */
const shared = globalThis as { [key: symbol]: Map<string, number> | undefined };
const KEY = Symbol.for('@adit/next:keep-at-exit');

/**
 * Keeps the static files of a build when its process ends: Next writes the last ones, `_ssgManifest.js`, after its hooks.
 * @param buildFolder `distDir` of next.config, as a path
 */
export function keepAtExit(buildFolder: string, keepBuilds: number): void {
  if (keepBuilds === 0 || process.env.IS_NEXT_WORKER !== undefined) return;
  // Next reads its configuration several times.
  const known = shared[KEY];
  const folders = (shared[KEY] ??= new Map<string, number>());
  folders.set(buildFolder, keepBuilds);
  if (known !== undefined) return;
  const startedMs = Date.now() - process.uptime() * 1_000;
  process.once('exit', (code) => {
    if (code !== 0 || process.env.NEXT_PHASE !== 'phase-production-build') return;
    for (const [folder, builds] of folders) keep(folder, builds, startedMs);
  });
}

/** Never throws: the build is done. */
function keep(buildFolder: string, earlierBuilds: number, startedMs: number): void {
  try {
    if (statSync(join(buildFolder, 'BUILD_ID')).mtimeMs < startedMs) return;
    const found = assetFolderOf(buildFolder, process.env.ADIT_OLD_ASSETS);
    if (found === undefined) return;
    const steps = keepBuild({
      staticFolder: join(buildFolder, 'static'),
      folder: found.folder,
      earlierBuilds,
      now: Date.now(),
    });
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    // eslint-disable-next-line no-console -- a line of the build's output
    console.log(`Adit: ${describeKept(step.value)}`);
  } catch (error) {
    warnOnce(error, 'The static files of this build are not kept for open tabs.');
  }
}

/** The line of the build's output. */
export function describeKept({ earlierBuilds, bytes, ownBytes }: KeptBuilds): string {
  if (earlierBuilds === 0)
    return 'Keeps the files of this build for tabs that stay open over the next deploys.';
  const ratio = (bytes / Math.max(1, ownBytes)).toFixed(2);
  return `Keeps the files of ${earlierBuilds} earlier ${earlierBuilds === 1 ? 'build' : 'builds'} for open tabs (all together ${ratio} × this build).`;
}
