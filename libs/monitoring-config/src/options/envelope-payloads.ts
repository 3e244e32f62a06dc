/**
 * Replaces payloads of an envelope about to be sent, in place, by the type of their item. The SDK's hook `beforeEnvelope` hands over
 * the envelope itself, so it is the one place where events, transactions, streamed spans and logs are all complete: what
 * integrations and `beforeSend` add is in them.
 */
export function rewritePayloads(
  envelope: unknown,
  types: ReadonlySet<string>,
  rewrite: (payload: object) => object,
): void {
  const items: unknown = Array.isArray(envelope) ? envelope[1] : undefined;
  if (!Array.isArray(items)) return;
  for (const item of items as unknown[]) {
    if (!Array.isArray(item)) continue;
    const [header, payload] = item as unknown[];
    const type = typeof header === 'object' && header !== null && 'type' in header ? header.type : undefined;
    if (typeof type === 'string' && types.has(type) && isObject(payload)) item[1] = rewrite(payload);
  }
}

/** Serialised payloads and attachments are text or bytes, and nobody's to change. */
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

/** Replaces the name of the trace's root in an envelope's header: it travels there too, for sampling rules to read. */
export function rewriteTraceHeader(envelope: unknown, rewrite: (trace: object) => object): void {
  const header: unknown = Array.isArray(envelope) ? envelope[0] : undefined;
  if (isObject(header) && 'trace' in header && isObject(header.trace)) header.trace = rewrite(header.trace);
}
