// Runs Sentry's own wizard without an account: its flags select the project, and every question is answered with Enter
// in a terminal that `script` provides.
import { spawn } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';

/** It repeats its questions without end if it cannot continue. In milliseconds. */
const LIMIT_MS = 10 * 60_000;
/** A question is on the screen if nothing was printed for this time, in milliseconds. */
const QUIET_MS = 3_000;

const PROJECT = {
  authToken: 'sntrys_matrix',
  selfHosted: 'false',
  id: '4509',
  projectSlug: 'shop',
  projectName: 'shop',
  orgId: '450',
  orgName: 'acme',
  orgSlug: 'acme',
};

/** Runs the wizard in the folder. Returns its exit code and its duration; `timedOut` if it had to be ended. */
export async function runWizard({ folder, version, env, dsn, limitMs = LIMIT_MS }) {
  const flags = Object.entries({ ...PROJECT, dsn }).map(
    ([name, value]) => `--preSelectedProject.${name} ${value}`,
  );
  const command = `npx --yes @sentry/wizard@${version} -i nextjs --disable-telemetry --ignore-git-changes --saas ${flags.join(' ')}`;
  const started = process.hrtime.bigint();
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: folder, env, detached: true });
  let timedOut = false;
  let quiet;
  const answer = () => {
    quiet = setTimeout(answer, QUIET_MS);
    child.stdin.write('\r');
  };
  const heard = () => {
    clearTimeout(quiet);
    quiet = setTimeout(answer, QUIET_MS);
  };
  child.stdin.on('error', () => {});
  child.stdout.on('data', heard);
  child.stderr.on('data', heard);
  const limit = setTimeout(() => {
    timedOut = true;
    process.kill(-child.pid, 'SIGKILL');
  }, limitMs);
  const exit = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(limit);
  clearTimeout(quiet);
  return {
    exit,
    timedOut,
    seconds: Number(process.hrtime.bigint() - started) / 1e9,
  };
}
