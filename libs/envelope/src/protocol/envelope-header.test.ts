import { advanceSentAt, parseEnvelopeHeader, type EnvelopeHeader } from './envelope-header.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string): EnvelopeHeader | undefined => parseEnvelopeHeader(encode(text));

const UUID = '9ec79c33ec9942ab8353589fcb2e04dc';
const EMPTY = { dsn: undefined, eventId: undefined, sdk: undefined, trace: undefined };

describe('parseEnvelopeHeader', () => {
  it('reads the fields that the tunnel uses', () => {
    const line = `{"event_id":"${UUID}","sent_at":"2026-07-01T12:00:00.123Z","dsn":"https://a@b.example/1","sdk":{"name":"x"},"trace":{"trace_id":"${UUID}"}}`;

    expect(parse(line)).toEqual({
      dsn: 'https://a@b.example/1',
      eventId: UUID,
      sdk: { name: 'x' },
      trace: { trace_id: UUID },
    });
  });

  it.each([
    ['{"dsn":"https://a@b.example/1"}', 'https://a@b.example/1'],
    ['{"dsn":"https:\\/\\/a@b.example\\/1"}', 'https://a@b.example/1'],
    ['{"d\\u0073n":"https://a@b.example/1"}', 'https://a@b.example/1'],
    ['{"x":"🚇","dsn":"https://ü@b.example/1"}', 'https://ü@b.example/1'],
    ['{"dsn":""}', ''],
    ['{"__proto__":{"dsn":"https://a@b.example/1"},"x":{"dsn":1}}', undefined],
  ])('reads the dsn of %s', (line, dsn) => {
    expect(parse(line)).toEqual({ ...EMPTY, dsn });
  });

  const RIGHT_AND_WRONG: [field: string, right: string[], wrong: string[]][] = [
    ['event_id', ['null', `"${UUID}"`, '"9EC79C33-EC99-42AB-8353-589FCB2E04DC"'], ['""', '"xyz"', '1', '[]']],
    [
      'sent_at',
      ['null', '"2026-07-01T12:00:00Z"', '"2026-07-01t12:00:00.5+02:00"', '"2016-12-31 23:59:60z"'],
      ['"123"', '1', '""', '{}', '"2026-07-01"', '"2026-07-01T12:00:00"', '"2026-07-01T12:00:00.Z"'],
    ],
    ['dsn', ['null', '""', '"anything"'], ['7', '["a"]', 'true', '{}']],
    // Left to ingest.
    ['trace', ['null', '1', '{"trace_id":1}'], []],
    ['version', ['7.5', '"x"'], []],
  ];

  it.each(RIGHT_AND_WRONG)('checks the type of %s', (field, right, wrong) => {
    for (const value of right)
      expect([value, parse(`{"${field}":${value}}`)]).not.toEqual([value, undefined]);
    for (const value of wrong) expect([value, parse(`{"${field}":${value}}`)]).toEqual([value, undefined]);
  });

  it.each(RIGHT_AND_WRONG.slice(0, 3))('accepts %s once, however it is written', (field, [value = '']) => {
    const escaped = `${field.slice(0, -1)}\\u00${field.charCodeAt(field.length - 1).toString(16)}`;

    expect(parse(`{"${field}":${value},"x":{"${field}":${value}}}`)).toBeDefined();
    expect(parse(`{"${escaped}":${value}}`)).toBeDefined();
    expect(parse(`{"${field}":${value},"${field}":${value}}`)).toBeUndefined();
    expect(parse(`{"${field}":${value},"${escaped}":${value}}`)).toBeUndefined();
  });

  it.each(['{}', ' \t{}', '{ }', '{"x":1,"x":2}'])('accepts %j', (line) => {
    expect(parse(line)).toEqual(EMPTY);
  });

  it.each(['', ' ', '[]', 'null', '"{}"', '{', '{} ', '{}\r', '{}{}', '\ufeff{}', '['.repeat(60_000)])(
    'refuses %.20j',
    (line) => {
      expect(parse(line)).toBeUndefined();
    },
  );

  it('refuses bytes that are not UTF-8', () => {
    expect(parseEnvelopeHeader(Uint8Array.of(0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d))).toBeUndefined();
  });
});

describe('advanceSentAt', () => {
  const advance = (line: string, heldMs: number): string =>
    new TextDecoder().decode(advanceSentAt(encode(line), heldMs));

  it('moves sent_at on by the time held and leaves every other byte', () => {
    expect(advance('{ "x":"é\\u00e9" , "sent_at" :\t"2026-07-01T12:00:00.123Z", "y": 1.0 }', 3_600_000)).toBe(
      '{ "x":"é\\u00e9" , "sent_at" :\t"2026-07-01T13:00:00.123Z", "y": 1.0 }',
    );
  });

  it.each([
    ['2026-07-01T12:00:00.123456789Z', 1, '2026-07-01T12:00:00.124Z'],
    ['2026-07-01T12:00:00+02:00', 0, '2026-07-01T10:00:00.000Z'],
    ['2026-07-01 12:00:00-02:00', 0, '2026-07-01T14:00:00.000Z'],
    ['1926-07-01T12:00:00Z', 500, '1926-07-01T12:00:00.500Z'],
  ])('moves %s by %d ms to %s', (sentAt, heldMs, expected) => {
    expect(advance(`{"sent_at":"${sentAt}"}`, heldMs)).toBe(`{"sent_at":"${expected}"}`);
  });

  it('finds sent_at behind an escape, and not further down', () => {
    expect(
      advance(
        '{"x":{"sent_at":"2020-01-01T00:00:00Z"},"sent\\u005fat":"2026-07-01T12:00:00Z","y":{"sent_at":1}}',
        1_000,
      ),
    ).toBe(
      '{"x":{"sent_at":"2020-01-01T00:00:00Z"},"sent\\u005fat":"2026-07-01T12:00:01.000Z","y":{"sent_at":1}}',
    );
  });

  it('reads a time that is written with escapes', () => {
    expect(advance('{"sent_at":"2026-07-01T12:00:00\\u005a"}', 0)).toBe(
      '{"sent_at":"2026-07-01T12:00:00.000Z"}',
    );
  });

  it.each([
    '{"dsn":"a"}',
    ' { "dsn":"a"}',
    '{}',
    '{ }',
    '{"sent_at":null}',
    '{"sent_at":7}',
    'no JSON',
    // A leap second, and what RFC 3339 cannot write.
    '{"sent_at":"2016-12-31T23:59:60Z"}',
    '{"sent_at":"9999-12-31T23:59:59.999Z"}',
    '{"sent_at":"0000-01-01T00:00:00+23:59"}',
  ])('leaves %s as it is', (line) => {
    expect(advance(line, 3_600_000)).toBe(line);
  });

  it('does not write to the line', () => {
    const line = encode('{"sent_at":"2026-07-01T12:00:00.000Z"}');
    const before = line.slice();

    advanceSentAt(line, 1_000);

    expect(line).toEqual(before);
  });
});
