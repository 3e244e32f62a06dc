/** The document that the guide tries. */
export const TRIED_DOCUMENT = {
  version: 1,
  noise: { disabled: ['resize-observer-loop'] },
  rules: [
    { id: 'chat-widget', action: 'drop', when: { message: '*widget.chat.test*' } },
    { id: 'search-requests', action: 'sample', rate: 0.1, when: { message: 'GET /api/search' } },
    {
      id: 'order-not-found',
      action: 'group',
      fingerprint: ['order'],
      when: { message: 'Order * not found' },
    },
    { id: 'hydration-warnings', action: 'drop', when: { message: '*hydration*' } },
  ],
};

const START = Date.UTC(2026, 4, 4, 9, 12);
const MINUTE = 60_000;

const list = <T>(length: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length }, (_, index) => make(index));

const item = (index: number, type: string, payload: object, judged: object = { outcome: 'kept' }) => ({
  at: START + (index % 60) * MINUTE,
  type,
  project: '42',
  payload: { release: 'shop@2.1.0', ...payload },
  standsFor: 16.4,
  ...judged,
});

const error = (type: string, value: string) => ({ exception: { values: [{ type, value }] } });

/** An hour as `policy/recent` answers with it. */
export const TRIED_ITEMS = [
  ...list(24, (index) =>
    item(index, 'event', error('Error', `https://widget.chat.test/loader.js did not answer`)),
  ),
  ...list(100, (index) =>
    item(index, 'transaction', { transaction: 'GET /api/search', event_id: `${index}`.repeat(8) }),
  ),
  ...list(12, (index) => item(index, 'event', error('Error', `Order ${index + 120} not found`))),
  ...list(60, (index) => item(index, 'event', error('TypeError', 'Failed to fetch'))),
  ...list(9, (index) =>
    item(
      index,
      'event',
      { message: 'ResizeObserver loop limit exceeded' },
      { outcome: 'dropped', rule: 'resize-observer-loop' },
    ),
  ),
  ...list(7, (index) =>
    item(index, 'event', error('RangeError', 'Invalid array length'), {
      outcome: 'dropped',
      rule: 'budget:fingerprint',
    }),
  ),
];
