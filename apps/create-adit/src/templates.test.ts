import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Template } from './create.ts';
import { nextSteps } from './next-steps.ts';
import { readManifest } from './write-application.ts';

const APP = join(__dirname, '..');
const BUILT = join(APP, 'dist/templates');
const templates = JSON.parse(readFileSync(join(APP, 'templates.json'), 'utf8')) as Template[];
const { devDependencies } = JSON.parse(readFileSync(join(APP, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};
const names = templates.map(({ name }) => name);

const dependenciesOf = (name: string): Record<string, string> =>
  (readManifest(join(BUILT, name)) as unknown as { dependencies: Record<string, string> }).dependencies;

it('the build packs each template of the list, and no other', () => {
  expect(readdirSync(BUILT).sort()).toEqual([...names].sort());
});

it.each(names)('%s can be built and started, and has the receiver of the guide', (name) => {
  const files = readdirSync(join(BUILT, name));
  const { scripts } = readManifest(join(BUILT, name));

  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['build', 'start']));
  expect(files).toContain('receiver.mjs');
  // npm does not pack files of these names, and those of a test are not for users.
  expect(
    files.filter((file) => /^(?:README\.md|\.gitignore|\.npmrc|overlay\.json|node_modules)$/.test(file)),
  ).toEqual([]);
});

it.each(names)('%s starts in development, as its next steps say', (name) => {
  const { scripts } = readManifest(join(BUILT, name));

  expect(Object.keys(scripts)).toContain('dev');
  expect(nextSteps({ packageManager: 'npm', scripts, folder: '' })).toEqual(['npm install', 'npm run dev']);
});

it('a second receiver says that one is enough, and how to get another', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const port = String((first.address() as AddressInfo).port);
  const receiver = join(BUILT, names[0]!, 'receiver.mjs');
  const env = { ...process.env, RECEIVER_PORT: port };
  const { status, stderr } = spawnSync(process.execPath, [receiver], { env, encoding: 'utf8' });
  first.close();

  expect(stderr).toBe(
    `Port ${port} is taken. If a receiver runs there, use it: one is enough. If not, set RECEIVER_PORT.\n`,
  );
  expect(status).toBe(1);
});

it('the receiver prints the reason, the category and the quantity of what was dropped', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const receiver = spawn(process.execPath, [join(BUILT, names[0]!, 'receiver.mjs')], {
    env: { ...process.env, RECEIVER_PORT: String(port) },
  });
  let printed = '';
  receiver.stdout.on('data', (part: Buffer) => void (printed += String(part)));
  const until = async (words: string): Promise<void> => {
    while (!printed.includes(words)) await once(receiver.stdout, 'data');
  };
  await until('Listening');
  const report = { discarded_events: [{ reason: 'ratelimit_backoff', category: 'error', quantity: 2 }] };
  const body = ['{}', '{"type":"client_report"}', JSON.stringify(report), '{"type":"session"}', '{}'].join(
    '\n',
  );
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
  await until('session');
  receiver.kill();

  expect(printed.split('\n').slice(1, -1)).toEqual([
    'client_report',
    '  dropped: [{"reason":"ratelimit_backoff","category":"error","quantity":2}]',
    'session',
  ]);
});

it.each(names)(
  '%s names packages of Adit as this package does, so that their release is one of this, too',
  (name) => {
    const own = Object.entries(dependenciesOf(name)).filter(([dependency]) =>
      dependency.startsWith('@adit/'),
    );

    expect(own.length).toBeGreaterThan(0);
    expect(devDependencies).toMatchObject(Object.fromEntries(own));
  },
);
