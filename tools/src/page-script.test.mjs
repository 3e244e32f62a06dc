import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.mjs';

const ROOT = workspaceRoot();
const written = readFileSync(join(ROOT, 'libs/operations/src/page/script.ts'), 'utf8');

/** In a separate process: Prettier loads its plugins in a way that Jest does not support. */
const build = () =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      "import { buildPageScript } from './tools/src/page-script.mjs'; process.stdout.write(await buildPageScript());",
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );

it('the script of the operations page is what its sources say; otherwise run `npm run page-script`', () => {
  const built = build();
  expect(written).toBe(built);
  // Controls: both modules are included, and nothing that a browser would have to fetch.
  for (const part of ['function patch(', 'function follow(', 'follow(window, patch);'])
    expect(built).toContain(part);
  expect(built).not.toMatch(/\bimport\b/);
});
