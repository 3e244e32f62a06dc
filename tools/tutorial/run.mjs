// `npm test -- tutorial [tutorial next vite express tunnel-server]`: executes the tutorial and the quick starts of
// apps/docs, each in an empty folder or a new application. Adit's packages come from packed tarballs, ports are free
// ones, and the DSN of the quick starts is that of a receiver; everything else is the same as for a reader. A control
// leaves out a file, and nothing arrives.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium } from '@playwright/test';
import { missingCommands } from '../deploy/debian.mjs';
import { ensureChromium, findHeadlessShell } from '../src/chromium.mjs';
import { packAll } from '../src/pack.mjs';
import { ROOT } from '../src/projects.mjs';
import { readSteps, startOf, withoutFile, withPorts } from '../src/tutorial-steps.mjs';
import { until } from '../src/until.mjs';
import { createTerminals } from './terminals.mjs';

/** The ports in the pages. */
const NAMED = [3000, 5173, 8080, 8787, 8788, 8969, 9090];
const PATIENCE = { timeoutMs: 120_000 };

const PAGES = {
  tutorial: 'tutorial/index.md',
  next: 'start/next.md',
  vite: 'start/vite.md',
  express: 'start/express.md',
  'tunnel-server': 'start/tunnel-server.md',
};
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PAGES);
const unknown = chosen.find((name) => !(name in PAGES));
if (unknown) {
  console.error(`page is "${unknown}"; accepted: ${Object.keys(PAGES).join(', ')}`);
  process.exit(1);
}

/** The commands in each page, with their packages. */
const COMMANDS = {
  tutorial: { nginx: 'nginx', prometheus: 'prometheus', promtool: 'prometheus', curl: 'curl' },
  express: { curl: 'curl' },
  'tunnel-server': { curl: 'curl' },
};
const missing = missingCommands(Object.assign({}, ...chosen.map((name) => COMMANDS[name])));
if (missing) {
  console.log(`The tutorial is not typed: ${missing}.\n\n0 passed, 0 failed, 1 skipped`);
  process.exit(0);
}

async function freePorts() {
  const servers = NAMED.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = Object.fromEntries(NAMED.map((name, index) => [name, servers[index].address().port]));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    const settle = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });

