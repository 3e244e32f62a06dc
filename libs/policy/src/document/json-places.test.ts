import { findJsonPlaces } from './json-places.ts';

const TEXT = `{
  "version": 1,
  "rules": [
    { "id": "a",
      "when": { "message": [
        "one",
        "two" ] } },
    {
      "id": "b", "odd \\"name": true
    }
  ], "empty": {}, "none": []
}
`;

describe('findJsonPlaces', () => {
  it.each([
    ['', 1],
    ['version', 2],
    ['rules', 3],
    ['rules[0]', 4],
    ['rules[0].when', 5],
    ['rules[0].when.message[0]', 6],
    ['rules[0].when.message[1]', 7],
    ['rules[1]', 8],
    ['rules[1].id', 9],
    ['rules[1]["odd \\"name"]', 9],
    ['none', 11],
    // The nearest value around what is not there.
    ['noise', 1],
    ['rules[0].when.url', 5],
    ['rules[0].when["x y"]', 5],
    ['rules[7].id', 3],
    ['$?', 1],
  ])('%s is in line %i', (path, line) => {
    const places = findJsonPlaces(TEXT);
    expect(places.lineOf(path)).toBe(line);
    expect(places.fault).toBeUndefined();
  });

  it.each([
    ['', 1, 1],
    ['\n\n', 3, 1],
    ['{\n"a": 1,\n}', 3, 1],
    ['{\n"a" 1}', 2, 5],
    ['{\n"a": 1\n "b": 2}', 3, 2],
    ['[\n1,\n]', 3, 1],
    ['[1\n}', 2, 1],
    ['{"a": [1\n}', 2, 1],
    ['{\n1: 2}', 2, 1],
    ['{"a":\n,}', 2, 1],
    ['{"a":\n:}', 2, 1],
    ['{}\n{}', 2, 1],
    ['{}\nx', 2, 1],
    ['}', 1, 1],
    ['\uFEFF}', 1, 1],
    ['{"a":\n', 2, 1],
    ['{"a":\n"b', 2, 1],
    ["{\n'a': 1}", 2, 1],
    ['{\n// no\n}', 2, 1],
    ['[01]', 1, 3],
    ['["\\q"]', 1, 2],
    ['["\\u12g4"]', 1, 2],
    ['[\n"\t"]', 2, 1],
  ])('%j stops being JSON in line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text.replace(/^\uFEFF/, '')) as unknown).toThrow();
    expect(findJsonPlaces(text).fault).toEqual({ line, column });
  });

  it.each(['1', '"a"', 'null', ' [ ] ', '{"a":[{},[],-1.5e+3]}\r\n', '{"a\\u0000":{"b":"\\\\"}}'])(
    '%j is JSON',
    (text) => {
      JSON.parse(text);
      expect(findJsonPlaces(text).fault).toBeUndefined();
    },
  );

  it('passes over a byte order mark', () => {
    const places = findJsonPlaces('\uFEFF{\n"a": 1}');
    expect(places.fault).toBeUndefined();
    expect(places.lineOf('a')).toBe(2);
  });

  it('keeps no lines of what lies too deep, and takes any text', () => {
    const deep = 500_000;
    const places = findJsonPlaces(`${'[\n'.repeat(deep)}${']'.repeat(deep)}`);
    expect(places.fault).toBeUndefined();
    expect(places.lineOf('[0]'.repeat(20))).toBe(13);
    expect(findJsonPlaces(`"${'\\n'.repeat(500_000)}"`).fault).toBeUndefined();
    expect(findJsonPlaces(`"${'a\\n'.repeat(500_000)}`).fault).toEqual({ line: 1, column: 1 });
  });
});
