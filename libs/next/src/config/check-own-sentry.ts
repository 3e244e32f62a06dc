import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Calls of Sentry's own set-up that Adit also makes. If made twice, they report errors twice or lose the digest. */
const CALLS = [
  {
    file: /^next\.config\.[cm]?[jt]s$/,
    call: 'withSentryConfig',
    instead: 'withAdit includes it; write withAdit(nextConfig, { sentry: {…} }) with its options',
  },
  {
    file: /^(?:instrumentation-client|sentry\.client\.config)\.[cm]?[jt]sx?$/,
    call: 'Sentry.init',
    instead: 'Adit starts the SDK of the browser; move the options to `monitoring` in adit.config',
  },
] as const;

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/**
 * Checks files that Sentry's wizard writes. Its files for servers may stay.
 * @throws Error in one line for the first call that Adit also makes
 */
export function checkOwnSentry(root: string): void {
  for (const folder of ['.', 'src']) {
    for (const name of namesIn(join(root, folder))) {
      const row = CALLS.find(({ file }) => file.test(name));
      if (!row) continue;
      const code = readFileSync(join(root, folder, name), 'utf8').replace(COMMENT, '');
      if (code.includes(`${row.call}(`))
        throw new Error(`@adit/next: ${join(folder, name)} calls ${row.call}; ${row.instead}`);
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
