import { realpathSync } from 'node:fs';
import type { NextConfig } from 'next';
import { isOtherOrigin } from '../asset-prefix.ts';
import { describeBuild, type BuildFacts } from './describe-build.ts';
import { missingInstrumentation } from './missing-instrumentation.ts';
import { readBuild } from './read-build.ts';

/** The facts known before the build. */
export type KnownFacts = Pick<
  BuildFacts,
  'name' | 'release' | 'tunnel' | 'isOff' | 'hasRouter' | 'sdk' | 'loads'
>;

const PAGE_EXTENSIONS = ['tsx', 'ts', 'jsx', 'js'];

/**
 * Prints the parts of Adit in the build, after it has compiled.
 * @throws Error in one line if nothing would report errors of the server, or if the application is in another folder,
 * whose `adit.config` was not read
 */
export function reportBuild(config: NextConfig, root: string, known: KnownFacts): NextConfig {
  const { assetPrefix, compiler, crossOrigin, output, pageExtensions = PAGE_EXTENSIONS } = config;
  const isStaticExport = output === 'export';
  return {
    ...config,
    compiler: {
      ...compiler,
      runAfterProductionCompile: async (metadata) => {
        await compiler?.runAfterProductionCompile?.(metadata);
        checkFolder(root, metadata.projectDir);
        const parts = readBuild(root, metadata.distDir);
        if (!parts.hasInstrumentation && !isStaticExport) throw missingInstrumentation(root, pageExtensions);
        const hasForeignScripts = isOtherOrigin(assetPrefix) && crossOrigin === undefined;
        for (const line of describeBuild({ ...known, ...parts, isStaticExport, hasForeignScripts }))
          // eslint-disable-next-line no-console -- a line of the build's output
          console.log(`Adit: ${line}`);
      },
    },
  };
}

function checkFolder(root: string, folder: string): void {
  if (realpathSync(folder) !== realpathSync(root))
    throw new Error(
      `@adit/next: the application is in ${folder}, and withAdit looked for adit.config in ${root}; write withAdit(nextConfig, { root: import.meta.dirname })`,
    );
}
