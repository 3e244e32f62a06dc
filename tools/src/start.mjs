// `npm start`: builds what changed, then serves the app and, without a DSN, a local receiver.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const build = spawnSync('npx', ['nx', 'build', 'web'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NX_TUI: 'false' },
});
if (build.status !== 0) process.exit(build.status ?? 1);

await import('./serve.mjs');
