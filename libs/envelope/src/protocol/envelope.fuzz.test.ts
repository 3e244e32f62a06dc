import fc from 'fast-check';
import { compareEnvelope } from '../../testing/compare-envelope.helper.ts';
import { parseReference } from '../../testing/reference-parser.helper.ts';
import { createEnvelopeScanner } from './envelope.ts';

const TYPES = ['event', 'transaction', 'attachment', 'replay_recording', 'session', 'span', 'log', 'x-new'];
const FIELDS = [
  'length',
  'item_count',
  'content_type',
  'platform',
  'filename',
  'routing_hint',
  'sampled',
  'x',
];
const ODD = [
  'null',
  '0',
  '-0',
  '1.0',
  '4294967296',
  '1e999',
  '"2"',
  'true',
  '[[]]',
  '{"type":1}',
  '"\\ud800"',
  '01',
];

const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];

const member = fc.tuple(
  fc.constantFrom(...FIELDS),
  fc.oneof(fc.constantFrom(...ODD), fc.json({ maxDepth: 2 })),
);
const item = fc
  .record({
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...TYPES) },
      fc.string({ unit: 'binary' }),
      fc.constant('integration'),
    ),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.json().map((text) => Uint8Array.from(bytesOf(text))),
    ),
    lie: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 2 })),
    isCounted: fc.boolean(),
    members: fc.nat({ max: 3 }).chain((roll) => fc.array(member, { maxLength: roll === 0 ? 2 : 0 })),
  })
  .map(({ type, payload, lie, isCounted, members }) => {
    const fields = [`"type":${JSON.stringify(type)}`, ...members.map(([key, value]) => `"${key}":${value}`)];
    if (isCounted) fields.push(`"length":${payload.length + lie}`);
    return [...bytesOf(`{${fields.join()}}`), 0x0a, ...payload];
  });
const header = fc
  .oneof(
    { weight: 6, arbitrary: fc.constant('{"dsn":"https://a@b.example/1","sent_at":"2026-07-01T12:00:00Z"}') },
    fc.date({ noInvalidDate: true }).map((date) => JSON.stringify({ sent_at: date.toISOString() })),
    fc
      .dictionary(
        fc.constantFrom('event_id', 'client', 'version', 'trace', 'x'),
        fc.jsonValue({ maxDepth: 2 }),
      )
      .map((value) => JSON.stringify(value)),
  )
  .map(bytesOf);

/** Mostly well-formed. */
const envelope = fc
  .tuple(header, fc.array(item, { maxLength: 4 }), fc.boolean())
  .map(([first, items, hasNewline]) => [
    ...first,
    ...items.flatMap((bytes) => [0x0a, ...bytes]),
    ...(hasNewline ? [0x0a] : []),
  ]);

/** The same, with a few bytes replaced, inserted or removed. */
const damage = fc.record({
  at: fc.nat(),
  removed: fc.nat({ max: 2 }),
  inserted: fc.array(fc.oneof(fc.constantFrom(...bytesOf('\n\r "{}[],:\\0')), fc.nat({ max: 255 })), {
    maxLength: 2,
  }),
});
const damaged = fc.tuple(envelope, fc.array(damage, { maxLength: 3 })).map(([bytes, damages]) => {
  const result = [...bytes];
  for (const { at, removed, inserted } of damages)
    result.splice(at % (result.length + 1), removed, ...inserted);
  return Uint8Array.from(result);
});

const options = fc.record({
  chunkBytes: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
  isKept: fc.func<[index: number], boolean>(fc.boolean()),
});

const SEED = 1;

describe('an envelope of random items, cut anywhere and damaged', () => {
  it('is read as by the reference, and filtered to an envelope of the kept items', () => {
    fc.assert(
      fc.property(damaged, options, (bytes, how) => {
        expect(compareEnvelope(bytes, how)).toBeUndefined();
      }),
      { numRuns: 2_000, seed: SEED },
    );
  });

  it('is accepted often enough, and refused for every reason, for that to mean something', () => {
    const verdicts = new Map<string, number>();
    for (const bytes of fc.sample(damaged, { numRuns: 2_000, seed: SEED })) {
      const verdict = parseReference(bytes);
      const name = verdict.accepted ? `accepted, ${Math.min(verdict.items.length, 2)} items` : verdict.reason;
      verdicts.set(name, (verdicts.get(name) ?? 0) + 1);
    }

    expect([...verdicts.keys()].sort()).toEqual([
      'accepted, 0 items',
      'accepted, 1 items',
      'accepted, 2 items',
      'header-malformed',
      'item-internal',
      'item-malformed',
      'item-truncated',
      'newline-missing',
    ]);
    expect(Math.min(...verdicts.values())).toBeGreaterThan(10);
  });

  it.each<[fault: string, createScanner: typeof createEnvelopeScanner]>([
    [
      'takes a carriage return for nothing',
      (visitor) => {
        const { push, finish } = createEnvelopeScanner(visitor);
        return { push: (chunk) => push(chunk.filter((byte) => byte !== 0x0d)), finish };
      },
    ],
    [
      'forgives what is missing at the end',
      (visitor) => ({ push: createEnvelopeScanner(visitor).push, finish: () => undefined }),
    ],
    [
      'counts a payload short',
      ({ onItemEnd, ...rest }) =>
        createEnvelopeScanner({
          ...rest,
          onItemEnd: (found, payloadBytes, end) => onItemEnd?.(found, Math.min(payloadBytes, 30), end),
        }),
    ],
  ])('shows a scanner that %s', (_, createScanner) => {
    const check = fc.property(
      damaged,
      options,
      (bytes, how) => compareEnvelope(bytes, { ...how, createScanner }) === undefined,
    );

    expect(fc.check(check, { numRuns: 2_000, seed: SEED, endOnFailure: true }).failed).toBe(true);
  });
});
