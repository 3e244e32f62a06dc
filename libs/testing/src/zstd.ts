import * as zlib from 'node:zlib';

/** Whether zstd is supported: by Node 22.15, 23.8 and later, and by Bun. */
export const HAS_ZSTD = 'createZstdDecompress' in zlib && !('Deno' in globalThis);

/** Whether the zstd stream reports a body that ended early: from Node 24 on, and not in Bun. */
export const SEES_ZSTD_END = Number.parseInt(process.versions.node) >= 24 && !('Bun' in globalThis);

/** 190 KB of text, in two blocks. */
export const ZSTD_TEXT = Buffer.from(
  Array.from({ length: 50_000 }, (_, n) => `${(n * n) % 1_009} `).join(''),
);

/**
 * {@link ZSTD_TEXT} as libzstd encodes it, with content size and checksum, because the runtime may not support zstd.
 */
export const ZSTD_ENCODED_TEXT = Buffer.from(
  [
    'KLUv/aT29wIAZDQAeuP8Fwmw66JpKc9jHhF7AXsBfgEnNhhndBtZrlNm9ibSYBdrspjEbjmpH8xmd4UOiMlqDgf2OFns7tDEWMKe49Ue',
    'Npcuqm34TZ+ZY76pgTirW81j82oBmXjD0EYx1S6Yj0vVcLy8j2heXNLFZkbMsglmoAtsIrlu1UL5enfqAzl619QSctzNqklkiOtqMrno',
    'ji0yA+NGP6AJvOAWqAmyTGEDZ2NM04voKy53Q9jHGShmu0E9Ikst0EvoMN6LbLsZhs/dMTbcHMMFIC7ZFPQYJ9mg0+gTuRC3PaoumSV4',
    'AMSsTUUDySYxyV20L+gJOSK+uIG2kC5lkljonrLNaJ58wMtLPVoX0CIyKyZATNLBagO6RrbGIE97iA2lQ+YpP4kJIJ7qRLulhWagfI2h',
    '5twWfa4Wo4dmE5nkB7EBxL0eZ1drKc3OUrnK4+LetvGG6UQ2rY6jGTTJDCVbeQW3iaFTHHUD3DF9ah/tsppYl9FHejrHzABzlDyUr7yI',
    'E3ldfBXPxMEYII4+9c0lE6/4nmMINk0c5Hf8TI6aaeiQ+sI+6AE33c0OjaGclaszjwawITp5G5eJo3hUFqCNtZAd7XwkbvGBmUOz9bC3',
    'boJYiAvMRPSBTdUnHotLZAC6qh7pAxBbxTGyBU1Xk/XOFN6YC+o6u73F4ivZirayr+6pGEyu0a0NADEBD84n9VGnXcdJGsiG3gLcZBar',
    'I25OPJXLeqxLxFIyRX3VK+IxeaSu60GxxUytie4G580t22QL+Y6Wdqi4M1fs4BRyRH1wA3ACXdAF4og5aA+vyEM17ZZygvp41/AxeuA2',
    '8ijarhd5FV24ZfiVNrlrHKSe3iHytYaZMFfZwjhujupD3qPHbhlZaNcNnas6DSepGzPmQreL7ei7e04G6HfxQc24OHN6EA+rpxfokVtI',
    'ltoFHKa2moCmuWsy2Y+4gd2JAWqaA+ijG2KmdaMsZ5M4aVPjo7oYD9RkG9GUG3QBxNb57J6aoe6b+ebmzDW3zBx0k+ap+2qm3nMzbaQ5',
    't2jrFjVMPFYH8PPZbZ0LIG7QlI1osgfqYnxUU2PSJnE52yjTOsR8dAfQNAPUndjAPuJkr8k0NwFtNUxdwKW2kDxyPawO4pzexQB9Tr67',
    '7Wi7uNCYpKbhVb2Ftow8duRRPW4WxlU2YYb5WofI0xukrnGT+0rL8MJdRRe5XY+ijXzgHqNr+PEmqKWcdg/VFXl40I6YBeKCTqAB+MEd',
    'UVPIwSt2Z4aKpf2OtpBNbtm8ucGJbmptMQfFdX2kHpMr4qtOUUvJEvFYK3PiiFusgENvIJuk6zjto35SB2cCtnaNBpOn4qvbyrair2Sx',
    'uL3r7IK6MZN1utqCKkZ6VYk8Fk9MVaIFZiFOELfuYWdrDj0wt7qQAR2Vo4yTN0QHsHlUGcqhMTvdHXAf9As7pGo+k+94kFa5wTp2rW7U',
    'UERzD0CCt+Iyhnto4HYnV5szs6+M7CNbyr6yzWyrfWdL9GO36Vb92iXuk9vqtruBDw13GbdiCD7EAeSO3JOB5gEaim7UtRrGHuhgvXIX',
    'II7H810x8ZJvnjo6QByMZ+KruC4m8iJ+5UM5Smaezke6jOqjPbVjOsAddVMM3Sau4FYOJZPMDDqOptVENkw33nbvuLjKpUJX6zi71w1i',
    'kpvIQ7MYPVdbdM4N9TUGykJzSxPtqU4A8Uk85SFjTzvI1rhGNqDBapJOgJgVi8gFdLQu9fIDzpPN6Clb6CaJS1lIA+2LOyKekC/ook1y',
    'm8RAMhXN2gEQS/CSOapueyE+kWm0QSd5jFPQJVsA4hjaczcMt5uL7B7GS2iBLvWIbFCzHSg+zhC23H3Fi2iaboyBM4UtE2SBuuAm8AO6',
    '0YGxyNyxiyaT62qISWRWHXdLyDV19D6QO/X1FsqtuiaSC2ygCWaWzYjF5pLOi4/o8objBTPVNophaOItIPPqsa1mVgfiN3XMM/NNt+FF',
    'demwudrnuIRNjDu02B0nAzuHk9UBcYU2uw9mUm85iU0WF2uwiTR7U2a5biMzOhg/sQP4xBa19RbN2UhTp4Ju4c0MdU8FMCggREgIQnZ7',
    'ESAUsff///83wCl81hlNm1ds1dRsL7MqwxaDI1WyPDlFAm8jIQPj/HHTD2evaPDPILETPbQPU8JTPk6Ir72+/jiVjqP62Z4gJeia/Vhg',
    'UG4c4jeMfwJWAHQ7H82GfDYZNU3R1aAR4Cp7HcRDLO2ec+peHA9F8ct9hTpXYHXTpQJVAAAAAQDz9wx9XQMB1yx7Tw==',
  ].join(''),
  'base64',
);

