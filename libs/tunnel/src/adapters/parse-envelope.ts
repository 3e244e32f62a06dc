import { NEWLINE } from '@adit/envelope';

/** An envelope as the SDK's transports take it: its header, and its items with their payloads as bytes. */
export type ParsedEnvelope = readonly [object, readonly (readonly [object, Uint8Array])[]];

interface ItemHeader {
  readonly length?: number;
}

const decoder = new TextDecoder();

/** Parses an envelope that the SDK has written. */
export function parseEnvelope(bytes: Uint8Array): ParsedEnvelope {
  let at = 0;
  const take = (end: number): Uint8Array => {
    const taken = bytes.subarray(at, end);
    at = end + 1;
    return taken;
  };
  const takeLine = (): Uint8Array => {
    const end = bytes.indexOf(NEWLINE, at);
    return take(end < 0 ? bytes.byteLength : end);
  };
  const takeHeader = (): ItemHeader => JSON.parse(decoder.decode(takeLine())) as ItemHeader;
  const header = takeHeader();
  const items: [object, Uint8Array][] = [];
  while (at < bytes.byteLength) {
    const item = takeHeader();
    items.push([item, item.length === undefined ? takeLine() : take(at + item.length)]);
  }
  return [header, items];
}
