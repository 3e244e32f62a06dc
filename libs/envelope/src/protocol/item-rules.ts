import type { DataCategory } from './data-category.ts';

/** The parts of an item's header line that decide how it is counted. */
export interface ItemFacts {
  /** `type`, known or not. */
  readonly type: string;
  /** `attachment_type`; none means a plain attachment. */
  readonly attachmentType?: string | undefined;
  /** `platform` of profiles and their chunks. */
  readonly platform?: string | undefined;
  /** `item_count`, of containers. */
  readonly itemCount?: number | undefined;
  /** `span_count`, of transactions. */
  readonly spanCount?: number | undefined;
  /** Size of the payload in bytes. */
  readonly bytes: number;
}

/** The effect of rate limits on an item. */
export interface LimitRule {
  /** A limit on any of these applies. If empty, no limit applies, not even one on all categories. */
  readonly categories: readonly DataCategory[];
  /** Whether a limited item is dropped. If not, ingest refuses it. */
  readonly isDropped: boolean;
}

/** The quantity that an item adds to a category. */
export type CountedUnit = 'items' | 'bytes' | 'spans';

/** How an item is limited and counted. */
export interface ItemRule extends LimitRule {
  /** The categories of the report if the item is lost. */
  readonly counts: readonly (readonly [DataCategory, CountedUnit])[];
  /** Also counted by a Relay that enforces a limit, but not in reports of the SDKs. */
  readonly relayCounts?: readonly (readonly [DataCategory, CountedUnit])[];
  /** Whether it is the envelope's event, or ingest makes one from it. Without it, items that need the event are dropped too. */
  readonly createsEvent?: true;
  /** Whether it is a crash file from which ingest makes the event. */
  readonly isCrashFile?: true;
  /** Whether it is useless without the envelope's event. */
  readonly requiresEvent?: true;
  /** Whether one item may contain many, counted in `item_count`. */
  readonly isContainer?: true;
}

/** Never limited, never counted. */
const EXEMPT: ItemRule = { categories: [], isDropped: false, counts: [] };

const REPLAY: ItemRule = { categories: ['replay'], isDropped: true, counts: [['replay', 'items']] };

const SECURITY: ItemRule = {
  categories: ['security'],
  isDropped: true,
  counts: [['security', 'items']],
  createsEvent: true,
  requiresEvent: true,
};

const FEEDBACK: ItemRule = {
  categories: ['feedback'],
  isDropped: true,
  counts: [['feedback', 'items']],
  requiresEvent: true,
};

const PROFILE: ItemRule = {
  categories: ['profile'],
  isDropped: true,
  counts: [['profile', 'items']],
  relayCounts: [['profile_indexed', 'items']],
  requiresEvent: true,
  isContainer: true,
};

const METRICS: ItemRule = { categories: ['metric_bucket'], isDropped: false, counts: [] };

/*
 * A row for each item type. Sources: `quantities`, `creates_event`, `requires_event` and
 * `can_support_container` of Relay's `envelope/item.rs`; `retain_item` of its `utils/rate_limits.rs` for what a limit
 * drops; its `tests/integration/test_proxy.py` for what passes and what is reported.
 *
 * A limit on an indexed category (`transaction_indexed`, `span_indexed`, `profile_indexed`) drops nothing here: Relay's
 * fast path leaves those alone as well, because metrics are still to be extracted (`CheckLimits::NonIndexed`), and asks
 * SDKs to ignore them.
 */
const RULES = {
  // item.rs; data_category.rs: "apply to the entire envelope if it contains an item type `event`".
  event: {
    categories: ['error'],
    isDropped: true,
    counts: [['error', 'items']],
    createsEvent: true,
    requiresEvent: true,
  },
  // test_proxy.py reports all four; the specification of client reports asks SDKs for `transaction`, and for `span`
  // with one more than the spans inside. A limit on `span` is for spans "that are not sent in a transaction".
  transaction: {
    categories: ['transaction'],
    isDropped: true,
    counts: [
      ['transaction', 'items'],
      ['span', 'spans'],
    ],
    relayCounts: [
      ['transaction_indexed', 'items'],
      ['span_indexed', 'spans'],
    ],
    createsEvent: true,
    requiresEvent: true,
  },
  // item.rs, test_proxy.py.
  security: SECURITY,
  raw_security: SECURITY,
  // item.rs: an Unreal crash is an error.
  unreal_report: {
    categories: ['error'],
    isDropped: true,
    counts: [['error', 'items']],
    createsEvent: true,
    requiresEvent: true,
  },
  // rate_limits.rs: a limit on either drops it; test_proxy.py: both are reported.
  attachment: {
    categories: ['attachment', 'attachment_item'],
    isDropped: true,
    counts: [
      ['attachment', 'bytes'],
      ['attachment_item', 'items'],
    ],
    requiresEvent: true,
  },
  // test_proxy.py: dropped, "Do not report outcomes for sessions" (rate_limits.rs).
  session: { categories: ['session'], isDropped: true, counts: [], isContainer: true },
  // test_proxy.py: answered with 429 but forwarded; `retain_item` keeps aggregates.
  sessions: { categories: ['session'], isDropped: false, counts: [], isContainer: true },
  // item.rs: of the three only the event belongs to an event.
  replay_event: { ...REPLAY, requiresEvent: true },
  replay_recording: REPLAY,
  replay_video: REPLAY,
  // item.rs; with a platform see PROFILE_VARIANTS.
  profile: PROFILE,
  // item.rs, test_proxy.py: no category without a platform, so it passes; with one see CHUNK_VARIANTS.
  profile_chunk: EXEMPT,
  // item.rs: "because Android 8.10.0 and 8.11.0 is sending it as the item type".
  profile_chunk_ui: EXEMPT,
  // test_proxy.py reports both.
  span: {
    categories: ['span'],
    isDropped: true,
    counts: [['span', 'items']],
    relayCounts: [['span_indexed', 'items']],
    isContainer: true,
  },
  // rate_limits.rs: a limit on either drops it; test_proxy.py: both are reported.
  log: {
    categories: ['log_item', 'log_byte'],
    isDropped: true,
    counts: [
      ['log_byte', 'bytes'],
      ['log_item', 'items'],
    ],
    isContainer: true,
  },
  // item.rs; bytes since Relay 26.3 (CHANGELOG), as for logs.
  trace_metric: {
    categories: ['trace_metric', 'trace_metric_byte'],
    isDropped: true,
    counts: [
      ['trace_metric', 'items'],
      ['trace_metric_byte', 'bytes'],
    ],
    isContainer: true,
  },
  // item.rs, test_proxy.py.
  check_in: {
    categories: ['monitor'],
    isDropped: true,
    counts: [['monitor', 'items']],
    isContainer: true,
  },
  // item.rs: the newer form is an event of its own, the older belongs to one.
  feedback: { ...FEEDBACK, createsEvent: true },
  user_report: FEEDBACK,
  // test_proxy.py: answered with 429 but forwarded, nothing reported; ingest limits by namespace, bucket by bucket.
  statsd: METRICS,
  metric_buckets: METRICS,
  // test_proxy.py: all of these pass whatever is limited. Form data still goes where its event goes (item.rs).
  client_report: EXEMPT,
  nel: EXEMPT,
  form_data: { ...EXEMPT, requiresEvent: true },
} as const satisfies Readonly<Record<string, ItemRule>>;

