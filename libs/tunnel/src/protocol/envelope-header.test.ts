import { advanceSentAt, parseEnvelopeHeader } from './envelope-header.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string): Readonly<Record<string, unknown>> | undefined =>
  parseEnvelopeHeader(encode(text));

const UUID = '9ec79c33ec9942ab8353589fcb2e04dc';

describe('parseEnvelopeHeader', () => {
  it("reads Relay's own fields and passes over the others", () => {
    const line = `{"event_id":"${UUID}","sent_at":"2026-07-01T12:00:00.123Z","dsn":"https://a@b.example/1","sdk":{"name":"x","version":"1"},"version":7,"no_cache":false,"client":null,"trace":{"trace_id":"${UUID}"}}`;

    expect(parse(line)).toEqual({
      event_id: UUID,
      sent_at: '2026-07-01T12:00:00.123Z',
      dsn: 'https://a@b.example/1',
      sdk: '{"name":"x","version":"1"}',
      version: 7,
      no_cache: false,
      client: null,
    });
  });

  it.each([
    ['{"dsn":"https://a@b.example/1"}', 'https://a@b.example/1'],
    ['{"dsn":"https:\\/\\/a@b.example\\/1"}', 'https://a@b.example/1'],
    ['{"d\\u0073n":"https://a@b.example/1"}', 'https://a@b.example/1'],
    ['{"x":"🚇","dsn":"https://a@b.example/1"}', 'https://a@b.example/1'],
    ['{"dsn":"https://ü@b.example/1"}', 'https://ü@b.example/1'],
    ['{"dsn":""}', ''],
  ])('reads the dsn of %s', (line, dsn) => {
    expect(parse(line)?.dsn).toBe(dsn);
  });

  it('has no dsn that stands elsewhere', () => {
    expect(parse('{"__proto__":{"dsn":"https://a@b.example/1"},"x":{"dsn":1}}')).toEqual({});
  });

  const RIGHT_AND_WRONG: [field: string, right: string[], wrong: string[]][] = [
    ['event_id', ['null', `"${UUID}"`, '"9EC79C33-EC99-42AB-8353-589FCB2E04DC"'], ['""', '"xyz"', '1', '[]']],
    ['sent_at', ['null', '"2026-07-01T12:00:00Z"'], ['"123"', '1', '""', '{}']],
    ['dsn', ['null', '""', '"anything"'], ['7', '["a"]', 'true', '{}']],
    ['trace', ['null', '1', '"x"', '{"trace_id":1}', '[]'], []],
    ['client', ['null', '""'], ['1', '{}']],
    ['origin', ['null', '"https://app.example/"'], ['"null"', '""', '1']],
    [
      'remote_addr',
      [
        'null',
        '"192.0.2.1"',
        '"2001:db8::1"',
        '"::ffff:192.0.2.1"',
        '"01:db8::01"',
        '"0.0.0.0"',
        '"255.249.199.99"',
        '"::ffff:1"',
        '"::"',
      ],
      [
        '""',
        '"host"',
        '"fe80::1%eth0"',
        '"192.0.2.01"',
        '"01.0.2.1"',
        '"192.0.2.256"',
        '"192.0.2"',
        '"192.0.2.1.1"',
        '"192.0.2.1."',
        '"::1]/x"',
        '"1:2:3"',
        '"::ffff:192.0.02.1"',
        '"::ffff:01.0.2.1"',
        '1',
      ],
    ],
    ['forwarded_for', ['""', '"192.0.2.1, 10.0.0.1"'], ['null', '1']],
    ['user_agent', ['null', '"Mozilla/5.0"'], ['1', '[]']],
    [
      'client_hints',
      ['{}', '{"sec_ch_ua":null,"other":1}', '{"sec_ch_ua_model":"a"}'],
      [
        'null',
        '[]',
        '"a"',
        '1',
        '{"sec_ch_ua":1}',
        '{"sec_ch_ua_platform":{}}',
        '{"sec_ch_ua_platform_version":1}',
        '{"sec_ch_ua_model":true}',
      ],
    ],
    ['no_cache', ['true', 'false'], ['null', '1', '"true"']],
    ['version', ['7', '0', '65535'], ['null', '"7"', '7.0', '7e0', '-7', '65536', 'true']],
    ['retention', ['null', '90'], ['90.5', '-1', '"90"', '65536', 'false']],
    ['downsampled_retention', ['null', '90'], ['90.0', '-1', '"90"', '65536', '[]']],
    ['required_features', ['[]', '["organizations:x"]'], ['null', '{}', '[1]', '["a",null]', '"a"']],
  ];

  it.each(RIGHT_AND_WRONG)('holds %s to its type', (field, right, wrong) => {
    for (const value of right)
      expect([value, parse(`{"${field}":${value}}`)]).not.toEqual([value, undefined]);
    for (const value of wrong) expect([value, parse(`{"${field}":${value}}`)]).toEqual([value, undefined]);
  });

  it.each(RIGHT_AND_WRONG)('takes %s once, however it is written', (field, [value = '']) => {
    const escaped = `${field.slice(0, -1)}\\u00${field.charCodeAt(field.length - 1).toString(16)}`;

    expect(parse(`{"${field}":${value},"x":{"${field}":${value}}}`)).toBeDefined();
    expect(parse(`{"${escaped}":${value}}`)).toBeDefined();
    expect(parse(`{"${field}":${value},"${field}":${value}}`)).toBeUndefined();
    expect(parse(`{"${field}":${value},"${escaped}":${value}}`)).toBeUndefined();
  });

  it('takes an unknown key twice', () => {
    expect(parse('{"x":1,"x":2}')).toEqual({});
  });

  it.each(['{}', ' \t{}', '{ }'])('takes %j', (line) => {
    expect(parse(line)).toEqual({});
  });

  it.each([
    '',
    ' ',
    '[]',
    'null',
    '"{}"',
    '{',
    '{} ',
    '{}\r',
    '{}{}',
    '\ufeff{}',
    '{"x":1e999}',
    '{"x":"\\ud800"}',
    `{"x":${'['.repeat(127)}${']'.repeat(127)}}`,
    '['.repeat(60_000),
  ])('refuses %.20j', (line) => {
    expect(parse(line)).toBeUndefined();
  });

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
    ['2016-12-31T23:59:60Z', 0, '2017-01-01T00:00:00.000Z'],
    ['1926-07-01T12:00:00Z', 500, '1926-07-01T12:00:00.500Z'],
    ['9999-12-31T23:59:59.999Z', 1, '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00+01:00', 0, '0000-01-01T00:00:00.000Z'],
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

  it.each(['{"dsn":"a"}', ' { "dsn":"a"}', '{}', '{ }', '{"sent_at":null}'])('leaves %s as it is', (line) => {
    expect(advance(line, 3_600_000)).toBe(line);
  });

  it('does not write to the line', () => {
    const line = encode('{"sent_at":"2026-07-01T12:00:00.000Z"}');
    const before = line.slice();

    advanceSentAt(line, 1_000);

    expect(line).toEqual(before);
  });
});
