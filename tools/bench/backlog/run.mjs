// `npm run bench:backlog`: how long a backlog of one project takes, with real processes.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runBuild, versionsOf } from '../build.mjs';
import { choose, runSuite } from '../suite.mjs';
import { conclude } from './conclude.mjs';
import { measureBacklog } from './measure.mjs';
import { SUBJECTS } from './subjects.mjs';

const HELP = `npm run bench:backlog -- [options]

  --only a,b    subjects by id: ${SUBJECTS.map(({ id }) => id).join(', ')}; documents are left alone
  --quick       a tenth of the work, documents are left alone
  --no-build    measure what is built already
  --write       writes docs/benchmarks/backlog.md after a quick or partial run too
  --report      writes it from the figures of the last run

It needs redis-server (apt-get install redis-server), and takes about 25 minutes.`;

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function read(values) {
  return {
    subjects: choose(SUBJECTS, values.only),
    share: values.quick ? 0.1 : 1,
    isPartial: values.quick || values.only !== undefined,
  };
}

async function run({ subjects, share, 'no-build': isBuilt }) {
  if (!isBuilt) runBuild('the tunnel server', 'npx', ['nx', 'build', 'tunnel-server'], ROOT);
  const found = {};
  for (const subject of subjects) {
    console.log(`${subject.id} …`);
    const waiting = Math.ceil(subject.waiting * share);
    found[subject.id] = await measureBacklog(subject, {
      waiting,
      beforeMs: 60_000 * share,
      say: console.log,
    });
    console.log(JSON.stringify(found[subject.id]));
  }
  const redis = /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))[1];
  return { versions: { ...versionsOf(['@redis/client']), redis }, found };
}

await runSuite({
  name: 'backlog',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  help: HELP,
  options: ['only'],
  read,
  run,
  conclude,
});
