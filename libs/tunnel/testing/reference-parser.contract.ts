/** A stretch of the envelope that is an item's payload. */
export interface ReferenceItem {
  readonly type: string;
  /** Offset of the item's header line. */
  readonly start: number;
  readonly payloadStart: number;
  readonly payloadEnd: number;
}

/** What the reference makes of an envelope: its items, or the reason it is refused for. */
export type ReferenceVerdict =
  | { readonly accepted: true; readonly items: readonly ReferenceItem[] }
  | { readonly accepted: false; readonly reason: string };

/** A JSON value that forgets nothing: repeated members, and how a number was written. */
type Json =
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: Json])[] }
  | { readonly kind: 'array'; readonly elements: readonly Json[] }
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string };

const HEADER_LINE_LIMIT = 64 * 1024;
const NESTING_LIMIT = 127;

/**
 * Reads an envelope held in memory after Relay's model (PROTOCOL.md §1.1), slowly and in plain steps; shares nothing
 * with what it is compared to. The line model is the tunnel's: a header is one line.
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
    const header = readPrefix(line);
    if (header === undefined) return refuse('item-malformed');
    const fields = readItemFields(header.value);
    if (fields === undefined) return refuse('item-malformed');
    if (fields.type === 'integration') return refuse('item-internal');
    if (header.rest !== '') return refuse('newline-missing');

    const afterLine = rest.slice(line.length + 1);
    const payloadStart = Math.min(start + line.length + 1, text.length);
    const payload =
      fields.length === undefined ? afterLine.split('\n', 1)[0] : afterLine.slice(0, fields.length);
    if (payload === undefined || payload.length < (fields.length ?? 0)) return refuse('item-truncated');
    const afterPayload = afterLine.slice(payload.length);
    if (afterPayload !== '' && !afterPayload.startsWith('\n')) return refuse('newline-missing');
    items.push({ type: fields.type, start, payloadStart, payloadEnd: payloadStart + payload.length });
    rest = afterPayload.slice(1);
  }
  return { accepted: true, items };
}

function refuse(reason: string): ReferenceVerdict {
  return { accepted: false, reason };
}

const U16 = 65_535n;
const U32 = 4_294_967_295n;

function readItemFields(header: Json): { type: string; length: number | undefined } | undefined {
  if (header.kind !== 'object') return undefined;
  const given = (key: string): Json[] =>
    header.members.filter(([name]) => name === key).map(([, value]) => value);
  const fits = (key: string, test: (value: Json) => boolean): boolean =>
    given(key).length === 0 || (given(key).length === 1 && given(key).every(test));

  const isSound =
    given('type').length === 1 &&
    fits('type', isString) &&
    ['length', 'item_count', 'meta_length'].every((key) => fits(key, orNull(isUnsigned(U32)))) &&
    ['attachment_type', 'content_type', 'platform', 'filename'].every((key) => fits(key, orNull(isString))) &&
    fits('routing_hint', orNull(isUuid)) &&
    ['sampled', 'metrics_extracted', 'spans_extracted', 'fully_normalized'].every((key) => fits(key, isFlag));
  if (!isSound) return undefined;

  const [type] = given('type');
  const [length] = given('length');
  return {
    type: textOf(type),
    length: length === undefined || isNull(length) ? undefined : Number(textOf(length)),
  };
}

function isEnvelopeHeader(line: string): boolean {
  const header = readPrefix(line);
  if (header === undefined || header.rest !== '' || header.value.kind !== 'object') return false;
  const { members } = header.value;
  const rules: Record<string, (value: Json) => boolean> = {
    event_id: orNull(isUuid),
    sent_at: orNull((value) => isString(value) && isDateTime(value.text)),
    dsn: orNull(isString),
    trace: () => true,
    client: orNull(isString),
    origin: orNull((value) => isString(value) && isUrl(value.text)),
    remote_addr: orNull((value) => isString(value) && isAddress(value.text)),
    forwarded_for: isString,
    user_agent: orNull(isString),
    client_hints: isClientHints,
    no_cache: isFlag,
    version: isUnsigned(U16),
    retention: orNull(isUnsigned(U16)),
    downsampled_retention: orNull(isUnsigned(U16)),
    required_features: (value) => value.kind === 'array' && value.elements.every(isString),
  };
  return Object.entries(rules).every(([name, rule]) => {
    const given = members.filter(([key]) => key === name);
    return given.length <= 1 && given.every(([, value]) => rule(value));
  });
}

function isClientHints(value: Json): boolean {
  if (value.kind !== 'object') return false;
  // Of a repeated hint the last one counts, as for JSON.parse.
  return [...new Map(value.members)].every(
    ([key, hint]) =>
      !['sec_ch_ua_platform', 'sec_ch_ua_platform_version', 'sec_ch_ua', 'sec_ch_ua_model'].includes(key) ||
      orNull(isString)(hint),
  );
}

const orNull =
  (test: (value: Json) => boolean) =>
  (value: Json): boolean =>
    isNull(value) || test(value);

const isUnsigned =
  (max: bigint) =>
  (value: Json): boolean =>
    value.kind === 'number' && /^\d+$/.test(value.text) && BigInt(value.text) <= max;

function isNull(value: Json): boolean {
  return value.kind === 'word' && value.text === 'null';
}

function isFlag(value: Json): boolean {
  return value.kind === 'word' && value.text !== 'null';
}

function isString(value: Json): value is Extract<Json, { text: string }> {
  return value.kind === 'string';
}

function textOf(value: Json | undefined): string {
  return value !== undefined && 'text' in value ? value.text : '';
}

function isUuid(value: Json): boolean {
  if (!isString(value)) return false;
  const groups = value.text.split('-');
  const isHex = groups.every((group) => /^[0-9a-fA-F]+$/.test(group));
  const lengths = groups.map((group) => group.length).join();
  return isHex && (lengths === '32' || lengths === '8,4,4,4,12');
}

function isDateTime(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-](\d\d):(\d\d))$/.exec(text);
  if (match === null) return false;
  const [, year, month, day, hour, minute, second, , , offsetHour = '0', offsetMinute = '0'] = match;
  // Four hundred years later the calendar is the same, and out of the century `Date.UTC` takes short years for.
  const date = new Date(Date.UTC(Number(year) + 400, Number(month) - 1, Number(day)));
  return (
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 61 &&
    Number(offsetHour) < 24 &&
    Number(offsetMinute) < 60
  );
}

function isAddress(text: string): boolean {
  // The platform's own readings: of a host in a URL, held to the four plain numbers or the brackets' grammar.
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) {
    return text.split('.').every((part) => String(Number(part)) === part && Number(part) < 256);
  }
  const embedded = /:(\d[\d.]*\.[\d.]*)$/.exec(text)?.[1];
  return text.includes(':') && (embedded === undefined || isAddress(embedded)) && isUrl(`http://[${text}]/`);
}

/** Reads one JSON value at the start of a line, and gives back what stands behind it. */
function readPrefix(line: string): { value: Json; rest: string } | undefined {
  const source = { text: line };
  try {
    const value = readValue(source, 0);
    return { value, rest: source.text };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface Source {
  /** What is still to be read. */
  text: string;
}

const SPACE = /^[ \t\r\n]*/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const WORD = /^(?:true|false|null)/;
// A quote, then anything but quotes, backslashes and control characters, or an escape.
const STRING = /^"(?:[ !#-[\]-\uffff]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"/;

function readValue(source: Source, depth: number): Json {
  take(source, SPACE);
  const first = source.text[0];
  if (first === '{' || first === '[') {
    if (depth === NESTING_LIMIT) throw new SyntaxError('nested too deeply');
    return first === '{' ? readObject(source, depth + 1) : readArray(source, depth + 1);
  }
  if (first === '"') return { kind: 'string', text: decodeString(take(source, STRING)) };
  const word = take(source, WORD);
  if (word !== '') return { kind: 'word', text: word };
  const number = take(source, NUMBER);
  if (number === '' || !Number.isFinite(Number(number))) throw new SyntaxError('no value');
  return { kind: 'number', text: number };
}

function readObject(source: Source, depth: number): Json {
  const members: [string, Json][] = [];
  source.text = source.text.slice(1);
  while (!ends(source, '}', members.length)) {
    const key = take(source, STRING);
    if (key === '') throw new SyntaxError('no key');
    take(source, SPACE);
    if (take(source, /^:/) === '') throw new SyntaxError('no colon');
    members.push([decodeString(key), readValue(source, depth)]);
  }
  return { kind: 'object', members };
}

function readArray(source: Source, depth: number): Json {
  const elements: Json[] = [];
  source.text = source.text.slice(1);
  while (!ends(source, ']', elements.length)) elements.push(readValue(source, depth));
  return { kind: 'array', elements };
}

/** Whether the container ends here; if not, takes the comma that is due after its first part. */
function ends(source: Source, bracket: string, partsRead: number): boolean {
  take(source, SPACE);
  if (source.text.startsWith(bracket)) {
    source.text = source.text.slice(1);
    return true;
  }
  if (partsRead > 0) {
    if (take(source, /^,/) === '') throw new SyntaxError('no comma');
    take(source, SPACE);
  }
  return false;
}

function take(source: Source, pattern: RegExp): string {
  const [found = ''] = pattern.exec(source.text) ?? [];
  source.text = source.text.slice(found.length);
  return found;
}

/** From one character for each byte to the text those bytes are in UTF-8. */
function decodeString(token: string): string {
  if (token === '') throw new SyntaxError('no string');
  const bytes = Buffer.from(token, 'latin1');
  const utf8 = bytes.toString('utf8');
  if (!Buffer.from(utf8, 'utf8').equals(bytes)) throw new SyntaxError('not UTF-8');
  const text = JSON.parse(utf8) as string;
  // Half of a surrogate pair becomes U+FFFD on its way through UTF-8.
  if (Buffer.from(text, 'utf8').toString('utf8') !== text) throw new SyntaxError('not Unicode');
  return text;
}

function isUrl(text: string): boolean {
  try {
    return new URL(text).href !== '';
  } catch {
    return false;
  }
}
