// A step of the build of `create-adit`: copies the examples that `apps/create-adit/templates.json` names, without what only their
// tests need, and adds the receiver of the guide.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyExample } from './copy-example.mjs';
import { ROOT } from './projects.mjs';

const APP = join(ROOT, 'apps/create-adit');
const GUIDE = join(ROOT, 'apps/docs/pages/guides/send-a-test-event.md');

/** Left by a build or an install in an example; and its README, which is about its tests. */
const LEFT_OUT = ['README.md', 'node_modules', '.next', 'next-env.d.ts', 'package-lock.json'];

/** The receiver that the guide shows. */
export function receiverOf(guide) {
  const [, code] = /```js\n\/\/ receiver\.mjs\n([\s\S]+?)```/.exec(guide) ?? [];
  if (code === undefined) throw new Error('The guide has no receiver.mjs.');
  return code;
}

/** A manifest without the second build of a test. */
function withoutTests(manifest) {
  const scripts = Object.entries(manifest.scripts).filter(([name]) => name !== 'build:webpack');
  return { ...manifest, scripts: Object.fromEntries(scripts) };
}

/** Writes all templates into a folder, which it clears. */
export function packTemplates(folder) {
  rmSync(folder, { recursive: true, force: true });
  const templates = JSON.parse(readFileSync(join(APP, 'templates.json'), 'utf8'));
  const receiver = receiverOf(readFileSync(GUIDE, 'utf8'));
  for (const { name, without } of templates) {
    const target = join(folder, name);
    copyExample(name, target);
    // A path that is not there any more is a mistake in the table.
    for (const path of without) rmSync(join(target, path), { recursive: true });
    for (const path of LEFT_OUT) rmSync(join(target, path), { recursive: true, force: true });
    const manifest = join(target, 'package.json');
    writeFileSync(
      manifest,
      `${JSON.stringify(withoutTests(JSON.parse(readFileSync(manifest, 'utf8'))), null, 2)}\n`,
    );
    // Some templates check the types of all their files.
    writeFileSync(join(target, 'receiver.mjs'), `// @ts-nocheck\n${receiver}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) packTemplates(join(APP, 'dist/templates'));
