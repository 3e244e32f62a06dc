import { envelopeItemTypeToDataCategory } from '@sentry/core';
import {
  createsEvent,
  ITEM_TYPES,
  itemRule,
  parseLimitedCategory,
  requiresEvent,
  type ItemFacts,
} from './item-rules.ts';
import { DATA_CATEGORIES, type DataCategory, type DiscardKind } from './data-category.ts';
import { countItems } from '../../testing/count-items.helper.ts';

const item = (type: string, facts: Partial<ItemFacts> = {}): ItemFacts => ({ type, bytes: 100, ...facts });

const counted = (items: readonly ItemFacts[], kind: DiscardKind): Record<string, number> =>
  Object.fromEntries(countItems(items, kind).map(({ category, quantity }) => [category, quantity]));

describe('what a limit on everything does (Relay, tests/integration/test_proxy.py)', () => {
  // ITEM_TYPE_RATE_LIMIT_BEHAVIORS, row by row: 100 bytes of payload each. `undefined`: passes, without a 429.
  it.each<[string, Partial<ItemFacts>, Record<string, number> | undefined, 'dropped' | 'forwarded']>([
    ['bogus_type', {}, undefined, 'forwarded'],
    ['client_report', {}, undefined, 'forwarded'],
    ['form_data', {}, undefined, 'forwarded'],
    ['nel', {}, undefined, 'forwarded'],
    ['profile_chunk', { platform: 'cocoa' }, { profile_chunk_ui: 1 }, 'dropped'],
    ['profile_chunk', {}, undefined, 'forwarded'],
    ['metric_buckets', {}, {}, 'forwarded'],
    ['sessions', {}, {}, 'forwarded'],
    ['session', {}, {}, 'dropped'],
    ['event', {}, { error: 1 }, 'dropped'],
    ['transaction', {}, { span: 1, span_indexed: 1, transaction: 1, transaction_indexed: 1 }, 'dropped'],
    ['security', {}, { security: 1 }, 'dropped'],
    ['attachment', {}, { attachment: 100, attachment_item: 1 }, 'dropped'],
    ['raw_security', {}, { security: 1 }, 'dropped'],
    ['unreal_report', {}, { error: 1 }, 'dropped'],
    ['user_report', {}, { feedback: 1 }, 'dropped'],
    ['feedback', {}, { feedback: 1 }, 'dropped'],
    ['profile', {}, { profile: 1, profile_indexed: 1 }, 'dropped'],
    ['replay_event', {}, { replay: 1 }, 'dropped'],
    ['replay_recording', {}, { replay: 1 }, 'dropped'],
    ['replay_video', {}, { replay: 1 }, 'dropped'],
    ['check_in', {}, { monitor: 1 }, 'dropped'],
    ['log', {}, { log_byte: 100, log_item: 1 }, 'dropped'],
    ['span', {}, { span: 1, span_indexed: 1 }, 'dropped'],
  ])('%s %j counts as %j and is %s', (type, facts, outcomes, fate) => {
    const { categories, isDropped } = itemRule(item(type, facts));
    expect(categories.length > 0).toBe(outcomes !== undefined);
    expect(isDropped).toBe(fate === 'dropped');
    expect(counted([item(type, facts)], 'rate_limited_events')).toEqual(outcomes ?? {});
  });
});

