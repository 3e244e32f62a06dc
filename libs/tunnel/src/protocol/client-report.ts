import type { DataCategory, DiscardKind } from './data-category.ts';
import type { CategoryQuantity } from './item-count.ts';
import { MAX_REASON_LENGTH } from './rate-limits.ts';

/** What was lost: how much of one category, and why. */
export interface Discard {
  readonly kind: DiscardKind;
  /**
   * For `discarded_events` one of the specification's reasons, for `rate_limited_events` the limit's own reason, which may
   * be empty.
   */
  readonly reason: string;
  readonly category: DataCategory;
  readonly quantity: number;
}

/** What one `client_report` item says. */
export interface ClientReport {
  /** The identity of the DSN it is for. */
  readonly dsn: string;
  /** Never empty; no kind, reason and category twice. */
  readonly discards: readonly Discard[];
}

/** Adds up what was dropped, until it is reported. */
export interface DiscardTally {
  /**
   * Adds what was dropped of one envelope.
   * @param dsn the identity of the DSN it was for
   * @returns what was added
   */
  readonly record: (
    dsn: string,
    kind: DiscardKind,
    reason: string,
    quantities: readonly CategoryQuantity[],
  ) => readonly Discard[];
  /** Puts back what could not be sent. */
  readonly restore: (report: ClientReport) => void;
  /** The DSNs there is something to report for. */
  readonly pendingDsns: () => readonly string[];
  /**
   * Takes out what is to be reported for a DSN, in as many reports as its size needs, each for an envelope of its own.
   * What a report cannot count stays for the next time.
   */
  readonly take: (dsn: string) => readonly ClientReport[];
  /** The same for all DSNs. */
  readonly drain: () => readonly ClientReport[];
}

/** How much a tally holds. */
export interface DiscardTallyOptions {
  /**
   * Different sums kept for one DSN; at least 1. Beyond them the reason is lost, and `generic` stands in its place, but
   * nothing goes uncounted. Default 500.
   */
  maxEntriesPerDsn?: number | undefined;
}

/** Enough for every category under a score of reasons; ingest words the reasons, and could think of more. */
const DEFAULT_MAX_ENTRIES_PER_DSN = 500;

/** Stands for every reason a full tally has no room for. */
const OVERFLOW_REASON = 'generic';

/**
 * The size of a report's payload, in bytes, and how many an envelope may hold. Relay takes 100 KiB and 100 since 2025,
 * but 4 KiB in all before, and the specification still says so.
 */
export const MAX_REPORT_BYTES = 4_096;

/** Braces, the names of the lists and the timestamp. */
const FRAME_BYTES = 160;

/** The field is a `u32` (Relay, `client_report.rs`), and equal entries of one envelope are added up in one. */
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

/** Relay ignores an entry with an overlong reason; one byte a character keeps the sizes right. */
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

/** What the envelope of a report says beside it. */
export interface ReportEnvelopeOptions {
  /** Time of the report, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The whole DSN, for a receiver that is given no other authentication. */
  readonly dsn?: string | undefined;
}

/**
 * The envelope that carries a report: one header line, one `client_report` item of explicit length. `sent_at` lets
 * ingest correct a clock that is far off; a report from the future would be dropped.
 */
export function buildClientReport(
  { discards }: ClientReport,
  { nowMs, dsn }: ReportEnvelopeOptions,
): Uint8Array<ArrayBuffer> {
  const listOf = (kind: DiscardKind): object[] => discards.filter((it) => it.kind === kind).map(entryOf);
  const rateLimited = listOf('rate_limited_events');
  const filtered = listOf('filtered_events');
  const payload = encoder.encode(
    JSON.stringify({
      timestamp: nowMs / 1_000,
      // Required, even where there is nothing in it.
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
