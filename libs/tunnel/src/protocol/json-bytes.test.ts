import { createNameTable, isBoolean, isNull, readString, readUnsigned } from './json-values.ts';
import { INVALID, MAX_JSON_DEPTH, skipSpace, walkObject } from './json-bytes.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const walk = (bytes: Uint8Array): number => walkObject(bytes, 0, bytes.length, () => true);
const isValue = (value: Uint8Array): boolean => {
  const bytes = new Uint8Array([...encode('{"a":'), ...value, ...encode('}')]);
  return walk(bytes) === bytes.length;
};

describe('walkObject', () => {
  it('tells of each member by the offsets of key and value', () => {
    const text = ' {"a":1 , "b" :"x\\"}", "a":[{"c":2}]} tail';
    const bytes = encode(text);
    const members: string[][] = [];

    const end = walkObject(bytes, 1, bytes.length, (keyStart, keyEnd, valueStart, valueEnd) => {
      members.push([text.slice(keyStart, keyEnd), text.slice(valueStart, valueEnd)]);
      return true;
    });

    expect(members).toEqual([
      ['"a"', '1'],
      ['"b"', '"x\\"}"'],
      ['"a"', '[{"c":2}]'],
    ]);
    expect(text.slice(end)).toBe(' tail');
  });

  it('stops where the visitor has seen enough', () => {
    const bytes = encode('{"a":1,"b":2}');
    let visits = 0;

    expect(walkObject(bytes, 0, bytes.length, () => (visits += 1) < 1)).toBe(INVALID);
    expect(visits).toBe(1);
  });

  it('reads no further than it is told', () => {
    const bytes = encode('{"a":12}');
    for (let end = 0; end < bytes.length; end += 1) {
      expect(walkObject(bytes, 0, end, () => true)).toBe(INVALID);
    }
  });

  it.each([
    '{}',
    '{ \t\r\n}',
    '{"":[]}',
    '{"a":[ ],"b":{ }}',
    '{"a":[1,2 , 3],"b":true,"c":false,"d":null}',
    '{"a":-0,"b":0.5,"c":-1.25e+10,"d":1E-3,"e":10,"f":0e0}',
    '{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\uDE00"}',
    '{"ключ":"é ‱ 🚇 \u007f\u2028"}',
  ])('takes %s, as JSON.parse does', (text) => {
    const bytes = encode(text);

    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(walk(bytes)).toBe(bytes.length);
  });

  it.each([
    '',
    '[]',
    '"a"',
    'null',
    '{',
    '{"a"',
    '{"a":',
    '{"a":}',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{,}',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{"a":1;"b":2}',
    '{a:1}',
    "{'a':1}",
    '{1:1}',
    '{"a":[}',
    '{"a":[1}',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1 2]}',
    '{"a":[1;2]}',
    '{"a":{"b":1]}',
    '{"a":tru}',
    '{"a":True}',
    '{"a":falsy}',
    '{"a":nul',
    '{"a":undefined}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":-}',
    '{"a":-a}',
    '{"a":.5}',
    '{"a":5.}',
    '{"a":5.e1}',
    '{"a":1e}',
    '{"a":1e+}',
    '{"a":+1}',
    '{"a":0x1}',
    '{"a":1_0}',
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
    '{"a":"\\u12g4"}',
    '{"a":"\\U0041"}',
    '{"a":"\\"}',
    '{"a":"\\',
    '{"a":"\\u00',
    '{"a":"tab\there"}',
    '{"a":"\u0000"}',
    '{"a":"\u001f"}',
    '{"a":/**/1}',
    '{"a":\u00a01}',
  ])('refuses %j, as JSON.parse does', (text) => {
    if (text.startsWith('{')) expect(() => JSON.parse(text) as unknown).toThrow();
    expect(walk(encode(text))).toBe(INVALID);
  });

  it.each([
    '"\\ud800"',
    '"\\udc00"',
    '"\\udc00\\udc00"',
    '"\\ud800x"',
    '"\\ud800\\n"',
    '"\\ud83d\\ud83d"',
    '"\\udbff\\ue000"',
    '"\\ud800\\udbff"',
  ])('refuses %s, half of a surrogate pair', (value) => {
    expect(() => JSON.parse(value) as unknown).not.toThrow();
    expect(isValue(encode(value))).toBe(false);
  });

  it.each(['"\\ud800\\udc00"', '"\\udbff\\udfff"', '"\\ud7ff\\ue000"'])('takes %s', (value) => {
    expect(isValue(encode(value))).toBe(true);
  });

  it.each(['1e999', '-1e999', '1E400', '9'.repeat(400), `1${'0'.repeat(309)}`])(
    'refuses %s, beyond a double',
    (value) => {
      expect(isValue(encode(value))).toBe(false);
    },
  );

  it.each(['1e308', '-1e308', '1e-999', '9'.repeat(308), `0.${'1'.repeat(400)}`])('takes %s', (value) => {
    expect(isValue(encode(value))).toBe(true);
  });

  it('takes exactly the UTF-8 the platform takes', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const isUtf8 = (bytes: Uint8Array): boolean => {
      try {
        decoder.decode(bytes);
        return true;
      } catch {
        return false;
      }
    };
    const seconds = [0x22, 0x40, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
    const tails = [
      [],
      [0x80],
      [0xbf],
      [0x7f],
      [0xc0],
      [0x80, 0x80],
      [0xbf, 0xbf],
      [0x80, 0x7f],
      [0x7f, 0x80],
      [0x80, 0xc0],
    ];
    let compared = 0;
    for (let lead = 0x80; lead < 0x100; lead += 1) {
      for (const second of seconds) {
        for (const tail of tails) {
          const text = Uint8Array.from([lead, second, ...tail]);
          // A quote in it ends the string early.
          if (text.includes(0x22)) continue;
          expect([text, isValue(Uint8Array.from([0x22, ...text, 0x22]))]).toEqual([text, isUtf8(text)]);
          compared += 1;
        }
      }
    }
    expect(compared).toBe(128 * 10 * 10);
  });

  it.each([
    ['objects', '{"a":', '}'],
    ['arrays', '[', ']'],
  ])('nests %s 127 levels deep and no deeper', (_, opening, closing) => {
    const nested = (levels: number): Uint8Array =>
      encode(`${opening.repeat(levels)}${opening === '[' ? '' : '1'}${closing.repeat(levels)}`);

    expect(MAX_JSON_DEPTH).toBe(127);
    // One level is the object around the value.
    expect(isValue(nested(126))).toBe(true);
    expect(isValue(nested(127))).toBe(false);
  });
});