/** The item types that Relay knows, except `integration`, which it refuses from clients. */
export type ItemType = keyof typeof RULES;

/** Every {@link ItemType}. */
export const ITEM_TYPES = Object.keys(RULES) as readonly ItemType[];

// A map, so that a type named like a property of objects is unknown too.
const RULES_BY_TYPE: ReadonlyMap<string, ItemRule> = new Map<string, ItemRule>(Object.entries(RULES));

/**
 * Attachments from which ingest makes an event (`creates_event` in item.rs). A limit on errors drops them. Under a limit
 * on attachments alone Relay keeps them, because it needs them for the event.
 */
const CRASH_ATTACHMENT: ItemRule = {
  ...RULES.attachment,
  categories: ['error'],
  createsEvent: true,
  isCrashFile: true,
};

const CRASH_ATTACHMENT_TYPES: ReadonlySet<string | undefined> = new Set([
  'event.minidump',
  'event.applecrashreport',
  'event.payload',
  'event.breadcrumbs',
  'playstation.prosperodump',
]);

/** `ProfileType::from_platform` in relay-profiling: all other platforms are servers. */
const UI_PLATFORMS: ReadonlySet<string> = new Set(['cocoa', 'android', 'javascript']);

const PROFILE_VARIANTS = {
  ui: profileVariant('profile_ui'),
  backend: profileVariant('profile_backend'),
} as const;

const CHUNK_VARIANTS = {
  ui: chunkVariant('profile_chunk_ui'),
  backend: chunkVariant('profile_chunk'),
} as const;

function profileVariant(category: DataCategory): ItemRule {
  return {
    ...PROFILE,
    categories: ['profile', category],
    relayCounts: [
      ['profile_indexed', 'items'],
      [category, 'items'],
    ],
  };
}

function chunkVariant(category: DataCategory): ItemRule {
  return { categories: [category], isDropped: true, counts: [[category, 'items']], isContainer: true };
}

/** The parts of an item's header line that decide its rule. */
export type ItemKind = Pick<ItemFacts, 'type' | 'attachmentType' | 'platform'>;

/** The rule of an item. Items with the same rule get the same object. */
export function itemRule({ type, attachmentType, platform }: ItemKind): ItemRule {
  switch (type) {
    case 'attachment':
      return CRASH_ATTACHMENT_TYPES.has(attachmentType) ? CRASH_ATTACHMENT : RULES.attachment;
    case 'profile':
      return platform === undefined ? PROFILE : PROFILE_VARIANTS[profileKind(platform)];
    case 'profile_chunk':
    case 'profile_chunk_ui':
      return platform === undefined ? EXEMPT : CHUNK_VARIANTS[profileKind(platform)];
    default:
      return RULES_BY_TYPE.get(type) ?? EXEMPT;
  }
}

function profileKind(platform: string): 'ui' | 'backend' {
  return UI_PLATFORMS.has(platform) ? 'ui' : 'backend';
}

/** Whether the item is the envelope's event or makes ingest create one. */
export function createsEvent(item: ItemKind): boolean {
  return itemRule(item).createsEvent === true;
}

/**
 * Whether an item of this type is dropped with the envelope's event. Unknown types stay: "most new item types should be
 * ingested largely independent of events" (item.rs).
 */
export function requiresEvent(type: string): boolean {
  return RULES_BY_TYPE.get(type)?.requiresEvent === true;
}

// Ingest may name other categories, but no item counts as one of them.
const LIMITED_CATEGORIES: ReadonlyMap<string, DataCategory> = new Map([
  ...[...RULES_BY_TYPE.values(), ...Object.values(PROFILE_VARIANTS), ...Object.values(CHUNK_VARIANTS)]
    .flatMap(({ categories }) => categories)
    .map((category): [string, DataCategory] => [category, category]),
  // data_category.rs: the older name for the same.
  ['user_report_v2', 'feedback'],
]);

/** The category a rate limit names, if items can fall under it; `undefined` for every other name. */
export function parseLimitedCategory(name: string): DataCategory | undefined {
  return LIMITED_CATEGORIES.get(name);
}
