/** @jest-environment node */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The minified and gzipped size of the code in a page's first load, in bytes. */
async function firstLoadSize(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: __dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['./sdk'],
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

describe('the first load', () => {
  it('is at most 2,720 bytes', async () => {
    const bytes = await firstLoadSize(
      `import { startMonitoring } from './index.ts'; startMonitoring({ load: () => import('./sdk') });`,
    );
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(2_720);
  });

  it('weighs what it imports: with the other entry it is more', async () => {
    expect(
      await firstLoadSize(`export * from './index.ts'; export * from './sdk/index.ts';`),
    ).toBeGreaterThan(2_720);
  });
});
