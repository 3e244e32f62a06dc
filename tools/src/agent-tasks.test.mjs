import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { workspaceRoot } from './workspace-root.mjs';
import { TASKS } from './agent-tasks.mjs';

const ROOT = workspaceRoot();

/** The block that `adit init` writes, as its source has it. */
const BLOCK = readFileSync(join(ROOT, 'libs/setup/src/edits/agents-block.ts'), 'utf8')
  .replaceAll('\\`', '`')
  .match(/`\$\{BEGIN\}\n([\s\S]*?)\n\$\{END\}`/)[1];
const NAMED = [...BLOCK.matchAll(/`(@adit\/[\w-]+\/[\w./-]+\.md)`/g)].map(([, path]) => path);

const packages = [...new Set([...NAMED, ...TASKS.map(({ file }) => file)])]
  .filter((path) => path.startsWith('@adit/'))
  .map((path) => path.split('/')[1]);
const packed = new Map([...new Set(packages)].map((name) => [name, packedDocuments(name)]));

/** The documents in the tarball of a library: path in `node_modules` → text. */
function packedDocuments(name) {
  const cwd = join(ROOT, 'libs', name);
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd, maxBuffer: 16 << 20 }),
  );
  const documents = files.map(({ path }) => path).filter((path) => path.endsWith('.md'));
  return new Map(documents.map((path) => [`@adit/${name}/${path}`, readFileSync(join(cwd, path), 'utf8')]));
}

const textOf = (file) => (file === 'AGENTS.md' ? BLOCK : packed.get(file.split('/')[1])?.get(file));

/** The documents that the block names, and those that these link to. */
const REACHED = new Set([
  'AGENTS.md',
  ...NAMED.flatMap((path) => [
    path,
    ...[...(textOf(path) ?? '').matchAll(/\]\(([\w./-]+\.md)/g)].map(([, target]) =>
      posix.join(posix.dirname(path), target),
    ),
  ]),
]);

it('there are twenty tasks, each with an answer and a way to tell a right one', () => {
  expect(TASKS.length).toBe(20);
  expect(new Set(TASKS.map(({ id }) => id)).size).toBe(20);
  for (const { task, answer, check } of TASKS)
    expect([task, answer, check].every((text) => text.length > 8)).toBe(true);
});

it.each(TASKS)('$id: the block leads to $file, which has the answer', ({ file, words }) => {
  expect(REACHED).toContain(file);
  const text = (textOf(file) ?? '').replace(/\s+/g, ' ');
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
});

it('control: a word that a document does not have is noticed, and a document that is not packed', () => {
  expect(textOf('@adit/next/README.md')).not.toContain('npx @adit/cli tail EVENT_ID');
  expect(textOf('@adit/next/CONTRIBUTING.md')).toBeUndefined();
});

it('docs/agents.md has each task with its file', () => {
  const document = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8');
  const rows = document.split('\n').filter((line) => line.startsWith('| `'));

  expect(
    rows
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .map(([, id, task, file]) => ({ id, task, file })),
  ).toEqual(TASKS.map(({ id, task, file }) => ({ id: `\`${id}\``, task, file: `\`${file}\`` })));
});
