// `npm start`: builds what changed, then serves the app with its site and, without a DSN, a local receiver.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './projects.mjs';
import { serve } from './serve.mjs';

const build = spawnSync('npx', ['nx', 'run-many', '-t', 'build', '-p', 'web,docs'], {
  cwd: ROOT,
  stdio: 'inherit',
  // The site is served at the root of its own port, even if it is published elsewhere.
  env: { ...process.env, ADIT_DOCS_BASE: undefined, NEXT_TELEMETRY_DISABLED: '1', NX_TUI: 'false' },
});
if (build.status !== 0) process.exit(build.status ?? 1);

await serve({ site: join(ROOT, 'apps/docs/dist') });
