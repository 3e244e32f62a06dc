/** A range of the envelope: an item's payload. */
export interface ReferenceItem {
  readonly type: string;
  /** Offset of the item's header line. */
  readonly start: number;
  readonly payloadStart: number;
  readonly payloadEnd: number;
}

/** The verdict of the reference on an envelope: its items, or the reason it is refused. */
export type ReferenceVerdict =
  | { readonly accepted: true; readonly items: readonly ReferenceItem[] }
  | { readonly accepted: false; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

const HEADER_LINE_LIMIT = 64 * 1024;

/**
 * Reads an envelope held in memory after Relay's model (PROTOCOL.md §1.1), slowly and in plain steps. Shares no code
 * with the tunnel. As in the tunnel, a header is one line, and only the fields that the tunnel reads are checked.
 */
export function parseReference(envelope: Uint8Array): ReferenceVerdict {
  // One character for each byte, so that offsets in the text are offsets in the envelope.
  const text = Buffer.from(envelope).toString('latin1');
  const [headerLine = ''] = text.split('\n', 1);
  if (headerLine.length > HEADER_LINE_LIMIT) return refuse('header-too-long');
  if (!isEnvelopeHeader(headerLine)) return refuse('header-malformed');
  return parseItems(text, headerLine.length + 1);
}

function parseItems(text: string, firstItem: number): ReferenceVerdict {
  const items: ReferenceItem[] = [];
  let rest = text.slice(firstItem);
  while (rest !== '') {
    const start = text.length - rest.length;
    const [line = ''] = rest.split('\n', 1);
    if (line.length > HEADER_LINE_LIMIT) return refuse('item-header-too-long');
    if (/^[ \t\r]*$/.test(line)) return refuse('item-truncated');
    const fields = readObject(line, ITEM_FIELDS);
    if (fields === undefined || !isItemHeader(fields)) return refuse('item-malformed');
    const { type } = fields;
    if (type === 'integration') return refuse('item-internal');
    if (!line.endsWith('}')) return refuse('newline-missing');

    const length = fields['length'] ?? undefined;
    const afterLine = rest.slice(line.length + 1);
    const payloadStart = Math.min(start + line.length + 1, text.length);
    const payload = length === undefined ? afterLine.split('\n', 1)[0] : afterLine.slice(0, Number(length));
    if (payload === undefined || payload.length < Number(length ?? 0)) return refuse('item-truncated');
    const afterPayload = afterLine.slice(payload.length);
    if (afterPayload !== '' && !afterPayload.startsWith('\n')) return refuse('newline-missing');
    items.push({ type, start, payloadStart, payloadEnd: payloadStart + payload.length });
    rest = afterPayload.slice(1);
  }
  return { accepted: true, items };
}

function refuse(reason: string): ReferenceVerdict {
  return { accepted: false, reason };
}

const ITEM_FIELDS = ['type', 'length', 'item_count', 'attachment_type', 'content_type', 'platform'];
const COUNTS = ['length', 'item_count'];

function isItemHeader(fields: Fields): fields is Fields & { type: string } {
  return ITEM_FIELDS.every((name) => {
    const value = fields[name] ?? undefined;
    if (name === 'type') return typeof value === 'string';
    if (value === undefined) return true;
    return COUNTS.includes(name) ? isCount(value) : isString(value);
  });
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && /^\d{1,10}$/.test(String(value)) && value < 2 ** 32;
}

function isEnvelopeHeader(line: string): boolean {
  const fields = readObject(line, ['dsn', 'event_id', 'sent_at']);
  if (fields === undefined || !line.endsWith('}')) return false;
  const { dsn, event_id: eventId, sent_at: sentAt } = fields;
  return (
    isString(dsn ?? '') &&
    (eventId == null || isUuid(eventId)) &&
    (sentAt == null || (isString(sentAt) && isDateTime(sentAt)))
  );
}

const isString = (value: unknown): value is string => typeof value === 'string';

function isUuid(value: unknown): boolean {
  const groups = isString(value) ? value.split('-') : [];
  const lengths = groups.map((group) => group.length).join();
  return groups.every((group) => /^[0-9a-fA-F]+$/.test(group)) && ['32', '8,4,4,4,12'].includes(lengths);
}

function isDateTime(text: string): boolean {
  return (
    /^[0-9-]{10}[Tt ][0-9:]{8}(\.[0-9]+)?([Zz]|[+-][0-9][0-9]:[0-9][0-9])$/.test(text) &&
    text.slice(0, 19).replace(/[0-9]/g, '0').toUpperCase().replace('T', ' ') === '0000-00-00 00:00:00'
  );
}

/** `undefined` for anything but an object of JSON in UTF-8, and if one of these fields is in it twice. */
function readObject(line: string, fields: readonly string[]): Fields | undefined {
  const bytes = Buffer.from(line, 'latin1');
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const keys = isObject ? keysOf(text) : [];
    const isClear = fields.every((name) => keys.filter((key) => key === name).length <= 1);
    return isObject && isClear ? (value as Fields) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Every key of a valid object's own members, as often as it is written. */
function keysOf(text: string): string[] {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g) ?? [];
  const keys: string[] = [];
  let depth = 0;
  tokens.forEach((token, index) => {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token !== ':' && depth === 1 && tokens[index + 1] === ':')
      keys.push(JSON.parse(token) as string);
  });
  return keys;
}
