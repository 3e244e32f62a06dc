import { createNameTable, isBoolean, isNull, isString, readString, readUnsigned } from './json-values.ts';
import { INVALID, skipSpace, walkObject } from './json-bytes.ts';
import { isUuid } from './uuid.ts';

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

const MAX_U32 = 0xffff_ffff;

/** Relay uses this type between its own parts and refuses it from clients (`ItemType::is_internal`). */
const INTERNAL_TYPE = 'integration';

// Every field of Relay's `ItemHeaders` (envelope/item.rs). Its derived deserializer refuses a value of another type,
// and a field given twice. Other fields are ignored.
const FIELDS = createNameTable([
  'type',
  'length',
  'item_count',
  'attachment_type',
  'content_type',
  'platform',
  'filename',
  'meta_length',
  'routing_hint',
  'sampled',
  'metrics_extracted',
  'spans_extracted',
  'fully_normalized',
]);

/**
 * Reads an item's header line, given without its newline.
 *
 * As in Relay, white space may come before the object, but nothing after it: a `\r` or a space there counts as a missing
 * newline. Stricter than Relay, which reads a stream of JSON: the object must end on its line, and every line without an
 * object is refused.
 */
export function parseItemHeader(bytes: Uint8Array, start: number, end: number): ItemHeader | ItemHeaderFault {
  const objectStart = skipSpace(bytes, start, end);
  if (objectStart === end) return 'item-truncated';

  let type: string | undefined;
  let length: number | undefined;
  let itemCount: number | undefined;
  let attachmentType: string | undefined;
  let platform: string | undefined;
  let contentType: string | undefined;
  let seen = 0;
  const objectEnd = walkObject(bytes, objectStart, end, (keyStart, keyEnd, from, to) => {
    const field = FIELDS.match(bytes, keyStart, keyEnd);
    if (field === undefined) return true;
    if ((seen & field.bit) !== 0) return false;
    seen |= field.bit;
    switch (field.name) {
      case 'type':
        return (type = readString(bytes, from, to)) !== undefined;
      case 'length':
        return (length = readUnsigned(bytes, from, to, MAX_U32)) !== undefined || isNull(bytes, from, to);
      case 'item_count':
        return (itemCount = readUnsigned(bytes, from, to, MAX_U32)) !== undefined || isNull(bytes, from, to);
      case 'attachment_type':
        return (attachmentType = readString(bytes, from, to)) !== undefined || isNull(bytes, from, to);
      case 'content_type':
        return (contentType = readString(bytes, from, to)) !== undefined || isNull(bytes, from, to);
      case 'platform':
        return (platform = readString(bytes, from, to)) !== undefined || isNull(bytes, from, to);
      case 'filename':
        return isString(bytes, from) || isNull(bytes, from, to);
      case 'meta_length':
        return readUnsigned(bytes, from, to, MAX_U32) !== undefined || isNull(bytes, from, to);
      case 'routing_hint':
        return isUuid(readString(bytes, from, to) ?? '') || isNull(bytes, from, to);
      default:
        return isBoolean(bytes, from, to);
    }
  });

  if (objectEnd === INVALID || type === undefined) return 'item-malformed';
  if (type === INTERNAL_TYPE) return 'item-internal';
  if (objectEnd !== end) return 'newline-missing';
  return { type, length, itemCount, attachmentType, platform, contentType };
}
