import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { EncodedCoding } from '../src/protocol/content-encoding.ts';
import { DecodeError, type DecodedSink, type Decoder, type Decoders } from '../src/decoders/decoder.ts';
import { buildZstdFrame, ZSTD_ENCODED_TEXT, ZSTD_TEXT } from '@adit/testing/zstd';

/** Exceptions of one implementation, each with the reason. */
export interface DecodersExceptions {
  /** Codings that it does not support. */
  unknown?: readonly EncodedCoding[];
  /** Codings for which it does not check bytes after the end. */
  endUnchecked?: readonly EncodedCoding[];
  /** Codings for which it accepts a body that ends early. */
  earlyEndUnseen?: readonly EncodedCoding[];
}

const ENCODED: Readonly<Record<EncodedCoding, Buffer>> = {
  gzip: gzipSync(ZSTD_TEXT),
  'x-gzip': gzipSync(ZSTD_TEXT),
  deflate: deflateSync(ZSTD_TEXT),
  br: brotliCompressSync(ZSTD_TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: ZSTD_ENCODED_TEXT,
};

const CODINGS = Object.keys(ENCODED) as EncodedCoding[];
/** Codings in which several concatenated streams are one stream. */
const CONCATENABLE: readonly EncodedCoding[] = ['gzip', 'x-gzip'];

const BOMB_BYTES = 16 * 1_048_576;
/** The memory a decoder may hold: its window, and input and output of one step. A decompression bomb is far larger. */
const MAX_HELD_BYTES = 4 * 1_048_576;

/** Tests that every set of decoders passes. */
export function describeDecodersContract(
  name: string,
  create: () => Decoders,
  { unknown = [], endUnchecked = [], earlyEndUnseen = [] }: DecodersExceptions = {},
): void {
  describe(`decoders contract: ${name}`, () => {
    let decoders: Decoders;
    let decoded: Buffer[];

    beforeEach(() => {
      decoders = create();
      decoded = [];
    });

    const open = (coding: EncodedCoding, sink: DecodedSink = keep): Decoder => {
      const decoder = decoders(coding, sink);
      if (decoder === undefined) throw new Error(`no decoder of ${coding}`);
      return decoder;
    };
    const keep = (bytes: Uint8Array): boolean => {
      decoded.push(Buffer.from(bytes));
      return true;
    };
    const decode = async (coding: EncodedCoding, chunks: readonly Uint8Array[]): Promise<Buffer> => {
      decoded = [];
      const decoder = open(coding);
      try {
        for (const chunk of chunks) await decoder.push(chunk);
        await decoder.finish();
      } finally {
        decoder.cancel();
      }
      return Buffer.concat(decoded);
    };

    const known = CODINGS.filter((coding) => !unknown.includes(coding));
    const bodies = [
      ...known.map((coding) => ({
        coding,
        body: coding,
        encoded: ENCODED[coding],
        bombOf: BOMBS[coding],
      })),
      {
        coding: 'deflate',
        body: 'deflate without zlib',
        encoded: deflateRawSync(ZSTD_TEXT),
        bombOf: rawBomb,
      },
    ] as const;
    if (unknown.length > 0) {
      it.each(unknown)('does not know %s', (coding) => {
        expect(decoders(coding, keep)).toBeUndefined();
      });
    }

    describe.each(bodies.map((row) => [row.body, row] as const))(
      '%s',
      (body, { coding, encoded, bombOf }) => {
        it.each([1, 7, 1_000, 65_536])('decodes what comes in chunks of %d bytes', async (chunkBytes) => {
          expect((await decode(coding, inChunks(encoded, chunkBytes))).equals(ZSTD_TEXT)).toBe(true);
        });

        it('takes empty chunks for nothing', async () => {
          const chunks = [new Uint8Array(), encoded, new Uint8Array()];
          expect((await decode(coding, chunks)).equals(ZSTD_TEXT)).toBe(true);
        });

        it('waits for a sink that asks for it, and loses nothing by that', async () => {
          let answer: ((wantsMore: boolean) => void) | undefined;
          let isWaiting = false;
          let early = 0;
          const decoder = open(coding, (bytes) => {
            keep(bytes);
            if (isWaiting) early += bytes.byteLength;
            isWaiting = true;
            return new Promise((resolve) => (answer = resolve));
          });
          let isDone = false;
          const work = decoder.push(encoded).then(() => decoder.finish());
          const end = (): boolean => (isDone = true);
          work.then(end, end);
          const isOver = (): boolean => isDone;
          for (let turn = 0; !isOver(); turn += 1) {
            await nextTurn();
            // Long enough for work that does not wait.
            if (turn % 5 !== 4) continue;
            isWaiting = false;
            answer?.(true);
          }
          await work;
          decoder.cancel();
          expect(Buffer.concat(decoded).equals(ZSTD_TEXT)).toBe(true);
          expect(early).toBe(0);
        });

        it('ends with a sink that wants no more after all', async () => {
          const decoder = open(coding, (bytes) => {
            keep(bytes);
            return Promise.resolve(false);
          });
          await decoder.push(encoded);
          await decoder.finish();
          expect(decoded).toHaveLength(1);
        });

        it('does not write to the chunks', async () => {
          const chunk = Buffer.from(encoded);
          await decode(coding, [chunk]);
          expect(chunk.equals(encoded)).toBe(true);
        });

        const early = earlyEndUnseen.includes(coding) ? 'gives what has come of' : 'fails at';
        it.each([0, 1, 3, 10, 0.5, -5, -1])(`${early} a body that ends early (%d)`, async (at) => {
          const cut = encoded.subarray(0, at === 0.5 ? encoded.byteLength / 2 : at);
          const decoding = decode(coding, [cut]);
          if (earlyEndUnseen.includes(coding)) await decoding;
          else await expect(decoding).rejects.toBeInstanceOf(DecodeError);
          expect(
            Buffer.concat(decoded).equals(ZSTD_TEXT.subarray(0, Buffer.concat(decoded).byteLength)),
          ).toBe(true);
        });

        it('fails at something else', async () => {
          await expect(decode(coding, [Buffer.from('{"dsn":"https://"}\n{}')])).rejects.toBeInstanceOf(
            DecodeError,
          );
        });

        if (coding !== 'br' && body !== 'deflate without zlib') {
          it('fails at a checksum that is not that of the content', async () => {
            const corrupt = Buffer.from(encoded);
            // gzip ends with the checksum and the length, the others with the checksum.
            const at = encoded.byteLength - (coding === 'gzip' || coding === 'x-gzip' ? 8 : 1);
            corrupt[at] = (corrupt[at] as number) ^ 1;
            await expect(decode(coding, [corrupt])).rejects.toBeInstanceOf(DecodeError);
          });
        }

        if (!endUnchecked.includes(coding)) {
          it.each([
            ['a byte', Buffer.from('x')],
            ['zeros', Buffer.alloc(8)],
            ['half a header', Buffer.from([0x1f])],
            ['an envelope', Buffer.from('{"dsn":"https://public@example.com/1"}\n')],
          ])('fails at %s after its end, in the same chunk or another', async (_what, rest) => {
            await expect(decode(coding, [Buffer.concat([encoded, rest])])).rejects.toBeInstanceOf(
              DecodeError,
            );
            await expect(decode(coding, [encoded, rest])).rejects.toBeInstanceOf(DecodeError);
          });
        }

        if (CONCATENABLE.includes(coding) && !endUnchecked.includes(coding)) {
          it('takes several streams on end for one', async () => {
            const twice = Buffer.concat([ZSTD_TEXT, ZSTD_TEXT]);
            expect((await decode(coding, [Buffer.concat([encoded, encoded])])).equals(twice)).toBe(true);
            expect((await decode(coding, [encoded, encoded])).equals(twice)).toBe(true);
            const cut = Buffer.concat([encoded, encoded]).subarray(0, -1);
            await expect(decode(coding, [cut])).rejects.toBeInstanceOf(DecodeError);
          });
        } else if (coding !== 'zstd' && !endUnchecked.includes(coding)) {
          it('fails at a second stream in the same chunk', async () => {
            await expect(decode(coding, [Buffer.concat([encoded, encoded])])).rejects.toBeInstanceOf(
              DecodeError,
            );
          });
        }

        it('hands over nothing more once its sink has enough, and resolves', async () => {
          let calls = 0;
          const decoder = open(coding, () => {
            calls += 1;
            return false;
          });
          for (const chunk of inChunks(encoded, 400)) await decoder.push(chunk);
          await decoder.finish();
          expect(calls).toBe(1);
        });

        it('hands over nothing once it is cancelled, and resolves', async () => {
          const decoder = open(coding);
          const pushed = decoder.push(encoded.subarray(0, 100));
          decoder.cancel();
          const bytesThen = Buffer.concat(decoded).byteLength;
          await pushed;
          await decoder.push(encoded.subarray(100));
          await decoder.finish();
          decoder.cancel();
          expect(Buffer.concat(decoded).byteLength).toBe(bytesThen);
        });

        it('goes on failing once it has failed', async () => {
          const decoder = open(coding);
          const fail = async (): Promise<void> => {
            await decoder.push(Buffer.from('nonsense, and more of it'));
            await decoder.finish();
          };
          await expect(fail()).rejects.toBeInstanceOf(DecodeError);
          decoder.cancel();
          await expect(decoder.finish()).resolves.toBeUndefined();
        });

        // The same coding as gzip.
        if (coding === 'x-gzip') return;

        it('holds next to nothing of a body that decodes to a huge one', async () => {
          const bomb = bombOf();
          expect(bomb.byteLength).toBeLessThan(BOMB_BYTES / 900);
          const gauge = createGauge();
          let bytes = 0;
          const decoder = open(coding, (piece) => {
            bytes += piece.byteLength;
            gauge.measureNow(bytes);
            return true;
          });
          await decoder.push(bomb);
          await decoder.finish();
          expect(bytes).toBe(BOMB_BYTES);
          expect(gauge.mostHeldBytes()).toBeLessThan(MAX_HELD_BYTES);
        }, 30_000);

        it('decodes, or fails, and never beyond what it was given', async () => {
          await fc.assert(
            fc.asyncProperty(
              fc.array(fc.tuple(fc.nat(encoded.byteLength - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
              fc.integer({ min: 50, max: 3_000 }),
              async (changes, chunkBytes) => {
                const mutated = Buffer.from(encoded);
                for (const [at, value] of changes) mutated[at] = value;
                const outcome = await decode(coding, inChunks(mutated, chunkBytes)).catch(
                  (error: unknown) => error,
                );
                expect(Buffer.isBuffer(outcome) || outcome instanceof DecodeError).toBe(true);
              },
            ),
            { numRuns: 25 },
          );
        });
      },
    );

    it('holds a huge body if the sink keeps it (control)', async () => {
      const gauge = createGauge();
      let bytes = 0;
      const decoder = open('gzip', (piece) => {
        bytes += piece.byteLength;
        gauge.measureNow(bytes);
        return keep(piece) && bytes < BOMB_BYTES / 2;
      });
      await decoder.push(BOMBS.gzip());
      await decoder.finish();
      expect(gauge.mostHeldBytes()).toBeGreaterThan(MAX_HELD_BYTES);
    }, 30_000);

    if (known.includes('zstd')) {
      describe('zstd frames', () => {
        it('ask for a window of 8 MiB at most', async () => {
          expect((await decode('zstd', [buildZstdFrame({ window: 13 << 3 })])).toString()).toBe('hello');
          const larger = [buildZstdFrame({ window: (13 << 3) | 1 })];
          await expect(decode('zstd', larger)).rejects.toThrow('Frame requires too much memory');
          const largest = [buildZstdFrame({ window: 0xff })];
          await expect(decode('zstd', largest)).rejects.toThrow('Frame requires too much memory');
        });

        it('decode to the size they announce', async () => {
          const announcing = (size: number): Uint8Array[] => [
            buildZstdFrame({ descriptor: 0x80, fields: [size, 0, 0, 0] }),
          ];
          expect((await decode('zstd', announcing(5))).toString()).toBe('hello');
          await expect(decode('zstd', announcing(4))).rejects.toBeInstanceOf(DecodeError);
          await expect(decode('zstd', announcing(6))).rejects.toBeInstanceOf(DecodeError);
        });
      });
    }
  });
}

const once = (build: () => Buffer): (() => Buffer) => {
  let built: Buffer | undefined;
  return () => (built ??= build());
};
const gzipBomb = once(() => gzipSync(Buffer.alloc(BOMB_BYTES)));
const rawBomb = once(() => deflateRawSync(Buffer.alloc(BOMB_BYTES)));
const BOMBS: Readonly<Record<EncodedCoding, () => Buffer>> = {
  gzip: gzipBomb,
  'x-gzip': gzipBomb,
  deflate: once(() => deflateSync(Buffer.alloc(BOMB_BYTES))),
  br: () => brotliCompressSync(Buffer.alloc(BOMB_BYTES), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: () =>
    buildZstdFrame({ blocks: Array.from({ length: BOMB_BYTES / 131_072 }, () => ({ times: 131_072 })) }),
};

/** The number of bytes between two measurements. */
const GAUGE_STEP_BYTES = 6 * 1_048_576;

/** Measures the growth of buffer memory since its creation, after garbage collection. */
function createGauge() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    // The second collection frees memory that the first one only marked.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  let mostBytes = 0;
  let nextAt = 0;
  return {
    measureNow: (decodedBytes: number) => {
      if (decodedBytes < nextAt) return;
      nextAt = decodedBytes + GAUGE_STEP_BYTES;
      mostBytes = Math.max(mostBytes, held() - before);
    },
    mostHeldBytes: () => mostBytes,
  };
}

function inChunks(bytes: Uint8Array, chunkBytes: number): Uint8Array[] {
  const count = Math.ceil(bytes.byteLength / chunkBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
}
