import type { EnvelopeFault, EnvelopeItem, EnvelopeVisitor } from './envelope.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** The limit of one envelope on item types that are counted together. */
export interface ItemSizeLimit {
  readonly types: readonly string[];
  /** Payload of one item, in bytes; for a container, the average over the number of items in its `item_count`. */
  readonly maxItemBytes: number;
  readonly maxItems: number;
  /** Payloads of all items together, in bytes. */
  readonly maxTotalBytes: number;
  /** `true`: only for items with a container's content type. `false`: only for the others. Default: for both. */
  readonly container?: boolean;
}

/** A lookup table of limits, made by {@link defineItemSizeLimits}. */
export interface ItemSizeLimits {
  /** The limit for an item, and the type that a refusal names; `undefined` for a type without a limit. */
  readonly find: (item: EnvelopeItem) => NamedLimit | undefined;
}

/** A limit, and the item type that a refusal names. */
export interface NamedLimit {
  readonly limit: ItemSizeLimit;
  readonly type: string;
}

// `ContentType::is_container` in Relay's envelope/content_type.rs, which ignores case.
const CONTAINER_TYPE = /^application\/vnd\.sentry\.items\.(?:log|span\.v2|trace-metric)\+json$/i;

/** Makes a lookup table of limits. If two match an item, the first applies. */
export function defineItemSizeLimits(limits: readonly ItemSizeLimit[]): ItemSizeLimits {
  const ofType = new Map<string, NamedLimit[]>();
  for (const limit of limits) {
    for (const type of limit.types) {
      const named = ofType.get(type);
      if (named === undefined) ofType.set(type, [{ limit, type }]);
      else named.push({ limit, type });
    }
  }
  return {
    find: (item) => ofType.get(item.type)?.find(({ limit }) => fits(limit, item)),
  };
}

/**
 * Relay's limits: the sizes of `Limits::default` (relay-config/src/config.rs), by item type as in
 * `check_envelope_size_limits` (relay-server/src/utils/sizes.rs). Other types have no limit: Relay forwards unknown items. `profile_chunk_ui` is an alias (`ItemType::from_str`).
 */
export const RELAY_LIMITS: ItemSizeLimits = defineItemSizeLimits([
  {
    // max_event_size
    types: ['event', 'transaction', 'security', 'replay_event', 'raw_security', 'feedback', 'form_data'],
    maxItemBytes: MIB,
    maxItems: 1,
    maxTotalBytes: MIB,
  },
  {
    // max_attachment_size, max_attachment_count, max_attachments_size
    types: ['attachment', 'unreal_report', 'user_report'],
    maxItemBytes: 200 * MIB,
    maxItems: 30,
    maxTotalBytes: 200 * MIB,
  },
  // max_replay_compressed_size
  { types: ['replay_recording'], maxItemBytes: 10 * MIB, maxItems: 1, maxTotalBytes: 10 * MIB },
  { types: ['replay_video'], maxItemBytes: 10 * MIB, maxItems: 1, maxTotalBytes: 10 * MIB },
  {
    // max_sessions_size, max_session_count
    types: ['session', 'sessions'],
    maxItemBytes: 10 * MIB,
    maxItems: 100,
    maxTotalBytes: 10 * MIB,
  },
  {
    // max_client_reports_size, max_client_reports_count
    types: ['client_report'],
    maxItemBytes: 100 * KIB,
    maxItems: 100,
    maxTotalBytes: 100 * KIB,
  },
  {
    // max_profile_size
    types: ['profile', 'profile_chunk', 'profile_chunk_ui'],
    maxItemBytes: 50 * MIB,
    maxItems: 1,
    maxTotalBytes: 50 * MIB,
  },
  {
    // max_check_in_size
    types: ['check_in'],
    maxItemBytes: 100 * KIB,
    maxItems: 1,
    maxTotalBytes: 100 * KIB,
  },
  // max_statsd_size
  { types: ['statsd'], maxItemBytes: MIB, maxItems: 1, maxTotalBytes: MIB },
  // max_metric_buckets_size
  { types: ['metric_buckets'], maxItemBytes: MIB, maxItems: 1, maxTotalBytes: MIB },
  // max_log_size, max_container_size
  { types: ['log'], maxItemBytes: 2 * MIB, maxItems: 1, maxTotalBytes: 12 * MIB },
  // max_trace_metric_size, max_container_size
  { types: ['trace_metric'], maxItemBytes: MIB, maxItems: 1, maxTotalBytes: 12 * MIB },
  {
    // max_span_size, max_container_size
    types: ['span'],
    container: true,
    maxItemBytes: 10 * MIB,
    maxItems: 1,
    maxTotalBytes: 12 * MIB,
  },
  {
    // max_span_size, max_standalone_span_count, max_container_size
    types: ['span'],
    container: false,
    maxItemBytes: 10 * MIB,
    maxItems: 25,
    maxTotalBytes: 12 * MIB,
  },
]);