/** A block that needs no compressor: its raw bytes, or one byte repeated. */
export type ZstdBlockInput = Uint8Array | { readonly times: number };

/** A frame built by hand. */
export interface ZstdFrameInput {
  readonly blocks?: readonly ZstdBlockInput[];
  /** The window descriptor (RFC 8878 §3.1.1.1.2). Default 0x38: 128 KiB. */
  readonly window?: number;
  /** Other bits of the frame header descriptor. Default none. */
  readonly descriptor?: number;
  /** The bytes of the head after the window. Default none. */
  readonly fields?: readonly number[];
  /** The bytes after the last block. Default none. */
  readonly checksum?: readonly number[];
}

/** Builds a valid or invalid frame. */
export function buildZstdFrame({
  blocks = [Buffer.from('hello')],
  window = 0x38,
  descriptor = 0,
  fields = [],
  checksum = [],
}: ZstdFrameInput = {}): Buffer {
  const encoded = blocks.flatMap((block, index) => {
    const isLast = index === blocks.length - 1 ? 1 : 0;
    const [type, size, bytes] =
      block instanceof Uint8Array ? [0, block.byteLength, block] : [1, block.times, Buffer.from('a')];
    const head = Buffer.alloc(3);
    head.writeUIntLE((size << 3) | (type << 1) | isLast, 0, 3);
    return [head, bytes];
  });
  const head = [0x28, 0xb5, 0x2f, 0xfd, descriptor, window, ...fields];
  return Buffer.concat([Buffer.from(head), ...encoded, Buffer.from(checksum)]);
}
