/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const EXAMPLES = join(__dirname, '../../../examples');
const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

const linesOf = (example: string, file: string): string[] =>
  readFileSync(join(EXAMPLES, example, file), 'utf8')
    .split('\n')
    .filter((line) => /@adit\/|\badit\(|withAdit\(/.test(line));

it.each([
  ['astro', ['astro.config.mjs'], 2],
  ['nuxt', ['nuxt.config.ts'], 1],
  ['react-router', ['vite.config.ts', 'app/entry.server.tsx', 'app/root.tsx'], 4],
  ['sveltekit', ['vite.config.ts', 'src/hooks.server.ts', 'src/hooks.client.ts'], 4],
  ['tanstack-start', ['vite.config.ts', 'src/server.ts', 'src/start.ts', 'src/router.tsx'], 6],
])('sets up %s with the lines of its example', (example, files, count) => {
  const lines = files.flatMap((file) => linesOf(example, file));
  expect(lines).toHaveLength(count);
  for (const line of lines) {
    const code = /adit\(\{[^}]*\}\)|withAdit\(.*\);/.exec(line)?.[0] ?? line;
    expect(README).toContain(code.trim());
  }
});
