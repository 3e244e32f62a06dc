// `npm test -- replicas`: tests three tunnel servers on one Redis, thirty times each, and writes a table of the
// results.
import { spawnSync } from 'node:child_process';
import { ROOT } from './projects.mjs';
import { offerRedis } from './redis.mjs';

const env = { ADIT_LONG_TESTS: '1', ADIT_REPLICA_EVENTS: '30', ADIT_ROLLING_ROUNDS: '10', ...process.env };
const run = (...args) =>
  spawnSync('npx', args, { cwd: ROOT, stdio: 'inherit', env: { ...env, NX_TUI: 'false' } }).status === 0;

offerRedis(['redis-server', 'nginx']);
const isBuilt = run('nx', 'build', 'tunnel-server');
const suites = ['replicas.long', 'rolling-restart.long', 'shared-limits.long'];
const jest = ['jest', '-c', 'apps/tunnel-server/jest.config.cjs', '--runInBand'];
process.exit(isBuilt && run(...jest, ...suites) ? 0 : 1);
