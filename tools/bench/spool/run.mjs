import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from '../build.mjs';

/*
 * Repeatedly kills a process that appends and delivers in one directory, then looks for the envelopes it had
 * acknowledged: on a disk with space, and on one of 12 MiB (if this process may mount it) that is full much of the
 * time. `npm run bench:spool -- [--kills 200] [--directory DIR]`
 */

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, directory: { type: 'string', default: tmpdir() } },
});
const kills = Number(values.kills);
const scratch = mkdtempSync(join(values.directory, 'adit-crash-spool-'));
const SPOOL = fileURLToPath(new URL('../../../libs/spool', import.meta.url));
/** The child runs if a file of this name is started; if imported, it exports the envelopes it would write. */
const child = join(scratch, 'crash-child.helper.js');
writeFileSync(join(scratch, 'package.json'), '{"type":"module"}');
writeFileSync(
  child,
  await bundle({
    source: `export * from '${SPOOL}/testing/disk/crash-child.helper.ts';
      export { createDiskSpool } from '${SPOOL}/src/stores/disk-spool.ts';`,
    platform: 'node',
  }),
);
const { CRASH_DSNS, crashNumber, createDiskSpool } = await import(pathToFileURL(child).href);

/** Runs the child for a while; returns its output until it was killed. */
async function runAndKill(directory, round) {
  const running = spawn(process.execPath, [child, 'disk', directory, String(round * 1_000_000)]);
  let output = '';
  let errors = '';
  running.stdout.on('data', (chunk) => (output += chunk.toString('latin1')));
  running.stderr.on('data', (chunk) => (errors += chunk));
  const closed = new Promise((resolve) => running.once('close', resolve));
  // Most are killed at work, some while they start and repair the store.
  if (round % 4 !== 0)
    await Promise.race([closed, new Promise((resolve) => running.stdout.once('data', resolve))]);
  await sleep(Math.random() * 300);
  running.kill('SIGKILL');
  await closed;
  if (errors !== '') throw new Error(errors);
  return output.split('\n').slice(0, -1);
}

async function torture(name, directory) {
  const acknowledged = new Set();
  const delivered = [];
  const deliveredBefore = new Set();
  let refused = 0;
  let mostDuplicates = 0;
  for (let round = 1; round <= kills; round += 1) {
    let duplicates = 0;
    for (const line of await runAndKill(directory, round)) {
      const number = Number(line.slice(2));
      if (line.startsWith('a ')) acknowledged.add(number);
      if (line.startsWith('e ')) refused += 1;
      if (!line.startsWith('d ')) continue;
      if (deliveredBefore.has(number)) duplicates += 1;
      deliveredBefore.add(number);
      delivered.push(number);
    }
    mostDuplicates = Math.max(mostDuplicates, duplicates);
  }
  const spool = await createDiskSpool({ directory });
  const rest = [];
  for (const dsn of CRASH_DSNS) {
    for (let entry = await spool.peek(dsn); entry !== undefined; entry = await spool.peek(dsn)) {
      rest.push(await crashNumber(entry));
      await spool.remove(dsn);
    }
  }
  await spool.close();
  const found = new Set([...delivered, ...rest]);
  const figures = {
    kills,
    acknowledged: acknowledged.size,
    refused,
    lost: [...acknowledged].filter((number) => !found.has(number)).length,
    damaged: rest.filter((number) => number === undefined).length,
    duplicates: delivered.length + rest.length - found.size,
    mostDuplicatesAfterOneKill: mostDuplicates,
  };
  console.log(name, figures);
  return figures.lost + figures.damaged;
}

let failures = await torture('a disk with room', join(scratch, 'spool'));
const tiny = join(scratch, 'tiny');
mkdirSync(tiny);
if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', tiny]).status === 0) {
  try {
    failures += await torture('a disk of 12 MiB', join(tiny, 'spool'));
  } finally {
    spawnSync('umount', [tiny]);
  }
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;
