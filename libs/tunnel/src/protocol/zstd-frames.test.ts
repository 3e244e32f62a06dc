import { buildZstdFrame, SKIPPABLE_FRAME, ZSTD_ENCODED_TEXT } from '../../testing/zstd.contract.ts';
import { createZstdSplitter, type ZstdFault, type ZstdRun } from './zstd-frames.ts';

const split = (chunk: Uint8Array, options = {}): (ZstdRun | ZstdFault)[] => [
  ...createZstdSplitter(options).split(chunk),
];
const faultOf = (chunk: Uint8Array): string | undefined =>
  split(chunk).flatMap((part) => (part.kind === 'fault' ? [part.detail] : []))[0];

describe('createZstdSplitter', () => {
  it('cuts at the end of frames, and at the end of blocks on request', () => {
    const frame = buildZstdFrame({ blocks: [Buffer.from('a'), { times: 5 }, new Uint8Array()] });
    const twice = Buffer.concat([frame, SKIPPABLE_FRAME, frame]);
    const starts = { windowBytes: 131_072, contentBytes: undefined, hasChecksum: false };
    const run = { kind: 'run', starts, endsFrame: true, bytes: expect.anything() as unknown };
    expect(split(twice)).toEqual([run, run]);
    const runs = split(twice, { cutsBlocks: true }) as ZstdRun[];
    expect(runs.map(({ bytes }) => bytes.byteLength)).toEqual([10, 4, 3, 10, 4, 3]);
    expect(runs.map(({ endsFrame }) => endsFrame)).toEqual([false, false, true, false, false, true]);
    expect(runs.map((part) => part.starts !== undefined)).toEqual([true, false, false, true, false, false]);
  });

  it('loses no byte of a frame, wherever chunks end', () => {
    for (const chunkBytes of [1, 2, 5, 100]) {
      const splitter = createZstdSplitter({ cutsBlocks: true });
      const runs: ZstdRun[] = [];
      for (let at = 0; at < ZSTD_ENCODED_TEXT.byteLength; at += chunkBytes) {
        expect(splitter.isComplete()).toBe(false);
        runs.push(...(splitter.split(ZSTD_ENCODED_TEXT.subarray(at, at + chunkBytes)) as Iterable<ZstdRun>));
      }
      expect(Buffer.concat(runs.map(({ bytes }) => bytes)).equals(ZSTD_ENCODED_TEXT)).toBe(true);
      expect(runs.filter(({ starts }) => starts !== undefined)).toHaveLength(1);
      expect(runs.filter(({ endsFrame }) => endsFrame)).toEqual([runs.at(-1)]);
      expect(splitter.isComplete()).toBe(true);
    }
  });

  it.each([
    ['not a zstd frame', Buffer.from('{"dsn":')],
    ['a zstd frame of a later format', buildZstdFrame({ descriptor: 0b1000 })],
    ['a zstd frame that needs a dictionary', buildZstdFrame({ descriptor: 1, fields: [7] })],
    ['a zstd frame that needs a dictionary', buildZstdFrame({ descriptor: 2, fields: [0, 1] })],
    ['a zstd frame that needs a dictionary', buildZstdFrame({ descriptor: 3, fields: [0, 0, 0, 1] })],
    ['a zstd frame with a window of more than 8 MiB', buildZstdFrame({ window: 14 << 3 })],
    // A single segment: its size is its window.
    [
      'a zstd frame with a window of more than 8 MiB',
      buildZstdFrame({ descriptor: 0xa0, fields: [0, 0, 1] }),
    ],
    ['a zstd block of more than its largest size', buildZstdFrame({ blocks: [{ times: 131_073 }] })],
    ['a zstd block of more than its largest size', buildZstdFrame({ window: 0, blocks: [{ times: 1_025 }] })],
    [
      'a zstd block of a later format',
      Buffer.concat([buildZstdFrame({ blocks: [] }), Buffer.from([7, 0, 0])]),
    ],
  ])('finds %s', (detail, bytes) => {
    expect(faultOf(bytes)).toBe(detail);
  });

  it.each([
    ['a window of 8 MiB', buildZstdFrame({ window: 13 << 3 }), { windowBytes: 8_388_608 }],
    ['a window of nine eighths of 1 KiB', buildZstdFrame({ window: 1 }), { windowBytes: 1_152 }],
    ['dictionary 0, which is none', buildZstdFrame({ descriptor: 1, fields: [0] }), { windowBytes: 131_072 }],
    [
      'a size of one byte, and that as its window',
      buildZstdFrame({ descriptor: 0x20, window: 5 }),
      { windowBytes: 5, contentBytes: 5 },
    ],
    [
      'a size of two bytes',
      buildZstdFrame({ descriptor: 0x40, fields: [1, 1] }),
      { contentBytes: 257 + 256 },
    ],
    [
      'a size of four bytes',
      buildZstdFrame({ descriptor: 0x80, fields: [1, 1, 1, 0] }),
      { contentBytes: 65_793 },
    ],
    [
      'a size of eight bytes',
      buildZstdFrame({ descriptor: 0xc0, fields: [0, 0, 0, 0, 1, 0, 0, 0] }),
      { contentBytes: 2 ** 32 },
    ],
    ['a bit that is free', buildZstdFrame({ descriptor: 0b1_0000 }), { windowBytes: 131_072 }],
  ])('reads %s', (_what, bytes, frame) => {
    const [first] = split(bytes);
    expect(first).toMatchObject({ kind: 'run', starts: frame });
  });

  it('waits for the checksum that a frame announces', () => {
    const splitter = createZstdSplitter();
    const frame = buildZstdFrame({ descriptor: 0b100, checksum: [1, 2, 3, 4] });
    expect([...splitter.split(frame.subarray(0, -1))]).toMatchObject([{ endsFrame: false }]);
    expect(splitter.isComplete()).toBe(false);
    expect([...splitter.split(frame.subarray(-1))]).toMatchObject([{ endsFrame: true }]);
    expect(splitter.isComplete()).toBe(true);
  });

  it('is not complete before there was a frame, or in the head of the next', () => {
    const splitter = createZstdSplitter();
    expect(splitter.isComplete()).toBe(false);
    expect([...splitter.split(SKIPPABLE_FRAME)]).toEqual([]);
    expect(splitter.isComplete()).toBe(true);
    expect([...splitter.split(SKIPPABLE_FRAME.subarray(0, 2))]).toEqual([]);
    expect(splitter.isComplete()).toBe(false);
  });
});
