import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, type Host } from './create.ts';

const TEMPLATES = [
  { name: 'served', title: 'An application with a server' },
  { name: 'static', title: 'Files, beside the tunnel server' },
];

let folder: string;
let printed: string;
let warned: string;
let questions: string[];

const host = (changes: Partial<Host> = {}): Host => ({
  folder: join(folder, 'work'),
  userAgent: 'npm/11.0.0 node/v22.22.0 linux x64',
  nodeVersion: '22.22.0',
  version: '1.2.3',
  templatesFolder: join(folder, 'templates'),
  templates: TEMPLATES,
  print: (text) => void (printed += text),
  warn: (text) => void (warned += text),
  ask: undefined,
  ...changes,
});

const answering = (...answers: string[]): Partial<Host> => ({
  ask: async (question) => {
    questions.push(question);
    return answers.shift() ?? '';
  },
});

const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path: string): string => readFileSync(join(folder, 'work', path), 'utf8');
const made = (): string[] => readdirSync(join(folder, 'work'), { recursive: true, encoding: 'utf8' }).sort();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-adit-'));
  [printed, warned, questions] = ['', '', []];
  mkdirSync(join(folder, 'work'));
  write(
    'templates/served/package.json',
    '{ "name": "shop", "engines": { "node": ">=22.9.0" }, "scripts": { "dev": "d", "start": "s" } }',
  );
  write('templates/served/src/main.ts', 'served');
  write('templates/static/package.json', '{ "name": "shop", "scripts": { "dev": "d", "tunnel": "t" } }');
});

afterEach(() => rmSync(folder, { recursive: true }));

it('makes the application of a template, under the name of its folder', async () => {
  expect(await create(['apps/My Shop!', '--template', 'served'], host())).toBe(0);

  expect(read('apps/My Shop!/src/main.ts')).toBe('served');
  expect(JSON.parse(read('apps/My Shop!/package.json'))).toEqual({
    name: 'my-shop',
    engines: { node: '>=22.9.0' },
    scripts: { dev: 'd', start: 's' },
  });
  expect(read('apps/My Shop!/.gitignore')).toContain('node_modules/\n');
  const readme = made().find((path) => path.includes('README')) ?? '';
  expect(read(readme)).toMatch(/^# my-shop\n\nMade by `npm create adit` from the template `served`/);
  expect(warned).toBe('');
});

it('prints the next steps, that nothing is reported without a DSN, and how to see events', async () => {
  await create(['shop', 'served'], host());

  expect(printed).toContain('\n  cd shop\n  npm install\n  npm run dev\n');
  expect(printed).toContain('Without SENTRY_DSN, nothing is reported.');
  expect(printed).toContain('\n  node receiver.mjs\n  SENTRY_DSN=http://key@127.0.0.1:8969/42 npm run dev\n');
});

it('gives the DSN to the tunnel server of an application without a server', async () => {
  await create(['shop', 'static'], host());

  expect(printed).toContain('\n  cd shop\n  npm install\n  npm run dev\n');
  expect(printed).toContain(
    '\n  node receiver.mjs\n  SENTRY_DSN=http://key@127.0.0.1:8969/42 npm run tunnel\n  npm run dev\n',
  );
});

it('writes into the current folder, with no step to change it', async () => {
  await create(['.', 'served'], host({ userAgent: 'pnpm/11.2.0 npm/? node/v24.1.0 linux x64' }));

  expect(JSON.parse(read('package.json'))).toMatchObject({ name: 'work' });
  expect(printed).toContain('Next:\n\n  pnpm install\n  pnpm run dev\n');
});

it('quotes a path with a space', async () => {
  await create(['my shop', 'served'], host());

  expect(printed).toContain('\n  cd "my shop"\n');
});

it('asks for folder and template, and takes its defaults for empty answers', async () => {
  expect(await create([], host(answering('', ' ')))).toBe(0);

  expect(questions[0]).toBe('Folder [adit-app]: ');
  expect(questions[1]).toContain('  1. An application with a server (served)\n  2. Files');
  expect(read('adit-app/src/main.ts')).toBe('served');
});

it('takes a template by its number', async () => {
  await create(['shop'], host(answering('2')));

  expect(JSON.parse(read('shop/package.json'))).toMatchObject({ scripts: { dev: 'd' } });
});

it('without a terminal, takes the default folder and says which template to pass', async () => {
  expect(await create(['-t', 'served'], host())).toBe(0);
  expect(existsSync(join(folder, 'work/adit-app'))).toBe(true);
  expect(await create(['other'], host())).toBe(2);
  expect(warned).toBe(
    'create-adit: pass a template: npm create adit FOLDER TEMPLATE, with one of served, static\n',
  );
});

it('refuses a folder that is not empty before it asks, and changes nothing', async () => {
  write('work/shop/precious.txt', 'mine');

  expect(await create(['shop'], host(answering('1')))).toBe(2);
  expect(warned).toContain('shop is not empty: it holds precious.txt; choose a new or an empty folder\n');
  expect(questions).toEqual([]);
  expect(made()).toEqual(['shop', 'shop/precious.txt']);
  expect(read('shop/precious.txt')).toBe('mine');
});

it('refuses a file, and takes a folder that only holds a repository', async () => {
  write('work/file', 'mine');
  write('work/shop/.git/HEAD', 'ref: refs/heads/main');

  expect(await create(['file', 'served'], host())).toBe(2);
  expect(warned).toContain('file is a file; choose');
  expect(read('file')).toBe('mine');
  expect(await create(['shop', 'served'], host())).toBe(0);
  expect(read('shop/.git/HEAD')).toBe('ref: refs/heads/main');
});

it('ends with 1 if a file cannot be written', async () => {
  write('work/file', 'mine');

  expect(await create(['file/shop', 'served'], host())).toBe(1);
  expect(warned).toMatch(/^create-adit: Error: ENOTDIR/);
});

it('says so if the template needs a newer Node', async () => {
  await create(['shop', 'served'], host({ nodeVersion: '20.19.0' }));

  expect(warned).toBe('\nserved needs Node >=22.9.0; this is Node 20.19.0.\n');
});

it.each([
  [['shop', 'vue'], 'there is no template "vue"; accepted: served, static'],
  [['shop', 'served', 'more'], 'unexpected argument "more"'],
  [['--force'], "Unknown option '--force'"],
  [['--template'], "Option '-t, --template <value>' argument missing"],
])('refuses %j with one line and exit code 2', async (args, message) => {
  expect(await create(args, host())).toBe(2);
  expect(warned).toContain(`create-adit: ${message}`);
  expect(made()).toEqual([]);
});

it('prints help and version, and writes nothing', async () => {
  expect(await create(['--help'], host())).toBe(0);
  expect(printed).toContain('  served  An application with a server\n');
  expect(await create(['-v'], host())).toBe(0);
  expect(printed).toMatch(/create-adit 1\.2\.3\n$/);
  expect(made()).toEqual([]);
});
