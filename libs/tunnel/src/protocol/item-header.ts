import { createNameTable, isBoolean, isNull, isString, readString, readUnsigned } from './json-values.ts';
import { INVALID, skipSpace, walkObject } from './json-bytes.ts';
import { isUuid } from './uuid.ts';

/** What an item's header says that matters to its way through the tunnel. */
export interface ItemHeader {
  readonly type: string;
  /** Bytes of the payload; `undefined` where it ends at the next newline. */
  readonly length: number | undefined;
  /** How many items a container says it holds. */
  readonly itemCount: number | undefined;
  readonly attachmentType: string | undefined;
  readonly platform: string | undefined;
  readonly contentType: string | undefined;
}

/** Why an item's header line is refused. */
export type ItemHeaderFault = 'item-malformed' | 'item-truncated' | 'item-internal' | 'newline-missing';

const MAX_U32 = 0xffff_ffff;

/** Written by Relay between its own parts; another Relay refuses it (`ItemType::is_internal`). */
const INTERNAL_TYPE = 'integration';

// Every field of Relay's `ItemHeaders` (envelope/item.rs). Its derived deserializer refuses a value of another type,
// and a field given twice; whatever else a header holds passes.
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
 * As in Relay white space may stand before the object, and nothing at all after it: there a `\r` or a space is a
 * newline that is missing. Stricter than Relay, which reads a stream of JSON: the object ends on its line, and a line
 * without one is refused wherever it stands.
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
