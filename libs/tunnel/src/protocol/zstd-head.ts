/** What the head of a zstd frame says about it (RFC 8878 §3.1.1.1). */
export interface ZstdFrame {
  /** How far back the frame refers at most, in bytes: so much has to be kept while it is decoded. */
  readonly windowBytes: number;
  /** How many bytes it decodes to, where it says so. */
  readonly contentBytes: number | undefined;
  /** Whether four bytes of checksum follow the last block. */
  readonly hasChecksum: boolean;
}

/** What the first bytes of a frame are found to be. */
export type ZstdHead =
  /** So many bytes are needed to say more. */
  | { readonly kind: 'partial'; readonly neededBytes: number }
  | { readonly kind: 'frame'; readonly frame: ZstdFrame }
  /** A frame without content for us, of so many bytes after its head. */
  | { readonly kind: 'skippable'; readonly restBytes: number }
  /** No zstd, or zstd that is not read here. */
  | { readonly kind: 'fault'; readonly detail: string };

/** The largest window that is read, in bytes: what RFC 8878 §3.1.1.1.2 asks of decoders, and allows encoders. */
export const MAX_ZSTD_WINDOW_BYTES = 8 * 1_024 * 1_024;

/** The shortest prefix that says something. */
export const ZSTD_MAGIC_BYTES = 4;

/** Magic number, descriptor, window, dictionary, content size. */
export const MAX_ZSTD_HEAD_BYTES = ZSTD_MAGIC_BYTES + 1 + 1 + 4 + 8;

const FRAME_MAGIC = 0xfd2fb528;
/** The last four bits may be anything (RFC 8878 §3.1.2). */
const FIRST_SKIPPABLE_MAGIC = 0x184d2a50;
const LAST_SKIPPABLE_MAGIC = 0x184d2a5f;
const SKIPPABLE_HEAD_BYTES = 8;

const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];

/** Reads the head of a frame from its first bytes, of which at least {@link ZSTD_MAGIC_BYTES} are there. */
export function readZstdHead(bytes: Uint8Array): ZstdHead {
  const magic = readLittleEndian(bytes, 0, ZSTD_MAGIC_BYTES);
  if (magic >= FIRST_SKIPPABLE_MAGIC && magic <= LAST_SKIPPABLE_MAGIC) {
    return bytes.byteLength < SKIPPABLE_HEAD_BYTES
      ? { kind: 'partial', neededBytes: SKIPPABLE_HEAD_BYTES }
      : { kind: 'skippable', restBytes: readLittleEndian(bytes, ZSTD_MAGIC_BYTES, 4) };
  }
  if (magic !== FRAME_MAGIC) return fault('not a zstd frame');
  return readFrameHead(bytes);
}

function readFrameHead(bytes: Uint8Array): ZstdHead {
  const descriptor = bytes[ZSTD_MAGIC_BYTES];
  if (descriptor === undefined) return { kind: 'partial', neededBytes: ZSTD_MAGIC_BYTES + 1 };
  if ((descriptor & 0b1000) !== 0) return fault('a zstd frame of a later format');

  const isSingleSegment = (descriptor & 0b10_0000) !== 0;
  const windowAt = ZSTD_MAGIC_BYTES + 1;
  const dictionaryIdAt = windowAt + (isSingleSegment ? 0 : 1);
  const contentSizeAt = dictionaryIdAt + (DICTIONARY_ID_BYTES[descriptor & 0b11] as number);
  // A single segment tells its size in one byte where others do not tell theirs.
  const contentSizeBytes = (CONTENT_SIZE_BYTES[descriptor >> 6] as number) || (isSingleSegment ? 1 : 0);
  const neededBytes = contentSizeAt + contentSizeBytes;
  if (bytes.byteLength < neededBytes) return { kind: 'partial', neededBytes };

  if (readLittleEndian(bytes, dictionaryIdAt, contentSizeAt - dictionaryIdAt) !== 0) {
    return fault('a zstd frame that needs a dictionary');
  }
  // §3.1.1.1.4: two bytes hold the size less 256.
  const contentSize =
    readLittleEndian(bytes, contentSizeAt, contentSizeBytes) + (contentSizeBytes === 2 ? 256 : 0);
  const windowBytes = isSingleSegment ? contentSize : readWindow(bytes[windowAt] as number);
  if (windowBytes > MAX_ZSTD_WINDOW_BYTES) return fault('a zstd frame with a window of more than 8 MiB');
  const contentBytes = contentSizeBytes === 0 ? undefined : contentSize;
  return { kind: 'frame', frame: { windowBytes, contentBytes, hasChecksum: (descriptor & 0b100) !== 0 } };
}

/** §3.1.1.1.2: a power of two from 1 KiB on, and eighths of it. */
function readWindow(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 0b111);
}

/** Beyond 2^53 the value is rounded; every such size is refused or compared with a far smaller one. */
function readLittleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = length - 1; index >= 0; index -= 1) value = value * 256 + (bytes[at + index] as number);
  return value;
}

function fault(detail: string): ZstdHead {
  return { kind: 'fault', detail };
}
