// `npm test -- mutants FOLDER [--sample=60] [--seed=1]`: changes a sample of the folder's sources, one place at a
// time, and prints the changes that no test detects. Each file is restored after its mutant, also if the run is
// interrupted.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, sample } from './mutants.mjs';
import { ROOT } from './projects.mjs';

/** A mutant that loops without end counts as detected. */
const TIME_LIMIT_MS = 240_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const folder = resolve(ROOT, positionals[0] ?? '');
const project = /^(?:libs|apps)\/[^/]+/.exec(relative(ROOT, folder))?.[0];
if (!project || !existsSync(folder)) {
  console.error('Name a folder of a library, such as libs/envelope/src/protocol.');
  process.exit(2);
}
if (spawnSync('git', ['diff', '--quiet', '--', folder], { cwd: ROOT }).status !== 0) {
  console.error(
    `Commit the changes in ${relative(ROOT, folder)} first: each mutant is written into its file.`,
  );
  process.exit(2);
}

const mutants = readdirSync(folder, { recursive: true })
  .filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !/\.(test|contract|helper|d)\.tsx?$/.test(name) &&
      basename(name) !== 'index.ts',
  )
  .sort()
  .flatMap((name) => {
    const file = join(folder, name);
    return mutantsOf(readFileSync(file, 'utf8'), file).map((mutant) => ({ ...mutant, file }));
  });
const chosen = sample(mutants, Number(values.sample), Number(values.seed));

/** Not through npx: it would outlive the time limit, and continue with a mutant that loops without end. */
const JEST = createRequire(import.meta.url).resolve('jest/bin/jest');

const passes = (...args) =>
  spawnSync(process.execPath, [JEST, '-w', '1', '--bail', '--silent', '--coverage=false', ...args], {
    cwd: join(ROOT, project),
    stdio: 'ignore',
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
  }).status === 0;

/** The tests next to the file detect most mutants; the others that import it run after them. */
function survives(file) {
  const beside = file.replace(/\.(tsx?)$/, '.test.$1');
  if (existsSync(beside) && !passes('--runTestsByPath', beside)) return false;
  return passes('--passWithNoTests', '--findRelatedTests', file);
}

let restore = () => undefined;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    restore();
    process.exit(1);
  });
}

const survivors = [];
for (const [index, mutant] of chosen.entries()) {
  const { file, line, before, after, text } = mutant;
  const original = readFileSync(file, 'utf8');
  restore = () => writeFileSync(file, original);
  writeFileSync(file, text);
  const survived = survives(file);
  restore();
  const place = `${relative(ROOT, file)}:${line}`;
  const change = `${before.replace(/\s+/g, ' ').slice(0, 60)} → ${after.replace(/\s+/g, ' ').slice(0, 60) || '(nothing)'}`;
  console.log(`${index + 1}/${chosen.length} ${survived ? 'SURVIVED' : 'noticed '} ${place}  ${change}`);
  if (survived) survivors.push(`${place}  ${change}`);
}

console.log(
  `\n${chosen.length - survivors.length} of ${chosen.length} noticed (${mutants.length} in all, seed ${values.seed})`,
);
for (const survivor of survivors) console.log(`  not noticed: ${survivor}`);
