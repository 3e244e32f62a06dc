/** One item of an envelope to build. */
export interface EnvelopeItemInput {
  /** The item's `type`. */
  type: string;
  /** Bytes and strings are used unchanged; anything else is written as JSON. */
  payload: string | Uint8Array | object;
  /** Further fields of the item header. */
  header?: Record<string, unknown>;
  /** Omits `length`, so that the payload ends at the next newline. */
  implicitLength?: boolean;
}

/** An envelope to build. */
export interface EnvelopeInput {
  /** Further fields of the envelope header. */
  header?: Record<string, unknown>;
  /** The header's `dsn`; omitted if not given. */
  dsn?: string;
  items: readonly EnvelopeItemInput[];
}

/**
 * Writes an envelope as bytes: `Headers { "\n" Item }`, without a final newline.
 * @see https://develop.sentry.dev/sdk/foundations/transport/envelopes/
 */
export function buildEnvelope({ header, dsn, items }: EnvelopeInput): Uint8Array<ArrayBuffer> {
  const lines: Buffer[] = [jsonBytes({ ...(dsn === undefined ? {} : { dsn }), ...header })];
  for (const item of items) {
    const payload = payloadBytes(item.payload);
    const length = item.implicitLength === true ? {} : { length: payload.byteLength };
    lines.push(jsonBytes({ type: item.type, ...length, ...item.header }), payload);
  }
  return new Uint8Array(
    Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [NEWLINE, line]))),
  );
}

const NEWLINE = Buffer.from('\n');

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function payloadBytes(payload: EnvelopeItemInput['payload']): Buffer {
  if (typeof payload === 'string') return Buffer.from(payload);
  return ArrayBuffer.isView(payload)
    ? Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
    : jsonBytes(payload);
}

/** One DSN of each form that the libraries must support. None is in use. */
export const TEST_DSNS = {
  /** Sentry's own service, in the region whose host has no region name. */
  saas: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
  /** Sentry's own service in a named region. */
  regional: 'https://fedcba9876543210fedcba9876543210@o450.ingest.de.sentry.io/4510',
  /** A self-hosted Sentry with a port and a path. */
  selfHosted: 'https://key@sentry.example.com:9000/base/7',
} as const;
