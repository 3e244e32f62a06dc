import { membersOf, parseJson, partsOf, readHeader } from './json-object.ts';

const read = (text: string, fields: readonly string[] = ['dsn']): unknown =>
  readHeader(Buffer.from(text), new Set(fields))?.value;

describe('parseJson', () => {
  it.each(['', 'x', '{', '\ufeff{}', '{} {}', '{"a":01}', "{'a':1}"])('has nothing for %j', (text) => {
    expect(parseJson(Buffer.from(text))).toBeUndefined();
  });

  it.each([[0xc3, 0x28], [0xc0, 0x8a], [0xed, 0xa0, 0x80], [0xff]])(
    'refuses %j, which is no UTF-8',
    (...bytes) => {
      expect(parseJson(Uint8Array.from([0x22, ...bytes, 0x22]))).toBeUndefined();
    },
  );
});

describe('readHeader', () => {
  it('has the members of an object, and its text', () => {
    expect(readHeader(Buffer.from(' {"dsn":"ä","x":[1]} '), new Set(['dsn']))).toEqual({
      value: { dsn: 'ä', x: [1] },
      text: ' {"dsn":"ä","x":[1]} ',
    });
  });

  it.each(['null', '1', '"{}"', '[]', '[{}]'])('has nothing for %s', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    '{"dsn":1,"dsn":1}',
    '{"dsn":1,"x":2,"d\\u0073n":1}',
    '{"\\u0064sn":1,"\\u0064sn":1}',
    '{"x":"}","dsn":1,"y":{"a":[]},"dsn":1}',
    '{"x":"\\\\","dsn":1 , "dsn" :1}',
  ])('refuses %s: a field given twice', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    '{"dsn":1,"x":{"dsn":2}}',
    '{"dsn":1,"x":[{"dsn":2},{"dsn":2}]}',
    '{"dsn":1,"x":"\\",\\"dsn\\":2"}',
    '{"dsn":1,"x":1,"x":2}',
    '{"dsn":1,"__proto__":{"dsn":2},"__proto__":3}',
  ])('reads %s', (text) => {
    expect(read(text)).toMatchObject({ dsn: 1 });
  });

  it('has no field that only a prototype has', () => {
    expect(read('{"__proto__":{"dsn":1}}')).not.toHaveProperty('dsn', 1);
  });
});

describe('partsOf', () => {
  const parts = (text: string): string[] => partsOf(text).map(({ start, end }) => text.slice(start, end));

  it('cuts only at its own commas', () => {
    expect(parts(' [ {"a":[1,2]} ,"x,\\",]\\\\" , 1.0] ')).toEqual([
      ' {"a":[1,2]} ',
      '"x,\\",]\\\\" ',
      ' 1.0',
    ]);
    expect(parts('{"a":{"b":1,"c":2},"d":[]}')).toEqual(['"a":{"b":1,"c":2}', '"d":[]']);
  });

  it.each(['{}', '[ \t]'])('has nothing of %j', (text) => {
    expect(parts(text)).toEqual([]);
  });
});

describe('membersOf', () => {
  it('has keys as they are meant, and where their values stand', () => {
    const text = '{ "a:\\"" : 1, "\\u0062":"x" }';
    expect(membersOf(text).map(({ key, start, end }) => [key, text.slice(start, end)])).toEqual([
      ['a:"', ' 1'],
      ['b', '"x" '],
    ]);
  });
});
