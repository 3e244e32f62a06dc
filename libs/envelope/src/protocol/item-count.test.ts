import fc from 'fast-check';
import { countItems } from '../../testing/count-items.helper.ts';
import { ITEM_TYPES, type ItemFacts } from './item-rules.ts';
import type { DiscardKind } from './data-category.ts';

const item = (type: string, facts: Partial<ItemFacts> = {}): ItemFacts => ({ type, bytes: 100, ...facts });

const counted = (items: readonly ItemFacts[], kind: DiscardKind): Record<string, number> =>
  Object.fromEntries(countItems(items, kind).map(({ category, quantity }) => [category, quantity]));

describe('createItemCount', () => {
  it.each<[string, Partial<ItemFacts>, Record<string, number>]>([
    // Specification of client reports: a dropped transaction is one span more than the spans inside.
    ['transaction', { spanCount: 7 }, { transaction: 1, span: 8 }],
    ['transaction', {}, { transaction: 1, span: 1 }],
    ['profile', { platform: 'node' }, { profile: 1 }],
    ['span', { itemCount: 20 }, { span: 20 }],
    ['log', { itemCount: 20 }, { log_byte: 100, log_item: 20 }],
    ['trace_metric', { itemCount: 20 }, { trace_metric: 20, trace_metric_byte: 100 }],
    ['check_in', {}, { monitor: 1 }],
    ['session', { itemCount: 5 }, {}],
    ['client_report', { itemCount: 5 }, {}],
    ['never_seen', { itemCount: 5 }, {}],
  ])('counts %s %j as an SDK would: %j', (type, facts, expected) => {
    expect(counted([item(type, facts)], 'discarded_events')).toEqual(expected);
    expect(counted([item(type, facts)], 'filtered_events')).toEqual(expected);
  });

  it.each<[string, Partial<ItemFacts>, Record<string, number>]>([
    ['transaction', { spanCount: 7 }, { transaction: 1, transaction_indexed: 1, span: 8, span_indexed: 8 }],
    ['profile', { platform: 'node' }, { profile: 1, profile_indexed: 1, profile_backend: 1 }],
    ['profile', { platform: 'cocoa' }, { profile: 1, profile_indexed: 1, profile_ui: 1 }],
    ['profile_chunk', { platform: 'node' }, { profile_chunk: 1 }],
    ['span', { itemCount: 20 }, { span: 20, span_indexed: 20 }],
    // An empty payload is one byte (item.rs).
    ['attachment', { bytes: 0 }, { attachment: 1, attachment_item: 1 }],
    ['log', { bytes: 0 }, { log_byte: 1, log_item: 1 }],
    // Only containers hold many (`can_support_container`).
    ['event', { itemCount: 9 }, { error: 1 }],
    ['attachment', { itemCount: 9 }, { attachment: 100, attachment_item: 1 }],
    ['user_report', { itemCount: 9 }, { feedback: 1 }],
    ['replay_event', { itemCount: 9 }, { replay: 1 }],
    ['profile', { itemCount: 9 }, { profile: 9, profile_indexed: 9 }],
    ['profile_chunk', { itemCount: 9, platform: 'node' }, { profile_chunk: 9 }],
    ['check_in', { itemCount: 9 }, { monitor: 9 }],
  ])('counts %s %j as a relay would: %j', (type, facts, expected) => {
    expect(counted([item(type, facts)], 'rate_limited_events')).toEqual(expected);
  });

  it('adds up the items of an envelope', () => {
    const items = [
      item('attachment'),
      item('attachment', { bytes: 5 }),
      item('client_report'),
      item('event'),
    ];
    expect(counted(items, 'rate_limited_events')).toEqual({ attachment: 105, attachment_item: 2, error: 1 });
  });

  it.each([
    [['event', 'event.minidump'], 1],
    [['event.minidump', 'event'], 1],
    [['event.minidump', 'event.breadcrumbs', 'event.breadcrumbs'], 1],
    [['event.minidump'], 1],
    [['event.attachment'], undefined],
    [['transaction', 'event.minidump'], undefined],
  ])('counts one event however many files it is made from: %j', (parts, errors) => {
    const items = parts.map((part) =>
      part.startsWith('event.') ? item('attachment', { attachmentType: part }) : item(part),
    );
    expect(counted(items, 'rate_limited_events')['error']).toBe(errors);
  });

  it.each([
    [{ itemCount: 4_294_967_295 }, 100],
    [{ itemCount: 101 }, 100],
    [{ itemCount: 100 }, 100],
    [{ itemCount: 2.9 }, 2],
    [{ itemCount: 0 }, undefined],
    [{ itemCount: -5 }, undefined],
    [{ itemCount: Number.NaN }, undefined],
    [{ itemCount: Number.POSITIVE_INFINITY }, 100],
  ])('does not multiply what a client claims: %j', (facts, expected) => {
    expect(counted([item('log', facts)], 'discarded_events')['log_item']).toBe(expected);
  });

  it('yields whole, positive numbers, each category once, whatever is claimed', () => {
    const facts = fc.record(
      {
        type: fc.oneof(fc.constantFrom(...ITEM_TYPES), fc.string()),
        attachmentType: fc.option(fc.constantFrom('event.minidump', 'event.attachment'), { nil: undefined }),
        platform: fc.option(fc.constantFrom('cocoa', 'node', ''), { nil: undefined }),
        itemCount: fc.option(fc.double(), { nil: undefined }),
        spanCount: fc.option(fc.double(), { nil: undefined }),
        bytes: fc.nat(),
      },
      { requiredKeys: ['type', 'bytes'] },
    );
    const kinds = fc.constantFrom<DiscardKind>('discarded_events', 'rate_limited_events');
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 6 }), kinds, (items, kind) => {
        const quantities = countItems(items, kind);
        const totalBytes = items.reduce((total, { bytes }) => total + bytes + 1, 0);
        expect(new Set(quantities.map(({ category }) => category)).size).toBe(quantities.length);
        for (const { quantity } of quantities) {
          expect(Number.isSafeInteger(quantity)).toBe(true);
          expect(quantity).toBeGreaterThan(0);
          expect(quantity).toBeLessThanOrEqual(totalBytes);
        }
      }),
    );
  });
});
