/** The byte that ends the header line; a `\r` before it belongs to the line. */
export const NEWLINE = 0x0a;

/**
 * The longest header line that is read, in bytes. Relay knows no limit of its own; the longest header an SDK writes,
 * with a full trace context, has about 1 KiB.
 */
export const MAX_HEADER_LINE_BYTES = 65_536;

// `ignoreBOM` keeps a byte order mark in the text, where JSON does not allow it, as ingest does not.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads an envelope's header line as a JSON object; `undefined` for anything else. */
export function parseEnvelopeHeader(line: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(line));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
