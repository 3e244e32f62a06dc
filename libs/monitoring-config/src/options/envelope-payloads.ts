/**
 * Replaces payloads of an envelope in place, for items of the given types. In the SDK's hook `beforeEnvelope` events, transactions,
 * streamed spans and logs are complete, with the changes of integrations and `beforeSend`.
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

/** Serialised payloads and attachments are text or bytes and stay. */
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

/** Replaces the trace in an envelope's header. It contains the name of the root span, for sampling rules. */
export function rewriteTraceHeader(envelope: unknown, rewrite: (trace: object) => object): void {
  const header: unknown = Array.isArray(envelope) ? envelope[0] : undefined;
  if (isObject(header) && 'trace' in header && isObject(header.trace)) header.trace = rewrite(header.trace);
}
