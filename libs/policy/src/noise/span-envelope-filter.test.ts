import { createNoiseFilter } from './noise-filter.ts';
import { createSpanEnvelopeFilter } from './span-envelope-filter.ts';

const segment = (id: string, name: string) => ({ span_id: id, name, is_segment: true, attributes: {} });
const child = (segmentId: string) => ({
  span_id: 'c',
  name: 'child',
  attributes: { 'sentry.segment.id': { value: segmentId, type: 'string' }, odd: null },
});
const batch = (...items: unknown[]) => [{}, [[{ type: 'span', item_count: items.length }, { items }]]];

describe(createSpanEnvelopeFilter, () => {
  it('drops the children of a dropped segment, before or after it and in later batches', () => {
    const { dropSpans } = createSpanEnvelopeFilter(createNoiseFilter({ side: 'server' }));
    const first = batch(child('a'), segment('a', '/404'), child('b'));
    const second = batch(child('a'), segment('b', '/shop'));

    expect([dropSpans(first), dropSpans(second)]).toEqual([2, 1]);
    expect(first).toEqual(batch(child('b')));
    expect(second).toEqual(batch(segment('b', '/shop')));
  });

  it('takes an item out that has nothing left, and leaves the others as they are', () => {
    const { dropSpans } = createSpanEnvelopeFilter(createNoiseFilter({ side: 'server' }));
    const event = [{ type: 'event' }, { message: 'x' }];
    const envelope = [{}, [[{ type: 'span', item_count: 1 }, { items: [segment('a', '/404')] }], event]];

    expect(dropSpans(envelope)).toBe(1);
    expect(envelope).toEqual([{}, [event]]);
  });

  it('remembers a bounded number of segments', () => {
    const { dropSpans } = createSpanEnvelopeFilter(createNoiseFilter({ side: 'server' }));
    for (let index = 0; index <= 100; index += 1) dropSpans(batch(segment(`s${index}`, '/404')));

    expect([dropSpans(batch(child('s0'))), dropSpans(batch(child('s1')))]).toEqual([0, 1]);
  });

  it.each([
    [undefined],
    [[]],
    [[{}, 'items']],
    [[{}, [null, 'item', [], [{ type: 'span' }], [{ type: 'span' }, { items: 1 }], [{}, {}]]]],
    [batch(null, 7, {}, { name: 1, attributes: 'x' })],
  ])('does not change other items: %j', (envelope) => {
    const { dropSpans } = createSpanEnvelopeFilter(createNoiseFilter({ side: 'server' }));
    const before = structuredClone(envelope);

    expect(dropSpans(envelope)).toBe(0);
    expect(envelope).toEqual(before);
  });
});
