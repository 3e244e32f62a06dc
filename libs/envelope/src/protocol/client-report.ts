import type { DataCategory, DiscardKind } from './data-category.ts';
import type { CategoryQuantity } from './item-count.ts';
import { MAX_REASON_LENGTH } from './rate-limits.ts';

/** A loss: its category, quantity and reason. */
export interface Discard {
  readonly kind: DiscardKind;
  /**
   * For `discarded_events` a reason from the specification. For `rate_limited_events` the reason of the limit, which may
   * be empty.
   */
  readonly reason: string;
  readonly category: DataCategory;
  readonly quantity: number;
}

/** The content of one `client_report` item. */
export interface ClientReport {
  /** The identity of the DSN it is for. */
  readonly dsn: string;
  /** Never empty; no kind, reason and category twice. */
  readonly discards: readonly Discard[];
}

/** Adds up what was dropped, until it is reported. */
export interface DiscardTally {
  /**
   * Adds the items that were dropped from one envelope.
   * @param dsn the identity of the DSN it was for
   * @returns the losses added
   */
  readonly record: (
    dsn: string,
    kind: DiscardKind,
    reason: string,
    quantities: readonly CategoryQuantity[],
  ) => readonly Discard[];
  /** Adds a report that could not be sent again. */
  readonly restore: (report: ClientReport) => void;
  /** The DSNs with losses to report. */
  readonly pendingDsns: () => readonly string[];
  /**
   * Removes and returns the reports for a DSN, as many as their size needs, each for an envelope of its own. Quantities
   * beyond the range of a report stay for the next time.
   */
  readonly take: (dsn: string) => readonly ClientReport[];
  /** As `take`, for all DSNs. */
  readonly drain: () => readonly ClientReport[];
}

/** Options of {@link createDiscardTally}. */
export interface DiscardTallyOptions {
  /**
   * The most sums kept for one DSN; at least 1. Further losses are counted with the reason `generic`. Default 500.
   */
  maxEntriesPerDsn?: number | undefined;
}

/** Enough for every category with twenty reasons. Ingest chooses the reasons, so their number has no bound. */
const DEFAULT_MAX_ENTRIES_PER_DSN = 500;

/** The reason recorded if the tally is full. */
const OVERFLOW_REASON = 'generic';

/**
 * The largest payload of a report, in bytes. Since 2025 Relay accepts 100 KiB in 100 items for each envelope. Before, it
 * accepted 4 KiB in all, as the specification still says.
 */
export const MAX_REPORT_BYTES = 4_096;

/** Braces, the names of the lists and the timestamp. */
const FRAME_BYTES = 160;

/** The field is a `u32` (Relay, `client_report.rs`). Relay adds up equal entries of one envelope in one field. */
const MAX_QUANTITY = 0xffff_ffff;

const encoder = new TextEncoder();

/** Creates a {@link DiscardTally}, empty. */
export function createDiscardTally({
  maxEntriesPerDsn = DEFAULT_MAX_ENTRIES_PER_DSN,
}: DiscardTallyOptions = {}): DiscardTally {
  const tallies = new Map<string, Map<string, Sum>>();

  const add = (dsn: string, discard: Discard): void => {
    let entries = tallies.get(dsn);
    if (entries === undefined) {
      entries = new Map();
      tallies.set(dsn, entries);
    }
    const key = keyOf(discard);
    if (entries.size < maxEntriesPerDsn || entries.has(key)) {
      addTo(entries, key, discard);
    } else {
      const general = { ...discard, reason: OVERFLOW_REASON };
      addTo(entries, keyOf(general), general);
    }
  };

  const take = (dsn: string): readonly ClientReport[] => {
    const entries = [...(tallies.get(dsn)?.values() ?? [])];
    tallies.delete(dsn);
    for (const entry of entries) {
      if (entry.quantity > MAX_QUANTITY) add(dsn, { ...entry, quantity: entry.quantity - MAX_QUANTITY });
    }
    return splitBySize(entries.map(withinField)).map((discards) => ({ dsn, discards }));
  };

  return {
    record: (dsn, kind, reason, quantities) => {
      const acceptedReason = acceptReason(reason);
      const discards = quantities.map(({ category, quantity }) => ({
        kind,
        reason: acceptedReason,
        category,
        quantity,
      }));
      for (const discard of discards) add(dsn, discard);
      return discards;
    },
    restore: ({ dsn, discards }) => {
      for (const discard of discards) add(dsn, discard);
    },
    pendingDsns: () => [...tallies.keys()],
    take,
    drain: () => [...tallies.keys()].flatMap(take),
  };
}

function keyOf({ kind, reason, category }: Discard): string {
  return `${kind}:${category}:${reason}`;
}

type Sum = Omit<Discard, 'quantity'> & { quantity: number };

function addTo(sums: Map<string, Sum>, key: string, { kind, reason, category, quantity }: Discard): void {
  const sum = sums.get(key);
  if (sum === undefined) sums.set(key, { kind, reason, category, quantity });
  else sum.quantity += quantity;
}

/** Relay ignores an entry whose reason is too long. One byte for each character keeps the sizes exact. */
function acceptReason(reason: string): string {
  return reason.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_REASON_LENGTH);
}

function withinField(discard: Discard): Discard {
  return discard.quantity > MAX_QUANTITY ? { ...discard, quantity: MAX_QUANTITY } : discard;
}

function splitBySize(discards: readonly Discard[]): readonly (readonly Discard[])[] {
  const parts: Discard[][] = [];
  let part: Discard[] | undefined;
  let bytes = FRAME_BYTES;
  for (const discard of discards) {
    const entryBytes = JSON.stringify(entryOf(discard)).length + ','.length;
    if (part === undefined || bytes + entryBytes > MAX_REPORT_BYTES) {
      part = [];
      parts.push(part);
      bytes = FRAME_BYTES;
    }
    part.push(discard);
    bytes += entryBytes;
  }
  return parts;
}

function entryOf({ reason, category, quantity }: Discard): object {
  return { reason, category, quantity };
}

/** The other fields of a report's envelope. */
export interface ReportEnvelopeOptions {
  /** Time of the report, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The full DSN, for a receiver that gets no other authentication. */
  readonly dsn?: string | undefined;
}

/**
 * Builds the envelope of a report: one header line and one `client_report` item with a length. Ingest uses `sent_at` to
 * correct a clock that is far off; without it, a report from the future would be dropped.
 */
export function buildClientReport(
  { discards }: ClientReport,
  { nowMs, dsn }: ReportEnvelopeOptions,
): ReturnType<TextEncoder['encode']> {
  const listOf = (kind: DiscardKind): object[] => discards.filter((it) => it.kind === kind).map(entryOf);
  const rateLimited = listOf('rate_limited_events');
  const filtered = listOf('filtered_events');
  const payload = encoder.encode(
    JSON.stringify({
      timestamp: nowMs / 1_000,
      // Relay requires the list, even if it is empty.
      discarded_events: listOf('discarded_events'),
      ...(rateLimited.length > 0 && { rate_limited_events: rateLimited }),
      ...(filtered.length > 0 && { filtered_events: filtered }),
    }),
  );
  const header = JSON.stringify({ dsn, sent_at: new Date(nowMs).toISOString() });
  const itemHeader = JSON.stringify({ type: 'client_report', length: payload.byteLength });
  const head = encoder.encode(`${header}\n${itemHeader}\n`);
  const envelope = new Uint8Array(head.byteLength + payload.byteLength);
  envelope.set(head);
  envelope.set(payload, head.byteLength);
  return envelope;
}
