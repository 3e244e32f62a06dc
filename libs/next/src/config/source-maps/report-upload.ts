import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextConfig } from 'next';
import type { UploadPlan } from './plan-upload.ts';
import { uploadResult } from './upload-result.ts';
import { watchUpload, type UploadWatch } from './watch-upload.ts';

/** A file in the folder of the build, which `adit doctor` reads. It is never served. */
const NOTE = 'adit-source-maps.json';

/**
 * Prints the result of the source map upload after the build has compiled, and writes it into the folder of the build.
 */
export function reportUpload(config: NextConfig, plan: UploadPlan): NextConfig {
  const { compiler, webpack } = config;
  let watch: UploadWatch | undefined;
  const start = (): UploadWatch => (watch ??= watchUpload(console));
  return {
    ...config,
    // With webpack, Sentry's step is a plugin, which runs before the hook.
    ...(webpack && {
      webpack: (incoming, context) => {
        if (!context.dev) start();
        return webpack(incoming, context) as unknown;
      },
    }),
    compiler: {
      ...compiler,
      runAfterProductionCompile: async (metadata) => {
        const heard = start();
        try {
          await compiler?.runAfterProductionCompile?.(metadata);
        } finally {
          heard.stop();
        }
        const result = uploadResult(plan, heard.read());
        // eslint-disable-next-line no-console -- a line of the build's output
        console.log(`Adit: ${result.text}`);
        writeFileSync(join(metadata.distDir, NOTE), `${JSON.stringify(result)}\n`);
      },
    },
  };
}