describe('skipSpace', () => {
  it('skips the four kinds of white space JSON knows, within its bounds', () => {
    const bytes = encode('  \t\r\n\u000b ');

    expect(skipSpace(bytes, 0, bytes.length)).toBe(5);
    expect(skipSpace(bytes, 1, 3)).toBe(3);
    expect(skipSpace(bytes, 5, bytes.length)).toBe(5);
  });
});

describe('readUnsigned', () => {
  const read = (text: string, max = 65_535): number | undefined =>
    readUnsigned(encode(text), 0, text.length, max);

  it.each([
    ['0', 0],
    ['7', 7],
    ['65535', 65_535],
  ])('reads %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each(['65536', '-1', '-0', '1.0', '1e0', '"7"', 'null', 'true', '9'.repeat(400)])(
    'refuses %s',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});

describe('readString', () => {
  const read = (text: string): string | undefined => readString(encode(text), 0, encode(text).length);

  it.each(['""', '"event"', '"a\\nb"', '"\\u0065vent"', '"é 🚇"'])('reads %s as JSON.parse does', (text) => {
    expect(read(text)).toBe(JSON.parse(text));
  });

  it.each(['1', 'null', '[]', '{"a":1}'])('has no text for %s', (text) => {
    expect(read(text)).toBeUndefined();
  });
});

describe('isNull and isBoolean', () => {
  it('know their words and nothing else', () => {
    const words = ['null', 'true', 'false', 'nul', 'truth', '"null"', '0', ''];

    expect(words.filter((word) => isNull(encode(word), 0, word.length))).toEqual(['null']);
    expect(words.filter((word) => isBoolean(encode(word), 0, word.length))).toEqual(['true', 'false']);
  });
});

describe('createNameTable', () => {
  const table = createNameTable(['type', 'dsn', 'size']);
  const match = (key: string): string | undefined =>
    table.match(encode(`${key}\\`), 0, encode(key).length)?.name;

  it('finds its names, and one bit for each', () => {
    expect([match('"type"'), match('"dsn"'), match('"size"')]).toEqual(['type', 'dsn', 'size']);
    expect(table.match(encode('"type"'), 0, 6)?.bit).toBe(1);
    expect(table.match(encode('"size"'), 0, 6)?.bit).toBe(4);
  });

  it('finds a name behind escapes', () => {
    expect([match('"\\u0074ype"'), match('"d\\u0073n"'), match('"\\u0064\\u0073\\u006e"')]).toEqual([
      'type',
      'dsn',
      'dsn',
    ]);
  });

  it('finds nothing else', () => {
    expect(['""', '"Type"', '"typo"', '"types"', '"t\\u0079p"', '"\\""', '"тип"'].map(match)).toEqual(
      Array(7).fill(undefined),
    );
  });
});