/** npx runs a cached package, even if the registry has a newer one. */
function forgetOwnPackages() {
  const cache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();
  const folder = join(cache, '_npx');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const manifest = join(folder, name, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('@adit/'))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

const work = mkdtempSync(join(tmpdir(), 'adit-tutorial-'));
if (
  spawnSync('npx', ['nx', 'run-many', '-t', 'build', '-p', 'next,cli,tunnel-server', '--skip-sync'], {
    cwd: ROOT,
    stdio: 'inherit',
  }).status !== 0
)
  process.exit(1);
packAll(join(work, 'tarballs'));
forgetOwnPackages();
// A separate process, because this one blocks while it waits for others.
const registry = spawn(
  process.execPath,
  [join(ROOT, 'tools/src/static-registry.mjs'), join(work, 'tarballs')],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const [address] = await once(registry.stdout, 'data');

const env = {
  ...process.env,
  npm_config_registry: String(address).trim(),
  npm_config_yes: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  // Builds reach no other host.
  NEXT_FONT_GOOGLE_MOCKED_RESPONSES: join(ROOT, 'tools/setup-matrix/fonts.cjs'),
  NEXT_TELEMETRY_DISABLED: '1',
};
// npm sets these for its scripts; the reader's commands must not inherit them.
for (const name of Object.keys(env))
  if (/^npm_(package|lifecycle|execpath)|^INIT_CWD$|^SENTRY_/.test(name)) delete env[name];

const ports = await freePorts();
/** Vite reads its port only from a flag. */
const ported = (text) =>
  withPorts(text, ports).replace(/^npx vite$/m, `$& --port ${ports[5173]} --strictPort`);
/** The requests that the quick starts' Sentry has received; it accepts all. */
const received = [];
const sentry = createHttpServer(async (request, response) => {
  received.push(await text(request));
  response.setHeader('content-type', 'application/json').end('{}');
}).listen(0, '127.0.0.1');
await once(sentry, 'listening');
const dsn = `http://0123456789abcdef0123456789abcdef@127.0.0.1:${sentry.address().port}/4509`;
const startEnv = { ...env, SENTRY_DSN: dsn, ADIT_DSNS: dsn };
/** Changes to the page for free ports. */
const PORTS = {
  next: { PORT: String(ports[3000]) },
  'tunnel-server': { PORT: String(ports[8787]), ADIT_ADMIN_PORT: String(ports[8788]) },
  vite: { PORT: String(ports[8787]), ADIT_ADMIN_PORT: String(ports[8788]) },
};
/** The preparation that the page assumes. */
const BEFORE = {
  next: 'npx create-next-app@16 . --ts --app --no-src-dir --no-tailwind --no-linter --import-alias "@/*" --use-npm --disable-git --yes\n',
  express: 'echo \'{ "private": true }\' > package.json\n',
  // The workspace's Vite.
  vite: `echo '{ "private": true, "type": "module" }' > package.json
npm install --save-dev ${join(ROOT, 'node_modules/vite')}
mkdir src
echo "import './monitoring';" > src/main.ts
echo '<!doctype html><title>Shop</title><script type="module" src="/src/main.ts"></script>' > index.html
`,
};
/** The file without which the event of a page does not arrive. */
const CONTROLS = { vite: 'vite.config.ts' };
let terminals;
const browser = await chromium.launch({ executablePath: findHeadlessShell() ?? ensureChromium() });
let page;
/** The page's requests to the tunnel path, with the status of each answer. */
let answers = [];

/** This package of Sentry's SDK is for another host, and some registries lack versions of it. Next never loads it. */
function pinMissingPackage() {
  const path = join(terminals.folder(), 'package.json');
  if (!existsSync(path)) return;
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  if (!manifest.overrides)
    writeFileSync(
      path,
      `${JSON.stringify({ ...manifest, overrides: { '@sentry/cloudflare': '11.0.0' } }, null, 2)}\n`,
    );
}

const ACTIONS = {
  write({ path, text }) {
    const file = join(terminals.folder(), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ported(text));
  },
  async run({ commands }) {
    await terminals.run(ported(commands));
    pinMissingPackage();
  },
  async start({ terminal, commands }) {
    terminals.start(terminal, ported(commands));
    for (const name of NAMED.filter((port) => new RegExp(`\\b${port}\\b`).test(commands)))
      await until(`listening on ${name}`, () => isListening(ports[name]), PATIENCE);
  },
  stop: ({ terminal }) => terminals.stop(terminal),
  printed: ({ terminal, lines }) => terminals.waitFor(terminal, lines.map(ported)),
  async open({ url }) {
    await page?.close();
    page = await browser.newPage();
    answers = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/monitoring-tunnel')
        answers.push({ status: response.status(), sent: response.request().postData() ?? '' });
    });
    const isThere = async () => {
      const response = await page.goto(ported(url)).catch(() => undefined);
      return response !== undefined && ![502, 504].includes(response.status());
    };
    await until(`answered by ${url}`, isThere, PATIENCE);
  },
  press: ({ label }) => page.getByRole('button', { name: label }).click(),
  type: ({ code }) => page.evaluate(code),
  async arrived({ event }) {
    const answerOf = () => answers.find(({ sent }) => sent.includes(event));
    await until(`sent by the page: ${event}`, answerOf, PATIENCE);
    if (!received.some((envelope) => envelope.includes(event)))
      throw new Error(`${event} has not arrived; the tunnel path answered ${answerOf().status}`);
  },
  shown: ({ text }) => page.getByText(text).first().waitFor({ timeout: PATIENCE.timeoutMs }),
};

let passed = 0;
const failures = [];
function conclude(title, started, error) {
  if (error === undefined) {
    passed += 1;
    console.log(`✔ ${title} (${Math.round((Date.now() - started) / 1000)} s)`);
  } else {
    failures.push(title);
    console.log(`✖ ${title}\n${error.message}\n${terminals.tails()}`);
  }
}

/** The error that stops the actions, if any. */
async function errorOf(actions) {
  try {
    for (const action of actions) await ACTIONS[action.kind](action);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Opens terminals in an empty folder and does the preparation that the page assumes. Returns the steps of the page. */
async function prepare(name, folder) {
  const markdown = readFileSync(join(ROOT, 'apps/docs/pages', PAGES[name]), 'utf8');
  const isStart = PAGES[name].startsWith('start/');
  mkdirSync(folder, { recursive: true });
  received.length = 0;
  terminals = createTerminals({ folder, env: isStart ? { ...startEnv, ...PORTS[name] } : env });
  if (name in BEFORE) await ACTIONS.run({ commands: BEFORE[name] });
  return readSteps(isStart ? startOf(markdown, dsn) : markdown);
}

for (const name of chosen) {
  for (const { title, actions } of await prepare(name, join(work, `start-${name}`))) {
    const started = Date.now();
    const error = await errorOf(actions);
    conclude(title, started, error);
    if (error) break;
  }
  await terminals.stopAll();

  const skipped = CONTROLS[name];
  if (skipped === undefined) continue;
  const started = Date.now();
  const steps = withoutFile(await prepare(name, join(work, `control-${name}`)), skipped);
  const error = await errorOf(steps.flatMap(({ actions }) => actions));
  const isLost = /has not arrived/.test(error?.message ?? '');
  conclude(
    `${name}: without ${skipped} nothing arrives (control)`,
    started,
    isLost ? undefined : (error ?? new Error('it arrived')),
  );
  await terminals.stopAll();
}
sentry.close();
await browser.close();
registry.kill();
if (!process.env.ADIT_TUTORIAL_KEEP) rmSync(work, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failures.length} failed, 0 skipped`);
process.exit(failures.length === 0 ? 0 : 1);
