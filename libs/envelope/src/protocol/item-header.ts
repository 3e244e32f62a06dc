import { readHeader } from './json-object.ts';

/** The fields of an item's header that the tunnel uses. */
export interface ItemHeader {
  readonly type: string;
  /** Size of the payload in bytes; `undefined` if it ends at the next newline. */
  readonly length: number | undefined;
  /** The number of items that a container claims to hold. */
  readonly itemCount: number | undefined;
  readonly attachmentType: string | undefined;
  readonly platform: string | undefined;
  readonly contentType: string | undefined;
}

/** The reason why an item's header line is refused. */
export type ItemHeaderFault = 'item-malformed' | 'item-truncated' | 'item-internal' | 'newline-missing';

const CLOSING_BRACE = 0x7d;

const MAX_U32 = 0xffff_ffff;

/** Relay uses this type between its own parts and refuses it from clients (`ItemType::is_internal`). */
const INTERNAL_TYPE = 'integration';

const WHITE_SPACE: ReadonlySet<number> = new Set([0x09, 0x0d, 0x20]);

const FIELDS: ReadonlySet<string> = new Set([
  'type',
  'length',
  'item_count',
  'attachment_type',
  'content_type',
  'platform',
]);

/**
 * Reads an item's header line, given without its newline: an object of JSON. The fields that the tunnel uses must have the
 * right type and appear once. Ingest checks the others.
 *
 * As in Relay, white space may come before the object, but nothing after it: a `\r` or a space there counts as a missing
 * newline. Stricter than Relay, which reads a stream of JSON: the object must end on its line.
 */
export function parseItemHeader(line: Uint8Array): ItemHeader | ItemHeaderFault {
  const header = readHeader(line, FIELDS);
  if (header === undefined) {
    return line.every((byte) => WHITE_SPACE.has(byte)) ? 'item-truncated' : 'item-malformed';
  }
  const { type, length, item_count: itemCount, platform } = header.value;
  const { attachment_type: attachmentType, content_type: contentType } = header.value;
  if (typeof type !== 'string') return 'item-malformed';
  if (!isCount(length) || !isCount(itemCount)) return 'item-malformed';
  if (!isText(attachmentType) || !isText(platform) || !isText(contentType)) return 'item-malformed';
  if (type === INTERNAL_TYPE) return 'item-internal';
  if (line[line.length - 1] !== CLOSING_BRACE) return 'newline-missing';
  return {
    type,
    length: length ?? undefined,
    itemCount: itemCount ?? undefined,
    attachmentType: attachmentType ?? undefined,
    platform: platform ?? undefined,
    contentType: contentType ?? undefined,
  };
}

function isCount(value: unknown): value is number | null | undefined {
  return value == null || (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_U32);
}

function isText(value: unknown): value is string | null | undefined {
  return value == null || typeof value === 'string';
}