describe('itemRule', () => {
  it.each<[string, Partial<ItemFacts>, DataCategory[]]>([
    ['event', {}, ['error']],
    ['transaction', {}, ['transaction']],
    ['security', {}, ['security']],
    ['raw_security', {}, ['security']],
    ['unreal_report', {}, ['error']],
    ['session', {}, ['session']],
    ['sessions', {}, ['session']],
    ['attachment', {}, ['attachment', 'attachment_item']],
    ['attachment', { attachmentType: 'event.attachment' }, ['attachment', 'attachment_item']],
    ['attachment', { attachmentType: 'event.view_hierarchy' }, ['attachment', 'attachment_item']],
    ['attachment', { attachmentType: 'nswitch.dying_message' }, ['attachment', 'attachment_item']],
    ['attachment', { attachmentType: 'unreal.context' }, ['attachment', 'attachment_item']],
    ['attachment', { attachmentType: 'unreal.logs' }, ['attachment', 'attachment_item']],
    ['attachment', { attachmentType: 'never.seen' }, ['attachment', 'attachment_item']],
    ['attachment', { attachmentType: 'event.minidump' }, ['error']],
    ['attachment', { attachmentType: 'event.applecrashreport' }, ['error']],
    ['attachment', { attachmentType: 'event.payload' }, ['error']],
    ['attachment', { attachmentType: 'event.breadcrumbs' }, ['error']],
    ['attachment', { attachmentType: 'playstation.prosperodump' }, ['error']],
    // The attachment type on another item type is ignored.
    ['log', { attachmentType: 'event.minidump' }, ['log_item', 'log_byte']],
    ['trace_metric', {}, ['trace_metric', 'trace_metric_byte']],
    ['replay_event', {}, ['replay']],
    ['replay_recording', {}, ['replay']],
    ['replay_video', {}, ['replay']],
    ['profile', {}, ['profile']],
    ['profile', { platform: 'javascript' }, ['profile', 'profile_ui']],
    ['profile', { platform: 'node' }, ['profile', 'profile_backend']],
    ['profile_chunk', { platform: 'android' }, ['profile_chunk_ui']],
    ['profile_chunk', { platform: 'cocoa' }, ['profile_chunk_ui']],
    ['profile_chunk', { platform: 'python' }, ['profile_chunk']],
    ['profile_chunk_ui', { platform: 'android' }, ['profile_chunk_ui']],
    ['profile_chunk_ui', { platform: 'python' }, ['profile_chunk']],
    ['profile_chunk_ui', {}, []],
    ['span', {}, ['span']],
    ['check_in', {}, ['monitor']],
    ['feedback', {}, ['feedback']],
    ['user_report', {}, ['feedback']],
    ['statsd', {}, ['metric_bucket']],
    ['metric_buckets', {}, ['metric_bucket']],
    ['constructor', {}, []],
    ['__proto__', {}, []],
    ['Event', {}, []],
  ])('%s %j falls under limits on %j', (type, facts, categories) => {
    expect(itemRule(item(type, facts)).categories).toEqual(categories);
  });

  it('has a row for every type, and for no other', () => {
    // `ItemType` in Relay's item.rs without `integration`.
    expect([...ITEM_TYPES].sort()).toEqual([
      'attachment',
      'check_in',
      'client_report',
      'event',
      'feedback',
      'form_data',
      'log',
      'metric_buckets',
      'nel',
      'profile',
      'profile_chunk',
      'profile_chunk_ui',
      'raw_security',
      'replay_event',
      'replay_recording',
      'replay_video',
      'security',
      'session',
      'sessions',
      'span',
      'statsd',
      'trace_metric',
      'transaction',
      'unreal_report',
      'user_report',
    ]);
  });

  // Control: the SDK's own table, whose names ingest never sends for these four (PROTOCOL §2).
  it.each(['profile_chunk', 'trace_metric', 'user_report', 'client_report'] as const)(
    'goes by the names of ingest where those of the SDK would never match: %s',
    (type) => {
      const sdkName: string = envelopeItemTypeToDataCategory(type);
      const { categories } = itemRule(item(type, { platform: 'javascript' }));
      expect(categories).not.toContain(sdkName);
    },
  );
});

describe('createsEvent and requiresEvent', () => {
  // Relay, item.rs: `creates_event` and `requires_event`.
  it.each<[string, boolean, boolean]>([
    ['event', true, true],
    ['transaction', true, true],
    ['security', true, true],
    ['raw_security', true, true],
    ['unreal_report', true, true],
    ['feedback', true, true],
    ['attachment', false, true],
    ['form_data', false, true],
    ['user_report', false, true],
    ['replay_event', false, true],
    ['profile', false, true],
    ['nel', false, false],
    ['session', false, false],
    ['sessions', false, false],
    ['statsd', false, false],
    ['metric_buckets', false, false],
    ['client_report', false, false],
    ['replay_recording', false, false],
    ['replay_video', false, false],
    ['check_in', false, false],
    ['span', false, false],
    ['log', false, false],
    ['trace_metric', false, false],
    ['profile_chunk', false, false],
    ['profile_chunk_ui', false, false],
    ['never_seen', false, false],
    ['toString', false, false],
  ])('%s: %s, %s', (type, creates, requires) => {
    expect(createsEvent(item(type))).toBe(creates);
    expect(requiresEvent(type)).toBe(requires);
  });

  it('covers every type', () => {
    expect(ITEM_TYPES.filter(requiresEvent)).toHaveLength(11);
    expect(ITEM_TYPES.filter((type) => createsEvent(item(type)))).toHaveLength(6);
  });

  it('sees the event a crash file becomes', () => {
    expect(createsEvent(item('attachment', { attachmentType: 'event.minidump' }))).toBe(true);
    expect(createsEvent(item('attachment', { attachmentType: 'event.attachment' }))).toBe(false);
  });
});

describe('parseLimitedCategory', () => {
  it('reads the names an item can fall under', () => {
    const limited = DATA_CATEGORIES.filter((name) => parseLimitedCategory(name) === name);
    const indexed = DATA_CATEGORIES.filter((name) => name.endsWith('_indexed'));
    expect(limited).toEqual(DATA_CATEGORIES.filter((name) => !indexed.includes(name)));
    expect(indexed).toHaveLength(3);
  });

  it('reads the older name of feedback', () => {
    expect(parseLimitedCategory('user_report_v2')).toBe('feedback');
  });

  it.each([
    '',
    'all',
    'default',
    'internal',
    'metric',
    'unknown',
    'Error',
    'error ',
    'transaction_indexed',
    'transaction_processed',
    'monitor_seat',
    'profile_duration',
    'profile_duration_ui',
    'metric_second',
    'replay_video',
    'uptime',
    'seer_autofix',
    'prevent_user',
    'size_analysis',
    'installable_build',
    '__proto__',
  ])('has no use for %j', (name) => {
    expect(parseLimitedCategory(name)).toBeUndefined();
  });
});
