import {
  createEnvelopeScanner,
  createItemFilter,
  type EnvelopeFault,
  type EnvelopeItem,
} from './envelope.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface Scan {
  readonly fault: EnvelopeFault | undefined;
  readonly items: readonly string[];
}

/** Each item as `type@start+payloadStart:payloadBytes..end`. */
const scan = (text: string, chunkBytes = Infinity, offset = 0): Scan => {
  const items: string[] = [];
  const { push, finish } = createEnvelopeScanner({
    offset,
    onItem: () => undefined,
    onItemEnd: ({ type, start, payloadStart }, payloadBytes, end) => {
      items.push(`${type}@${start}+${payloadStart}:${payloadBytes}..${end}`);
      return undefined;
    },
  });
  const bytes = encode(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) push(bytes.subarray(at, at + chunkBytes));
  return { fault: finish(), items };
};

describe('createEnvelopeScanner', () => {
  it.each<[text: string, items: string[]]>([
    ['', []],
    ['{"type":"a"}', ['a@0+12:0..12']],
    ['{"type":"a"}\n', ['a@0+13:0..13']],
    ['{"type":"a"}\n\n', ['a@0+13:0..14']],
    ['{"type":"a"}\nxy', ['a@0+13:2..15']],
    ['{"type":"a"}\nxy\r\n', ['a@0+13:3..17']],
    ['{"type":"a","length":null}\nxy\n', ['a@0+27:2..30']],
    ['{"type":"a","length":0}', ['a@0+23:0..23']],
    ['{"type":"a","length":0}\n', ['a@0+24:0..24']],
    ['{"type":"a","length":0}\n\n', ['a@0+24:0..25']],
    ['{"type":"a","length":3}\nx\ny', ['a@0+24:3..27']],
    ['{"type":"a","length":3}\nx\ny\n', ['a@0+24:3..28']],
    ['{"type":"a"}\nxy\n{"type":"b"}\nz', ['a@0+13:2..16', 'b@16+29:1..30']],
    ['{"type":"a","length":1}\n\n\n{"type":"b"}\n', ['a@0+24:1..26', 'b@26+39:0..39']],
    [' {"type":"a"}\nxy', ['a@0+14:2..16']],
  ])('finds the items of %j, however it is cut', (text, items) => {
    for (const chunkBytes of [Infinity, 1, 2, 3, 7]) {
      expect(scan(text, chunkBytes)).toEqual({ fault: undefined, items });
    }
  });

  it.each<[text: string, reason: EnvelopeFault['reason'], items: number]>([
    ['\n', 'item-truncated', 0],
    [' ', 'item-truncated', 0],
    ['\r\n', 'item-truncated', 0],
    ['{"type":"a"}\nxy\n\n', 'item-truncated', 1],
    ['{"type":"a"}\nxy\n\n{"type":"b"}\n', 'item-truncated', 1],
    ['{"type":"a","length":3}\nxy', 'item-truncated', 0],
    ['{"type":"a","length":3}\n', 'item-truncated', 0],
    ['{"type":"a","length":3}', 'item-truncated', 0],
    ['{"type":"a","length":1}\nxy', 'newline-missing', 0],
    ['{"type":"a","length":2}\nxy\r\n', 'newline-missing', 0],
    ['{"type":"a","length":0}\nx', 'newline-missing', 0],
    ['{"type":"a"}\r\nxy', 'newline-missing', 0],
    ['{"type":"a"} ', 'newline-missing', 0],
    ['{"type":"a"', 'item-malformed', 0],
    ['{"type":"a"}\nxy\nz', 'item-malformed', 1],
    ['{"length":2}\nxy', 'item-malformed', 0],
    ['{"type":"integration"}\nxy', 'item-internal', 0],
    ['{"type":"integration"}', 'item-internal', 0],
  ])('refuses %j with %s, however it is cut', (text, reason, items) => {
    for (const chunkBytes of [Infinity, 1, 2, 3, 7]) {
      const { fault, items: found } = scan(text, chunkBytes);
      expect([fault, found.length]).toEqual([{ reason }, items]);
    }
  });

  it('counts offsets from where it is told the first byte stands', () => {
    expect(scan('{"type":"a"}\nxy\n{"type":"b"}', 5, 100).items).toEqual([
      'a@100+113:2..116',
      'b@116+128:0..128',
    ]);
  });

  it('tells what the header says before there is a byte of the payload', () => {
    const items: EnvelopeItem[] = [];
    const { push } = createEnvelopeScanner({
      onItem: (item) => {
        items.push(item);
        return undefined;
      },
    });

    push(
      encode(
        '{"type":"log","length":99,"item_count":3,"content_type":"text/plain","platform":"node","attachment_type":"x"}\n',
      ),
    );

    expect(items).toEqual([
      {
        type: 'log',
        length: 99,
        itemCount: 3,
        contentType: 'text/plain',
        platform: 'node',
        attachmentType: 'x',
        start: 0,
        payloadStart: 110,
      },
    ]);
  });

  it('tells of a payload without length at the end of each chunk it outgrows', () => {
    const grown: number[] = [];
    const { push, finish } = createEnvelopeScanner({
      onItem: () => undefined,
      onItemGrow: (_, payloadBytes) => {
        grown.push(payloadBytes);
        return undefined;
      },
    });

    for (const chunk of ['{"type":"a"}\nab', 'c', 'de\n{"type":"b","length":9}\nab', 'c', 'defghi'])
      push(encode(chunk));

    expect(grown).toEqual([2, 3]);
    expect(finish()).toBeUndefined();
  });

  const TOO_LARGE: EnvelopeFault = { reason: 'item-too-large', type: 'a' };

  it.each(['onItem', 'onItemGrow', 'onItemEnd'] as const)(
    'ends with the fault %s answers, and stays there',
    (told) => {
      let calls = 0;
      const object = (): EnvelopeFault => {
        calls += 1;
        return TOO_LARGE;
      };
      const { push, finish } = createEnvelopeScanner({ onItem: () => undefined, [told]: object });

      const faults = ['{"type":"a"}\nab', 'c\n', '{"type":"b"}\nab\n{"type":"c"}\n'].map((chunk) =>
        push(encode(chunk)),
      );

      expect(faults.at(-1)).toBe(TOO_LARGE);
      expect(finish()).toBe(TOO_LARGE);
      expect(calls).toBe(1);
    },
  );

  it('ends with the fault its visitor finds in the last item', () => {
    const { push, finish } = createEnvelopeScanner({ onItem: () => undefined, onItemEnd: () => TOO_LARGE });

    expect(push(encode('{"type":"a"}\nab'))).toBeUndefined();
    expect(finish()).toBe(TOO_LARGE);
  });

  it('ends with the fault its visitor finds in a header that ends the envelope', () => {
    const { push, finish } = createEnvelopeScanner({ onItem: () => TOO_LARGE });

    expect(push(encode('{"type":"a"}'))).toBeUndefined();
    expect(finish()).toBe(TOO_LARGE);
  });

  it('reads nothing behind a fault', () => {
    const { push, finish } = createEnvelopeScanner({ onItem: () => undefined });

    expect(push(encode('\n{"type":"a"}\n'))).toEqual({ reason: 'item-truncated' });
    expect(push(encode('{"type":"integration"}\n'))).toEqual({ reason: 'item-truncated' });
    expect(finish()).toEqual({ reason: 'item-truncated' });
  });

  it.each([Infinity, 1_000, 65_535, 65_536, 65_537])(
    'takes a header line of 64 KiB and no more, in chunks of %d',
    (chunkBytes) => {
      const line = (bytes: number): string => `{"type":"a","x":"${'x'.repeat(bytes - 19)}"}`;

      expect(line(65_536)).toHaveLength(65_536);
      expect(scan(line(65_536), chunkBytes).fault).toBeUndefined();
      expect(scan(`${line(65_536)}\nxy`, chunkBytes).fault).toBeUndefined();
      expect(scan(line(65_537), chunkBytes).fault).toEqual({ reason: 'item-header-too-long' });
      expect(scan(`${line(65_537)}\nxy`, chunkBytes).fault).toEqual({ reason: 'item-header-too-long' });
    },
  );

  it('gives up on a header line without end at once', () => {
    const { push } = createEnvelopeScanner({ onItem: () => undefined });
    const chunk = new Uint8Array(32_768).fill(0x20);

    expect([push(chunk), push(chunk), push(chunk.subarray(0, 1))]).toEqual([
      undefined,
      undefined,
      { reason: 'item-header-too-long' },
    ]);
  });

  it('keeps nothing of a chunk', () => {
    const text = '{"type":"abc"}\nxy\n{"type":"d","length":3}\nx\ny\n{"type":"e"}';
    const types: string[] = [];
    const { push, finish } = createEnvelopeScanner({
      onItem: ({ type }) => {
        types.push(type);
        return undefined;
      },
    });
    for (const character of text) {
      const chunk = encode(character);
      push(chunk);
      chunk.fill(0);
    }

    expect(finish()).toBeUndefined();
    expect(types).toEqual(['abc', 'd', 'e']);
  });
});

