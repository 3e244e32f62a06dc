// `npm run test:tutorial [-- tutorial next express tunnel-server]`: types what the tutorial and three of the starts of apps/docs say, each in an
// empty folder or a new Next application. Adit's packages come from packed tarballs, ports are free ones, and the starts' DSN is that of a receiver; nothing
// else differs from what a reader does.
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
import { chromium } from '@playwright/test';
import { missingCommands } from '../deploy/debian.mjs';
import { ensureChromium, findHeadlessShell } from '../src/chromium.mjs';
import { packAll } from '../src/pack.mjs';
import { ROOT } from '../src/projects.mjs';
import { readSteps, startOf, withPorts } from '../src/tutorial-steps.mjs';
import { createTerminals, waitUntil } from './terminals.mjs';

/** The ports that the page names. */
const NAMED = [3000, 8080, 8787, 8788, 8969, 9090];
const PATIENCE_MS = 120_000;

const PAGES = {
  tutorial: 'tutorial/index.md',
  next: 'start/next.md',
  express: 'start/express.md',
  'tunnel-server': 'start/tunnel-server.md',
};
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PAGES);
const unknown = chosen.find((name) => !(name in PAGES));
if (unknown) {
  console.error(`page is "${unknown}"; accepted: ${Object.keys(PAGES).join(', ')}`);
  process.exit(1);
}

const missing = missingCommands({
  nginx: 'nginx',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  curl: 'curl',
});
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

/** npx runs a package that it has run before, whatever the registry has now. */
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
// A process of its own: this one waits for others without answering anyone.
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
// npm hands these to its scripts; the reader's commands must not inherit them.
for (const name of Object.keys(env))
  if (/^npm_(package|lifecycle|execpath)|^INIT_CWD$|^SENTRY_/.test(name)) delete env[name];

const ports = await freePorts();
const ported = (text) => withPorts(text, ports);
/** Sentry of the starts: it takes everything. */
const sentry = createHttpServer((request, response) => {
  request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
}).listen(0, '127.0.0.1');
await once(sentry, 'listening');
const dsn = `http://0123456789abcdef0123456789abcdef@127.0.0.1:${sentry.address().port}/4509`;
const startEnv = { ...env, SENTRY_DSN: dsn, ADIT_DSNS: dsn };
/** What differs from the page so that ports are free ones. */
const PORTS = {
  next: { PORT: String(ports[3000]) },
  'tunnel-server': { PORT: String(ports[8787]), ADIT_ADMIN_PORT: String(ports[8788]) },
};
/** What the page takes for granted. */
const BEFORE = {
  next: 'npx create-next-app@16 . --ts --app --no-src-dir --no-tailwind --no-linter --import-alias "@/*" --use-npm --disable-git --yes\n',
  express: 'echo \'{ "private": true }\' > package.json\n',
};
let terminals;
const browser = await chromium.launch({ executablePath: findHeadlessShell() ?? ensureChromium() });
let page;

/** A package of Sentry's SDK for another host is not in every registry in each version; Next never loads it. */
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
      if (!(await waitUntil(() => isListening(ports[name]), PATIENCE_MS)))
        throw new Error(`nothing listens on ${name}`);
  },
  stop: ({ terminal }) => terminals.stop(terminal),
  printed: ({ terminal, lines }) => terminals.waitFor(terminal, lines.map(ported)),
  async open({ url }) {
    await page?.close();
    page = await browser.newPage();
    const isThere = async () => {
      const response = await page.goto(ported(url)).catch(() => undefined);
      return response !== undefined && ![502, 504].includes(response.status());
    };
    if (!(await waitUntil(isThere, PATIENCE_MS))) throw new Error(`${url} does not answer`);
  },
  press: ({ label }) => page.getByRole('button', { name: label }).click(),
  shown: ({ text }) => page.getByText(text).first().waitFor({ timeout: PATIENCE_MS }),
};

let passed = 0;
const failures = [];
for (const name of chosen) {
  const text = readFileSync(join(ROOT, 'apps/docs/pages', PAGES[name]), 'utf8');
  const isStart = PAGES[name].startsWith('start/');
  const folder = join(work, `start-${name}`);
  mkdirSync(folder, { recursive: true });
  terminals = createTerminals({ folder, env: isStart ? { ...startEnv, ...PORTS[name] } : env });
  if (name in BEFORE) await ACTIONS.run({ commands: BEFORE[name] });
  for (const { title, actions } of readSteps(isStart ? startOf(text, dsn) : text)) {
    const started = Date.now();
    try {
      for (const action of actions) await ACTIONS[action.kind](action);
      passed += 1;
      console.log(`✔ ${title} (${Math.round((Date.now() - started) / 1000)} s)`);
    } catch (error) {
      failures.push(title);
      console.log(`✖ ${title}\n${error.message}\n${terminals.tails()}`);
      break;
    }
  }
  await terminals.stopAll();
}
sentry.close();
await browser.close();
registry.kill();
if (!process.env.ADIT_TUTORIAL_KEEP) rmSync(work, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failures.length} failed, 0 skipped`);
process.exit(failures.length === 0 ? 0 : 1);
