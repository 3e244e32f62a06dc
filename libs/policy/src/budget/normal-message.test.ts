import { normalMessage } from './normal-message.ts';

const normal = (message: string, type = 'Error'): string => normalMessage(type, message);

describe('a message without its values', () => {
  it.each([
    ['Order 17 of 3 failed!', 'Order # of # failed!'],
    ['took -1.5 s, 10000ms, v2', 'took # s, #ms, v#'],
    ['connect ECONNREFUSED 10.0.0.5:5432', 'connect ECONNREFUSED #:#'],
    ['id 3f2504e0-4f89-11d3-9a0c-0305e82c3301.', 'id <id>.'],
    ['id=3F2504E04F8911D39A0C0305E82C3301', 'id=<id>'],
    ['nano V1StGXR8_Z5jdHi6B-myT', 'nano <id>'],
    ['ulid 01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid <id>'],
    ['at 0x7ffe1234, page_1f2e, BigInt64Array', 'at #, page_#, BigInt#Array'],
    ['user joe.doe+x@example.co.uk left', 'user <email> left'],
    ['@decorator and a@ and a1@b', '@decorator and a@ and a#@b'],
    ['GET https://a.test/b?c=1,2;3 (x)', 'GET <url> (x)'],
    ['/api/orders/17/items', '/api/orders/#/items'],
    ['value "Tom" of \'it\' and `x` «y» “z” ‘q’', 'value "…" of "…" and "…" "…" "…" "…"'],
    ["can't read it, don't try", "can't read it, don't try"],
    ['an "open quote and "', 'an "…"'],
    ['an "open quote', 'an "open quote'],
    ['a “b” and “c', 'a "…" and “c'],
    ["it 's 5 o'clock 's 6", 'it "…"s #'],
    ['a \n\t b\tc\u00a0d   ', 'a b c d'],
    ['', ''],
  ])('%j is %j', (message, expected) => {
    expect(normal(message)).toBe(expected);
  });

  it.each([
    ['Request failed with status code 404', 'Request failed with status code 404'],
    ['HTTP 502 from 7', 'HTTP 502 from #'],
    ['404 /api/17', '404 /api/#'],
    ['Minified React error #418; visit x', 'Minified React error #418; visit x'],
    ['closed with code 1006', 'closed with code #'],
    ['NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_HTTP_ERROR_FALLBACK;404'],
  ])('keeps codes: %j is %j', (message, expected) => {
    expect(normal(message)).toBe(expected);
  });

  it('keeps the names that an engine quotes, and no values', () => {
    expect(normal("reading 'map'", 'TypeError')).toBe("reading 'map'");
    expect(normal('reading "my file"', 'TypeError')).toBe('reading "…"');
    expect(normal(`reading '${'a'.repeat(41)}'`, 'TypeError')).toBe('reading "…"');
    expect(normal("Failed to execute 'observe' on 'Node'")).toBe("Failed to execute 'observe' on 'Node'");
    expect(normal("Cannot find module '@adit/policy'")).toBe("Cannot find module '@adit/policy'");
    expect(normal("Cannot find module './7.js'")).toBe('Cannot find module "…"');
  });

  it('has at most 200 characters, whatever the length of its values', () => {
    expect(normal('word '.repeat(1_000))).toHaveLength(199);
    expect(normal(`${'9'.repeat(1_500)} failed`)).toBe('# failed');
    expect(normal('x'.repeat(1_000))).toHaveLength(200);
    expect(normal(`at https://${'x'.repeat(5_000)}`)).toBe('at <url>');
  });

  it.each(["'", '"a', '“', ' ', '1 ', 'a@', '://', 'a1-', '0x', '(', '\ud800'])(
    'is read in linear time: at most 2 000 characters of %j',
    (part) => {
      const text = part.repeat(100_000);
      let reads = 0;
      const { charCodeAt, indexOf } = String.prototype;
      const codes = jest.spyOn(String.prototype, 'charCodeAt').mockImplementation(function (
        this: string,
        at,
      ) {
        reads += 1;
        return charCodeAt.call(this, at);
      });
      const searches = jest.spyOn(String.prototype, 'indexOf').mockImplementation(function (
        this: string,
        ...search
      ) {
        const found = indexOf.apply(this, search);
        reads += found < 0 ? this.length : found - (search[1] ?? 0);
        return found;
      });
      try {
        normal(text);
      } finally {
        codes.mockRestore();
        searches.mockRestore();
      }

      expect(reads).toBeGreaterThan(0);
      expect(reads).toBeLessThan(10_000);
    },
  );
});
