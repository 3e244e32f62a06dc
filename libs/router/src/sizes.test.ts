/** @jest-environment node */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Everything an entry exports, minified and gzipped, in bytes; react and next are the application's. */
async function sizeOf(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, entry)],
    bundle: true,
    conditions: ['@adit/source'],
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'next'],
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

describe('the entries', () => {
  it.each([
    ['index.ts', 4_260],
    ['links/index.ts', 2_000],
    ['react/index.ts', 1_510],
  ])('%s is at most %i bytes', async (entry, most) => {
    const bytes = await sizeOf(entry);
    expect(bytes).toBeGreaterThan(200);
    expect(bytes).toBeLessThanOrEqual(most);
  });

  it('weigh what they import: all of the browser entry is more than the core may be', async () => {
    expect(await sizeOf('next/index.ts')).toBeGreaterThan(4_260);
  });
});