const ITEMS = [
  '{"type":"a"}\nfirst\r\n',
  '{"type":"b","length":4}\n\n\n{}\n',
  '{"type":"c","length":0}\n\n',
  '{"type":"d"}\n\n',
  '{"type":"e","length":4}\nlast',
];

const everySubset = Array.from({ length: 32 }, (_, bits) =>
  ITEMS.map((_item, index) => ((bits >> index) & 1) === 1),
);

describe('createItemFilter', () => {
  const filter = (text: string, isKept: (item: EnvelopeItem) => boolean, chunkBytes: number): string => {
    let kept = '';
    const { push, finish } = createItemFilter({
      keep: isKept,
      offset: 50,
      onBytes: (bytes) => {
        expect(bytes.length).toBeGreaterThan(0);
        kept += decode(bytes);
      },
    });
    const bytes = encode(text);
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.slice(at, at + chunkBytes);
      expect(push(chunk)).toBeUndefined();
      chunk.fill(0);
    }
    expect(finish()).toBeUndefined();
    return kept;
  };

  it.each(everySubset)(
    'passes on some items as they are, however they are cut: %s %s %s %s %s',
    (...isKept) => {
      const isWanted = ({ type }: EnvelopeItem): boolean => isKept['abcde'.indexOf(type)] === true;
      const expected = ITEMS.filter((_, index) => isKept[index]).join('');

      for (const chunkBytes of [1, 2, 3, 5, 11, 40, 1_000]) {
        expect(filter(ITEMS.join(''), isWanted, chunkBytes)).toBe(expected);
      }
      expect(scan(expected).fault).toBeUndefined();
    },
  );

  it.each([true, false])('decides on a header that ends the envelope: %s', (isKept) => {
    expect(filter('{"type":"a"}', () => isKept, 5)).toBe(isKept ? '{"type":"a"}' : '');
  });

  it('passes on a whole chunk of kept items in one piece', () => {
    const pieces: Uint8Array[] = [];
    const chunk = encode(ITEMS.join(''));
    const { push } = createItemFilter({ keep: () => true, onBytes: (bytes) => pieces.push(bytes) });

    push(chunk);

    expect(pieces).toHaveLength(1);
    expect(pieces[0]?.buffer).toBe(chunk.buffer);
    expect(pieces[0]).toEqual(chunk);
  });

  it('holds back an unfinished item header and nothing else', () => {
    const pieces: string[] = [];
    const { push } = createItemFilter({ keep: () => true, onBytes: (bytes) => pieces.push(decode(bytes)) });
    const passedOn = (text: string): string => {
      push(encode(text));
      return pieces.splice(0).join('');
    };

    expect(passedOn('{"type":"a"}\nx')).toBe('{"type":"a"}\nx');
    expect(passedOn('y\n{"type"')).toBe('y\n');
    expect(passedOn(':"b"')).toBe('');
    expect(passedOn(',"length":2}\nx')).toBe('{"type":"b","length":2}\nx');
    expect(passedOn('y')).toBe('y');
    expect(passedOn('\n{')).toBe('\n');
  });

  it('ends with the fault of its visitor, and does not ask whether to keep what that refuses', () => {
    const pieces: string[] = [];
    const asked: string[] = [];
    const { push, finish } = createItemFilter({
      onItem: ({ type }) => (type === 'b' ? { reason: 'item-too-large', type } : undefined),
      keep: ({ type }) => asked.push(type) > 0,
      onBytes: (bytes) => pieces.push(decode(bytes)),
    });

    expect(push(encode('{"type":"a"}\nx\n{"type":"b"}\ny'))).toEqual({ reason: 'item-too-large', type: 'b' });
    expect(finish()).toEqual({ reason: 'item-too-large', type: 'b' });
    expect([pieces, asked]).toEqual([[], ['a']]);
  });

  it('hands its visitor what the scanner tells', () => {
    const told: (string | number)[] = [];
    const { push, finish } = createItemFilter({
      keep: () => false,
      onBytes: () => undefined,
      onItemGrow: ({ type }, payloadBytes) => {
        told.push(type, payloadBytes);
        return undefined;
      },
      onItemEnd: ({ type }, payloadBytes, end) => {
        told.push(type, payloadBytes, end);
        return undefined;
      },
    });

    push(encode('{"type":"a"}\nx'));
    finish();

    expect(told).toEqual(['a', 1, 'a', 1, 14]);
  });

  it.each(['onItemGrow', 'onItemEnd'] as const)('ends with the fault %s answers', (told) => {
    const fault: EnvelopeFault = { reason: 'item-too-large', type: 'a' };
    const { push, finish } = createItemFilter({
      keep: () => true,
      onBytes: () => undefined,
      [told]: () => fault,
    });

    push(encode('{"type":"a"}\nx'));

    expect(finish()).toBe(fault);
  });
});
