// The example of Next 16, installed from packed tarballs, built with its source maps sent to the backend, and started.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyExample } from '../../src/copy-example.mjs';
import { freePort } from '../../src/testing.mjs';
import { packAll, readManifest, tarballsFor } from '../../src/pack.mjs';
import { runCommand } from '../run-command.mjs';
import { until } from '../../src/until.mjs';

const NAME = 'next-16-app';
/** A user and a tag, which the example does not set. */
const CONFIG = `import { defineAdit } from '@adit/next';

export default defineAdit({
  name: 'Shop',
  monitoring: {
    user: () => ({ id: '42' }),
    beforeSend: (event) => ({ ...event, tags: { ...event.tags, country: 'at' } }),
  },
});
`;

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Packs the built libraries. Returns the folder of the tarballs. */
export function packLibraries() {
  const folder = mkdtempSync(join(tmpdir(), 'adit-backends-'));
  packAll(folder);
  return folder;
}

/** Installs the example next to the tarballs, as `npm test -- examples` does. Resolves to its folder. */
export async function installApplication(tarballs) {
  // Not in `node_modules`: Next compiles no TypeScript there.
  const folder = join(tarballs, NAME);
  copyExample(NAME, folder);
  writeFileSync(join(folder, 'adit.config.ts'), CONFIG);
  const files = tarballsFor(readManifest(folder), tarballs);
  await runCommand('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], {
    cwd: folder,
  });
  return folder;
}

/** Builds it. Resolves to the output of the build. */
export const buildApplication = (folder, { origin, token }, project) =>
  runCommand('npm', ['run', 'build'], {
    cwd: folder,
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      SENTRY_AUTH_TOKEN: token,
      SENTRY_URL: origin,
      SENTRY_ORG: 'any',
      SENTRY_PROJECT: project.slug,
    },
  });

/** Starts it with the project's DSN. */
export async function startApplication(folder, project) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '--port', String(port)],
    {
      cwd: folder,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        SENTRY_DSN: project.dsn,
        SENTRY_ENVIRONMENT: 'staging',
      },
      stdio: 'ignore',
    },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  await until('an answer of next start', async () => (await fetch(origin)).ok);
  return {
    origin,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The number of the line that contains this text, in a file of the application. */
export const lineOf = (folder, file, text) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;