/**
 * The maximum number of items in one envelope. Relay has counts by type only (`Limits`, relay-config/src/config.rs).
 * Those in `RELAY_LIMITS` add up to 265, and unknown types have none. SDKs put one item, or one event and its
 * attachments, into an envelope.
 */
export const MAX_ITEMS = 1_000;

const TOO_MANY_ITEMS: EnvelopeFault = { reason: 'items-too-many' };

interface Spent {
  readonly limit: ItemSizeLimit;
  items: number;
  bytes: number;
}

/**
 * Creates the callbacks that check one envelope's items against the limits, for its scanner. A length beyond a limit is
 * refused at the item's header, a payload without a length as it grows. Too many items are refused like too many bytes:
 * Relay answers both with 413 and the same message.
 */
export function createItemSizeLimits(limits: ItemSizeLimits = RELAY_LIMITS): Required<EnvelopeVisitor> {
  const spending: Spent[] = [];
  let current: Spent | undefined;
  let type = '';
  let items = 0;

  const check = (item: EnvelopeItem, payloadBytes: number): EnvelopeFault | undefined => {
    if (current === undefined) return undefined;
    const { maxItemBytes, maxItems, maxTotalBytes } = current.limit;
    const isWithin =
      sizeOf(item, payloadBytes) <= maxItemBytes &&
      current.items <= maxItems &&
      current.bytes + payloadBytes <= maxTotalBytes;
    return isWithin ? undefined : { reason: 'item-too-large', type };
  };

  return {
    onItem: (item) => {
      items += 1;
      if (items > MAX_ITEMS) return TOO_MANY_ITEMS;
      const named = limits.find(item);
      current = named && spentOn(spending, named.limit);
      type = named?.type ?? '';
      if (current !== undefined) current.items += 1;
      return check(item, item.length ?? 0);
    },
    onItemGrow: check,
    onItemEnd: (item, payloadBytes) => {
      const fault = check(item, payloadBytes);
      if (current !== undefined) current.bytes += payloadBytes;
      return fault;
    },
  };
}

function spentOn(spending: Spent[], limit: ItemSizeLimit): Spent {
  for (const spent of spending) if (spent.limit === limit) return spent;
  const spent = { limit, items: 0, bytes: 0 };
  spending.push(spent);
  return spent;
}

function fits({ container }: ItemSizeLimit, { contentType }: EnvelopeItem): boolean {
  return container === undefined || container === isContainer(contentType);
}

function isContainer(contentType: string | undefined): boolean {
  return contentType !== undefined && CONTAINER_TYPE.test(contentType);
}

/**
 * Counts as `Limit::apply` in sizes.rs: a container by the average size of its items, rounded down. Relay uses the
 * `item_count` of some types only. The others have one limit for an item and for all, so it makes no difference.
 */
function sizeOf({ contentType, itemCount = 1 }: EnvelopeItem, payloadBytes: number): number {
  return itemCount > 1 && isContainer(contentType) ? Math.floor(payloadBytes / itemCount) : payloadBytes;
}
