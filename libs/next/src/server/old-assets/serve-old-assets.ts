import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { interceptRequests } from '@adit/tunnel/node';
import { assetFolderOf } from '../../old-assets/asset-folder.ts';
import { keepBuild, type KeepOptions } from '../../old-assets/keep-build.ts';
import { warnOnce } from '../warn-once.ts';
import { answerOldAssets } from './answer-old-assets.ts';
import { findBuildFolder } from './find-build-folder.ts';
import { readHeaderRules } from './header-rules.ts';
import { createKeptFiles } from './kept-files.ts';
import { createServedFiles } from './served-files.ts';

/** How many earlier builds' files are kept. `withAdit` inlines it. */
const KEEP_BUILDS = Number(process.env.ADIT_KEEP_BUILDS ?? 0);

/** The settings that Next writes to `required-server-files.json`. */
interface BuiltConfig {
  readonly basePath?: string;
  readonly assetPrefix?: string;
  readonly compress?: boolean;
  readonly generateEtags?: boolean;
}

/**
 * Lets the servers of this process answer requests for static files of earlier builds. Adds those of the running build to
 * the folder of `ADIT_OLD_ASSETS`. Never throws.
 * @param buildFolder default that of this code
 */
export function serveOldAssets(buildFolder = findBuildFolder()): Promise<void> {
  if (buildFolder === undefined || KEEP_BUILDS === 0 || process.env.NEXT_PHASE === 'phase-production-build')
    return Promise.resolve();
  const found = assetFolderOf(buildFolder, process.env.ADIT_OLD_ASSETS);
  if (found === undefined) return Promise.resolve();
  const { folder, isShared } = found;
  const staticFolder = join(buildFolder, 'static');
  try {
    const { config = {} } = readJson(buildFolder, 'required-server-files.json') as { config?: BuiltConfig };
    interceptRequests(
      answerOldAssets({
        prefixes: prefixesOf(config),
        isServed: createServedFiles({ staticFolder, now }),
        kept: createKeptFiles({ folder, now }),
        headersOf: readHeaderRules(readJson(buildFolder, 'routes-manifest.json')),
        compress: config.compress !== false,
        generateEtags: config.generateEtags !== false,
      }),
    );
  } catch (error) {
    warnOnce(error, 'Files of earlier builds are not served.');
    return Promise.resolve();
  }
  if (!isShared) return Promise.resolve();
  return keepInSteps({ staticFolder, folder, earlierBuilds: KEEP_BUILDS, now: Date.now() });
}

async function keepInSteps(options: KeepOptions): Promise<void> {
  try {
    const steps = keepBuild(options);
    while (steps.next().done !== true) await setImmediate();
  } catch (error) {
    warnOnce(error, 'The static files of this build are not kept for open tabs.');
  }
}

function prefixesOf({ basePath = '', assetPrefix = '' }: BuiltConfig): string[] {
  const path = URL.canParse(assetPrefix) ? new URL(assetPrefix).pathname : assetPrefix;
  return [...new Set([basePath, path.replace(/\/+$/, '')])];
}

const now = (): number => performance.now();

const readJson = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'));
