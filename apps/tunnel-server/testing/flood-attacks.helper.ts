import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import * as zlib from 'node:zlib';

/** One kind of hostile request. */
export interface Attack {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The number of times it is sent. */
  readonly times: number;
  /** Replaces `headers` and `body` for the nth request. */
  readonly vary?: (n: number) => Partial<Pick<Attack, 'headers' | 'body'>>;
}

/** The size of a flood. */
export interface FloodSize {
  /** The codings of each body, besides none. */
  readonly codings: readonly Coding[];
  /** The decoded size of a compressed body, in bytes. The server accepts 200 MiB. */
  readonly decodedBytes: number;
  /** The size of an uncompressed body, in bytes. */
  readonly plainBytes: number;
  /** The number of times each body is sent. */
  readonly times: number;
  /** The number of distinct DSNs, clients and addresses. */
  readonly distinct: number;
}

type Encode = (plain: Uint8Array) => Uint8Array;

// Node 22.15 and later.
const { zstdCompressSync } = zlib as { zstdCompressSync?: Encode };

const ENCODERS = {
  gzip: (plain) => gzipSync(plain, { level: 6 }),
  deflate: (plain) => deflateSync(plain, { level: 6 }),
  br: (plain) =>
    brotliCompressSync(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 24 },
    }),
  ...(zstdCompressSync && { zstd: zstdCompressSync }),
} satisfies Readonly<Record<string, Encode>>;

type Coding = keyof typeof ENCODERS;

/** The codings that this Node can write; the server's Node can read the same. */
export const CODINGS = Object.keys(ENCODERS) as readonly Coding[];

/** Fillings that are repeated in an envelope. */
const FILLINGS: Readonly<Record<string, string>> = {
  'items of an unknown type': '{"type":"x"}\n\n',
  attachments: '{"type":"attachment","length":0}\n\n',
  'client reports':
    '{"type":"client_report"}\n{"discarded_events":[{"reason":"a","category":"error","quantity":1}]}\n',
  'item headers of 60 KB': `{"type":"${'x'.repeat(60_000)}"}\n\n`,
  'item headers with 8,000 keys': `{"type":"x"${',"a":0'.repeat(8_000)}}\n\n`,
  'item headers of 120 levels': `{"type":"x","a":${'['.repeat(120)}${']'.repeat(120)}}\n\n`,
};

/** A start and a filling that follow the header line and never end. */
const ENDLESS: Readonly<Record<string, readonly [start: string, filling: string]>> = {
  'an item header without end': ['{"type":"', 'x'],
  'an item header of spaces': ['', ' '],
  'nesting without end': ['{"type":"x","a":', '['],
  'a client report with entries without end': [
    '{"type":"client_report"}\n{"discarded_events":[',
    '{"reason":"a","category":"error","quantity":1},',
  ],
  'a payload without end': ['{"type":"x"}\n', 'a'],
  'an attachment of zeros': ['{"type":"attachment"}\n', '\0'],
};

function filled(start: string, filling: string, bytes: number): Buffer {
  const head = Buffer.from(start);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.byteLength), filling)]);
}

/** Every kind of body in every coding. Created one by one, because each is large before compression. */
export function* bodyAttacks(
  dsn: string,
  { codings, decodedBytes, plainBytes, times }: FloodSize,
): Generator<Attack> {
  const line = `{"dsn":"${dsn}"}\n`;
  const kinds: [name: string, start: string, filling: string][] = [
    ...Object.entries(FILLINGS).map(([name, filling]): [string, string, string] => [name, line, filling]),
    ...Object.entries(ENDLESS).map(([name, [start, filling]]): [string, string, string] => [
      name,
      line + start,
      filling,
    ]),
    ['a header line without end', `{"dsn":"${dsn}","a":"`, 'x'],
    ['a header line with keys without end', `{"dsn":"${dsn}"`, ',"a":0'],
    ['a header line nested without end', `{"dsn":"${dsn}","a":`, '['],
  ];
  for (const [name, start, filling] of kinds) {
    const body = filled(start, filling, plainBytes);
    yield { name: `${name} (identity)`, headers: {}, body, times };
    const plain = filled(start, filling, decodedBytes);
    for (const coding of codings) {
      const encode: Encode | undefined = ENCODERS[coding];
      const encoded = encode === undefined ? plain : encode(plain);
      yield { name: `${name} (${coding})`, headers: { 'content-encoding': coding }, body: encoded, times };
    }
  }
}

/** Many small requests, each with something new. */
export function headAttacks(dsn: string, envelope: Uint8Array, { distinct }: FloodSize): Attack[] {
  const shared = { headers: {}, body: envelope, times: distinct };
  const address = (n: number): string => `2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`;
  const hops = (n: number): string => Array.from({ length: 900 }, (_, hop) => address(n + hop)).join();
  return [
    { name: 'distinct clients', ...shared, vary: (n) => ({ headers: { 'x-forwarded-for': address(n) } }) },
    {
      name: 'long X-Forwarded-For',
      ...shared,
      vary: (n) => ({ headers: { 'x-forwarded-for': hops(n).slice(0, 12_000) } }),
    },
    {
      name: 'distinct DSNs',
      ...shared,
      vary: (n) => ({ body: Buffer.from(`{"dsn":"${dsn.replace(/\d+$/, String(n + 1_000))}"}\n`) }),
    },
    {
      name: 'distinct user agents and origins',
      ...shared,
      vary: (n) => ({
        headers: { 'user-agent': `agent ${n} ${'x'.repeat(8_000)}`, referer: `https://a.example/${n}` },
      }),
    },
    {
      name: 'distinct codings',
      ...shared,
      vary: (n) => ({ headers: { 'content-encoding': `coding-${n}` } }),
    },
  ];
}
