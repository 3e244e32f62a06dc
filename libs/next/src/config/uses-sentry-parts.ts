import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findVersion } from './installed-version.ts';
import type { SentryBuildOptions } from './sentry-options.ts';

/**
 * Whether browsers load Sentry's SDK in parts (`browser/sentry/parts.ts`), not as a whole: in a build for production, with a
 * version whose start was compared with ours (`init-sdk.test.ts`), without a Pages Router, and without options that only Sentry's own start
 * knows.
 */
export function usesSentryParts(root: string, sentry: SentryBuildOptions | undefined): boolean {
  // In development, Sentry's own start adds the source code to stack frames.
  if (process.env.NODE_ENV !== 'production') return false;
  if (sentry?._experimental?.thirdPartyOriginStackFrames) return false;
  if (['pages', 'src/pages'].some((folder) => existsSync(join(root, folder)))) return false;
  const [major, minor = 0] = (findVersion(join(root, 'package.json'), '@sentry/nextjs') ?? '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  return major === 11 && minor === 8;
}
