import { runFence } from './run-fence.ts';

const README =
  "Text.\n\n```ts\nimport { basename } from 'node:path';\n\nconst name = basename('a/b');\nawait Promise.resolve();\nconsole.log(name, 1);\n```\n\n```ts\nnever();\n```\n";

it('runs the first block, and returns what it logs and its constants', async () => {
  expect(await runFence(README, require, { names: ['name'] })).toEqual({
    logged: [['b', 1]],
    values: { name: 'b' },
  });
});

it('runs what a test made of the code', async () => {
  const { logged } = await runFence(README, require, { change: (code) => code.replace('a/b', 'a/c') });
  expect(logged).toEqual([['c', 1]]);
});

it('fails for a document without code, and for code that fails', async () => {
  await expect(runFence('Text.', require)).rejects.toThrow('no block');
  await expect(runFence('```ts\nthrow new Error("broken");\n```', require)).rejects.toThrow('broken');
});
