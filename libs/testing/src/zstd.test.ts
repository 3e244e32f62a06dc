import { brotliCompressSync } from 'node:zlib';
import * as zlib from 'node:zlib';
import { buildZstdFrame, HAS_ZSTD, SEES_ZSTD_END, ZSTD_ENCODED_TEXT, ZSTD_TEXT } from './zstd.ts';

const MAGIC = '28b52ffd';

it('builds a frame of a block', () => {
  expect(buildZstdFrame().toString('hex')).toBe(`${MAGIC}0038290000${Buffer.from('hello').toString('hex')}`);
});

it('builds blocks that repeat a byte, and what stands around them', () => {
  const frame = buildZstdFrame({
    blocks: [{ times: 3 }, Buffer.from('b')],
    window: 1,
    descriptor: 2,
    fields: [3],
    checksum: [4],
  });
  expect(frame.toString('hex')).toBe(`${MAGIC}0201031a0000610900006204`);
});

it('has a text as libzstd encodes it, which the runtime decodes if it can', () => {
  expect(ZSTD_ENCODED_TEXT.subarray(0, 4).toString('hex')).toBe(MAGIC);
  expect(brotliCompressSync(ZSTD_TEXT).byteLength).toBeLessThan(ZSTD_TEXT.byteLength);
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Buffer) => Buffer };
  expect(HAS_ZSTD).toBe(zstdDecompressSync !== undefined);
  if (HAS_ZSTD) expect(zstdDecompressSync?.(ZSTD_ENCODED_TEXT).equals(ZSTD_TEXT)).toBe(true);
  expect(typeof SEES_ZSTD_END).toBe('boolean');
});
