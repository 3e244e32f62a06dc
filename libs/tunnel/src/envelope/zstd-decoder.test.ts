import * as fzstd from 'fzstd';
import { buildZstdFrame } from '../../testing/zstd.contract.ts';
import { DecodeError } from './decoder.ts';
import { createZstdDecoder } from './zstd-decoder.ts';

/** 8 MiB, as the window's descriptor has it. */
const LARGEST_WINDOW = 13 << 3;

const tinyBlocks = (count: number, window: number): Buffer =>
  buildZstdFrame({ window, blocks: Array.from({ length: count }, () => ({ times: 1 })) });

describe('createZstdDecoder', () => {
  it('refuses a frame whose blocks are so small that they cost far more than they bring', async () => {
    const decoder = createZstdDecoder({ zstd: fzstd, sink: () => true });
    await expect(decoder.push(tinyBlocks(2_000, LARGEST_WINDOW))).rejects.toThrow(
      new DecodeError('a zstd frame of too many too small blocks'),
    );
  });

  it('bears small blocks with a small window, and large ones with the largest (control)', async () => {
    let bytes = 0;
    const sink = (piece: Uint8Array): boolean => {
      bytes += piece.byteLength;
      return true;
    };
    const decoder = createZstdDecoder({ zstd: fzstd, sink });
    await decoder.push(tinyBlocks(2_000, 0));
    const blocks = Array.from({ length: 300 }, () => ({ times: 131_072 }));
    await decoder.push(buildZstdFrame({ window: LARGEST_WINDOW, blocks }));
    await decoder.finish();
    expect(bytes).toBe(2_000 + 300 * 131_072);
  });

  it('lets others have their turn while it decodes much', async () => {
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
    };
    const decoder = createZstdDecoder({ zstd: fzstd, sink: () => true, pause });
    await decoder.push(buildZstdFrame({ blocks: Array.from({ length: 160 }, () => ({ times: 131_072 })) }));
    expect(pauses).toBeGreaterThanOrEqual(15);
  });

  it('tells why fzstd failed', async () => {
    const decoder = createZstdDecoder({ zstd: fzstd, sink: () => true });
    // A compressed block of nonsense.
    const frame = Buffer.concat([
      buildZstdFrame({ blocks: [] }),
      Buffer.from([0x25, 0, 0, 0xff, 0xff, 0xff, 0xff]),
    ]);
    const failure: unknown = await decoder.push(frame).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DecodeError);
    expect((failure as DecodeError).cause).toBeInstanceOf(Error);
  });
});
