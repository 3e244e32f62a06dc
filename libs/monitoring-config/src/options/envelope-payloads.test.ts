import { rewritePayloads, rewriteTraceHeader } from './envelope-payloads.ts';

const TYPES = new Set(['event']);
const mark = () => ({ marked: true });

describe(rewritePayloads, () => {
  it('replaces the payloads of the types it is given, in place', () => {
    const envelope = [
      {},
      [
        [{ type: 'event' }, { message: 'x' }],
        [{ type: 'session' }, { sid: '1' }],
      ],
    ];

    rewritePayloads(envelope, TYPES, mark);

    expect(envelope).toEqual([
      {},
      [
        [{ type: 'event' }, { marked: true }],
        [{ type: 'session' }, { sid: '1' }],
      ],
    ]);
  });

  it.each([
    [undefined],
    [[]],
    [[{}, 'items']],
    [[{}, [null, 'item', [], ['header', {}], [null, {}], [{}, {}], [{ type: 7 }, {}]]]],
    [
      [
        {},
        [
          [{ type: 'event' }, 'text'],
          [{ type: 'event' }, null],
          [{ type: 'event' }, new Uint8Array(2)],
        ],
      ],
    ],
  ])('does not change other values: %j', (envelope) => {
    const before = structuredClone(envelope);

    rewritePayloads(envelope, TYPES, mark);

    expect(envelope).toEqual(before);
  });
});

describe(rewriteTraceHeader, () => {
  it('replaces the trace in the header, in a copy', () => {
    const trace = { transaction: 'a' };
    const envelope = [{ trace }, []];

    rewriteTraceHeader(envelope, mark);

    expect([envelope[0], trace]).toEqual([{ trace: { marked: true } }, { transaction: 'a' }]);
  });

  it.each([[undefined], [[null, []]], [[{}, []]], [[{ trace: 'text' }, []]]])(
    'leaves %j as it is',
    (envelope) => {
      const before = structuredClone(envelope);

      rewriteTraceHeader(envelope, mark);

      expect(envelope).toEqual(before);
    },
  );
});
