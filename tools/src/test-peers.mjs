// `npm test -- peers`: an application with the lowest and with the highest supported Next, React and SDK, from packed
// tarballs. Each is type-checked with an import of every entry point, built, started and driven: an error of the
// browser and one of the server must arrive. `npm test -- peers all` tries all combinations; `install` and `drive` run
// one step only.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { copyExample } from './copy-example.mjs';
import { startIngest } from './ingest.mjs';
import { packAll, readManifest, tarballsFor } from './pack.mjs';
import { changedFor, combine, compilersFor, everyImport, isKnownGap } from './peer-corners.mjs';
import { ROOT } from './projects.mjs';
import { startNext } from './started-next.mjs';

const EXAMPLE = 'next-16-app';

// `ADIT_PEERS_FOLDER` names a folder that is kept, so that `drive` finds the result of `install`.
const folder = process.env.ADIT_PEERS_FOLDER ?? mkdtempSync(join(tmpdir(), 'adit-peers-'));
const tarballs = join(folder, 'tarballs');
const isAsked = (word) => process.argv.slice(2).includes(word);

function run(command, args, cwd = ROOT, { mayFail = false, stdio = 'inherit' } = {}) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NX_TUI: 'false', SENTRY_DSN: '' };
  const result = spawnSync(command, args, { cwd, stdio, env, encoding: 'utf8' });
  if (result.status !== 0 && !mayFail) {
    if (stdio !== 'inherit') console.error(result.stdout, result.stderr);
    throw new Error(`${[command, ...args].join(' ')} failed in ${cwd}`);
  }
  return `${result.stdout ?? ''}${result.stderr ?? ''}`;
}

/** The highest published version of the range. */
function highest(name, range) {
  const printed = execFileSync('npm', ['view', `${name}@${range}`, 'version', '--json'], {
    encoding: 'utf8',
  });
  // npm lists them by date.
  return [JSON.parse(printed)]
    .flat()
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
}

function install({ name, versions }) {
  const target = join(folder, name);
  copyExample(EXAMPLE, target);
  const manifest = readManifest(target);
  manifest.dependencies = { ...manifest.dependencies, ...versions, 'react-dom': versions.react };
  if (versions.react.startsWith('18.'))
    for (const name of ['@types/react', '@types/react-dom']) manifest.devDependencies[name] = '^18.3.0';
  for (const { compiler, range } of compilersFor(versions)) manifest.devDependencies[compiler] ??= range;
  writeFileSync(join(target, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(join(target, 'every-entry.ts'), '');
  for (const [path, other] of changedFor(versions.next)) {
    if (other === undefined) rmSync(join(target, path), { recursive: true });
    else renameSync(join(target, path), join(target, other));
  }
  run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballsFor(manifest, tarballs)],
    target,
  );
}

/** Type errors in Adit's own declarations, or in an import of one of its entry points. */
function checkTypes(target, versions) {
  const scope = join(target, 'node_modules/@adit');
  const manifests = readdirSync(scope).map((name) => readManifest(join(scope, name)));
  writeFileSync(join(target, 'every-entry.ts'), everyImport(manifests));
  for (const { compiler, options } of compilersFor(versions)) {
    const tsc = join('node_modules', compiler, 'bin/tsc');
    const args = [tsc, '--noEmit', '--skipLibCheck', 'false', '--incremental', 'false', ...options];
    const printed = run(process.execPath, args, target, { mayFail: true, stdio: 'pipe' });
    const own = printed
      .split('\n')
      .filter((line) => /^(?!node_modules\/(?!@adit\/)).*error TS/.test(line))
      .filter((line) => !isKnownGap(line, versions['@sentry/nextjs'], options));
    if (own.length > 0)
      throw new Error(
        `${target} does not type-check with ${compiler} ${options.join(' ')}:\n${own.join('\n')}`,
      );
  }
}

async function drive({ name, versions }) {
  const target = join(folder, name);
  if (!existsSync(join(target, 'node_modules'))) throw new Error(`${target} is not installed.`);
  checkTypes(target, versions);
  // Next 14 and 15 build with webpack by default, Next 16 with Turbopack.
  run('npx', ['next', 'build'], target, { stdio: 'pipe' });

  const ingest = await startIngest();
  const next = join(target, 'node_modules/next/dist/bin/next');
  const app = await startNext(next, { cwd: target, env: process.env, ingest });
  const browser = await chromium.launch({ executablePath: findHeadlessShell() ?? ensureChromium() });
  try {
    const page = await browser.newPage();
    await page.goto(app.origin);
    await page.getByRole('button', { name: 'Throw' }).click();
    await ingest.waitForText('The basket is broken');
    const { status } = await fetch(`${app.origin}/failing-route`);
    if (status !== 500) throw new Error(`/failing-route answered ${status}`);
    await ingest.waitForText('The route failed');
  } finally {
    await browser.close();
    app.stop();
    await ingest.close();
  }
  const names = Object.entries(versions).map((entry) => entry.join(' '));
  console.log(`${names.join(', ')}: types, build, an error of the browser and one of the server.`);
}

/** A build with a Next that is too old stops with one line. */
function refuse({ name }) {
  const target = join(folder, name);
  const file = join(target, 'node_modules/next/package.json');
  const installed = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, installed.replace(/"version": "[^"]+"/, '"version": "14.1.4"'));
    const printed = run('npx', ['next', 'build'], target, { mayFail: true, stdio: 'pipe' });
    const line = '@adit/next: next 14.1.4 is not supported; install next@">=14.2 <17"';
    if (!printed.includes(line)) throw new Error(`next build with Next 14.1.4 printed:\n${printed}`);
    console.log(line);
  } finally {
    writeFileSync(file, installed);
  }
}

const plan = join(folder, 'corners.json');
if (!isAsked('drive')) {
  const { peerDependencies } = readManifest(join(ROOT, 'libs/next'));
  // React's DOM has the version of React, the SDK's core that of the SDK.
  const ranges = Object.entries(peerDependencies).filter(
    ([name]) => name !== 'react-dom' && name !== '@sentry/core',
  );
  const corners = combine(ranges.map(([name, range]) => ({ name, range, highest: highest(name, range) })));
  const chosen = isAsked('all') ? corners : [corners[0], corners.at(-1)];
  run('npx', ['nx', 'run-many', '-t', 'build', '-p', 'next,tunnel-server']);
  packAll(tarballs);
  chosen.forEach(install);
  writeFileSync(plan, JSON.stringify(chosen));
}
if (!isAsked('install')) {
  const corners = JSON.parse(readFileSync(plan, 'utf8'));
  for (const corner of corners) await drive(corner);
  refuse(corners[0]);
}
