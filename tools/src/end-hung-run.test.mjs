import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const reporter = fileURLToPath(new URL('end-hung-run.mjs', import.meta.url));

/** Runs the reporter in a process of its own, with a clock that is a thousand times as fast. */
const run = (rest) =>
  spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { syncBuiltinESMExports } from 'node:module';
    import timers from 'node:timers';
    import Reporter from ${JSON.stringify(reporter)};
    const later = timers.setTimeout;
    timers.setTimeout = (callback, delayMs) => later(callback, delayMs / 1_000);
    syncBuiltinESMExports();
    new Reporter().onRunComplete();
    ${rest}`,
  ]);

it('ends a run that does not end by itself, and says why', () => {
  const { status, stderr } = run('setInterval(() => undefined, 1_000);');
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('a test has left something open')]);
});

it('does not hold a run that ends by itself (control)', () => {
  const { status, stderr } = run('');
  expect([status, String(stderr)]).toEqual([0, '']);
});
