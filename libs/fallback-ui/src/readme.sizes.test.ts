/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { locales } from './texts/locales.ts';

const SCREENS = readFileSync(join(__dirname, '../docs/screens.md'), 'utf8');

/** The size of a module with its imports, without React, minified and gzipped, in bytes. */
async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: __dirname, loader: 'ts' },
    bundle: true,
    conditions: ['@adit/source'],
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['react'],
    write: false,
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

const BOUNDARY = "export * from './boundary/index.ts';";

/** The row of the table, the module, and its limit in bytes. */
const SIZES: [row: string, contents: string, most: number][] = [
  ['all of `/boundary`', BOUNDARY, 1_420],
  [
    'the same with `InlineFault`',
    `${BOUNDARY} export { InlineFault } from './client/inline-fault.tsx';`,
    5_950,
  ],
  ['the same with `PageFault`', `${BOUNDARY} export { PageFault } from './client/page-fault.tsx';`, 7_490],
  ['`GlobalErrorScreen` or `ErrorScreen`', "export { GlobalErrorScreen } from './index.ts';", 5_650],
  ['`GlobalErrorScreen` or `ErrorScreen`', "export { ErrorScreen } from './index.ts';", 5_650],
  ['all of `/deferred`', "export * from './deferred/index.ts';", 780],
  ['`CopyReference`', "export * from './client/copy-reference.tsx';", 800],
  [
    'a document in a service worker, with one language',
    "export * from './document/render-screen-document.ts'; export { texts } from './texts/plain/en.ts';",
    5_900,
  ],
];

/** The figure in a row of the table. */
function figureOf(row: string): number {
  const line = SCREENS.split('\n').find((text) => text.startsWith(`| ${row} `));
  return Number(/([\d,]+) \|$/.exec(line ?? '')?.[1]?.replace(',', ''));
}

describe('sizes', () => {
  it.each(SIZES)('%s: no more than documented', async (row, contents, most) => {
    const bytes = await sizeOf(contents);

    expect(figureOf(row)).toBe(most);
    expect(bytes).toBeLessThanOrEqual(most);
    // A limit far above the size would be misleading.
    expect(bytes).toBeGreaterThan(most * 0.85);
  });

  it('the words of every language: no more than documented', async () => {
    const sizes = await Promise.all(
      locales.map((locale) => sizeOf(`export { texts } from './texts/plain/${locale}.ts';`)),
    );

    expect(Math.max(...sizes)).toBeLessThanOrEqual(figureOf('the words of one more language, at most'));
    expect(Math.min(...sizes)).toBeGreaterThan(1_000);
  });
});
