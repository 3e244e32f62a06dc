// Runs `sentry-cli` as a script does, once for each event: all | limit | outage. Its path is the second argument.
import { spawnSync } from 'node:child_process';

const [mode, cli] = process.argv.slice(2);
const run = (...args) => {
  const { status, stderr } = spawnSync(cli, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) console.error(`sentry-cli ${args[0]} ended with ${status}: ${stderr}`);
  process.exitCode ||= status;
};
const sendEvents = (count) => {
  for (let number = 0; number < count; number += 1) run('send-event', '--message', `${mode} ${number}`);
};

({
  all: () => {
    sendEvents(1);
    run('monitors', 'run', 'nightly', '--', 'true');
  },
  outage: () => sendEvents(10),
})[mode]();
