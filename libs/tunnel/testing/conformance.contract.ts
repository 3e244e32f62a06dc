import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { buildEnvelope, TEST_DSNS } from '@adit/testing';
import type { RefusalReason } from '../src/outcome/outcomes.ts';

/** One request and its expected result. */
export interface ConformanceCase {
  readonly title: string;
  /** The source of the expectation. */
  readonly source: string;
  readonly method?: string;
  /** Without its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The project that receives exactly these bytes, or the reason of the refusal. */
  readonly expected: { readonly project: string } | RefusalReason;
}

const KEY = '0123456789abcdef0123456789abcdef';

/** The DSNs that the tunnel of the cases allows. */
export const CONFORMANCE_DSNS = [
  TEST_DSNS.saas,
  TEST_DSNS.regional,
  TEST_DSNS.selfHosted,
  `https://${KEY}@o451.ingest.us.sentry.io/4511`,
  `https://${KEY}@sentry.io/4512`,
  `https://${KEY}:configuredsecret@sentry.example.org/4513`,
  `http://${KEY}@[2001:db8::1]:8000/4514`,
];

const SAAS = { project: '4509' };
const REGIONAL = { project: '4510' };
const SELF_HOSTED = { project: '7' };

const bytes = (...parts: (string | Uint8Array)[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));

const EVENT = { type: 'event', payload: { message: 'boom' } } as const;
const withDsn = (dsn: string): Uint8Array => buildEnvelope({ dsn, items: [EVENT] });
const withHeader = (line: string | Uint8Array): Uint8Array =>
  bytes(line, '\n{"type":"event"}\n{"message":"boom"}');

const ENVELOPE = withDsn(TEST_DSNS.saas);
const ALL_BYTE_VALUES = Uint8Array.from({ length: 256 }, (_, value) => value);
const FIVE_MEGABYTES = new Uint8Array(5_000_000).map((_, index) => (index * 31) & 0xff);
const SAAS_HEADER = `{"dsn":"${TEST_DSNS.saas}"}`;

const items = (...list: Parameters<typeof buildEnvelope>[0]['items']): Uint8Array =>
  buildEnvelope({ dsn: TEST_DSNS.saas, items: list });

/** A header line of exactly this many bytes. */
const headerOf = (lineBytes: number): string => {
  const frame = `{"dsn":"${TEST_DSNS.saas}","x":""}`;
  return frame.replace('""', `"${'x'.repeat(lineBytes - frame.length)}"`);
};

/** Cases by their titles: each value is a body. */
const bodies = (
  source: string,
  expected: ConformanceCase['expected'],
  cases: Readonly<Record<string, Uint8Array>>,
): ConformanceCase[] => Object.entries(cases).map(([title, body]) => ({ title, source, body, expected }));

const METHODS: ConformanceCase[] = [
  { title: 'POST', source: 'S8', expected: SAAS },
  ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): ConformanceCase => ({
    title: method,
    source: 'S8',
    method,
    expected: 'method-not-allowed',
  })),
];

const HEADERS: ConformanceCase[] = [
  ...bodies('Relay endpoints/common.rs', 'body-empty', {
    'an empty body': bytes(),
  }),
  ...bodies('Relay envelope/mod.rs', 'header-malformed', {
    'a body that is one newline': bytes('\n'),
    'a body of white space': bytes(' \n '),
    'a header that is not JSON': withHeader('boom'),
    'a header cut short': withHeader('{"dsn":'),
    'an array for a header': withHeader(`["${TEST_DSNS.saas}"]`),
    'a string for a header': withHeader(`"${TEST_DSNS.saas}"`),
    'null for a header': withHeader('null'),
  }),
  ...bodies('sdk/envelopes', 'header-malformed', {
    'a header on several lines': withHeader(`{\n"dsn":"${TEST_DSNS.saas}"}`),
    'UTF-16': bytes(Buffer.from(SAAS_HEADER, 'utf16le'), '\n'),
  }),
  ...bodies('RFC 8259 §8.1', 'header-malformed', {
    'a byte order mark': withHeader(`\ufeff${SAAS_HEADER}`),
    'invalid UTF-8 in the header': bytes(
      `{"dsn":"${TEST_DSNS.saas}","x":"`,
      Uint8Array.of(0xc3, 0x28),
      '"}\n',
    ),
  }),
  ...bodies('RFC 3629 §3', 'header-malformed', {
    'an overlong UTF-8 newline in the header': bytes(SAAS_HEADER, Uint8Array.of(0xc0, 0x8a), '{}'),
  }),
  ...bodies('RFC 8259 §2', 'header-malformed', {
    'a NUL after the header': withHeader(`${SAAS_HEADER}\0`),
  }),
  ...bodies('Relay request_meta.rs', 'dsn-missing', {
    'no dsn': withHeader('{}'),
    'a dsn of null': withHeader('{"dsn":null}'),
  }),
  ...bodies('Relay request_meta.rs', 'header-malformed', {
    'a dsn of a number': withHeader('{"dsn":7}'),
    'a dsn in an array': withHeader(`{"dsn":["${TEST_DSNS.saas}"]}`),
  }),
  ...bodies('JSON.parse makes it an own key', 'dsn-missing', {
    'a dsn only in the prototype': withHeader(`{"__proto__":{"dsn":"${TEST_DSNS.saas}"}}`),
  }),
  ...bodies('sdk/envelopes', 'dsn-missing', {
    'a dsn only in the item header': bytes(`{}\n{"type":"event","dsn":"${TEST_DSNS.saas}"}\n{}`),
  }),
  ...bodies('RFC 8259 §7', SAAS, {
    'a dsn under an escaped name': withHeader(`{"\\u0064sn":"${TEST_DSNS.saas}"}`),
  }),
  ...bodies('serde: duplicate field; JSON.parse keeps the last', 'header-malformed', {
    'a dsn given twice': withHeader(`{"dsn":"https://a@b/1","dsn":"${TEST_DSNS.saas}"}`),
  }),
  ...bodies('sdk/envelopes', SAAS, {
    'unknown header fields and text beyond ASCII': withHeader(
      `{"dsn":"${TEST_DSNS.saas}","новое":"поле 🚇"}`,
    ),
  }),
  ...bodies('RFC 8259 §2, PROTOCOL §1.1', SAAS, {
    'white space before the header object': withHeader(` ${SAAS_HEADER}`),
  }),
  ...bodies('Relay require_termination', 'header-malformed', {
    'white space behind the header object': withHeader(`${SAAS_HEADER} `),
  }),
  ...bodies('sdk/envelopes, Relay require_termination', 'header-malformed', {
    'a carriage return before the newline': withHeader(`${SAAS_HEADER}\r`),
  }),
  ...bodies('PROTOCOL §1.1', SAAS, {
    'a header line of exactly 64 KiB': withHeader(headerOf(65_536)),
  }),
  ...bodies('PROTOCOL §1.1', 'header-too-long', {
    'a header line one byte longer': withHeader(headerOf(65_537)),
    'two megabytes without a newline': new Uint8Array(2_000_000).fill(0x20),
  }),
  ...bodies('bounded time', 'header-malformed', {
    'deeply nested JSON': withHeader('['.repeat(60_000)),
  }),
];

const DSNS: ConformanceCase[] = [
  ...bodies('PROTOCOL §8', REGIONAL, {
    'a regional DSN': withDsn(TEST_DSNS.regional),
  }),
  ...bodies('PROTOCOL §8', SELF_HOSTED, {
    'a DSN with port and path': withDsn(TEST_DSNS.selfHosted),
  }),
  ...bodies(
    'PROTOCOL §8',
    { project: '4512' },
    {
      'the legacy apex host': withDsn(`https://${KEY}@sentry.io/4512`),
    },
  ),
  ...bodies(
    'utils/dsn.ts',
    { project: '4514' },
    {
      'an IPv6 host': withDsn(`http://${KEY}@[2001:DB8::1]:8000/4514`),
    },
  ),
  ...bodies('PROTOCOL §8', SAAS, {
    'a secret the configuration lacks': withDsn(TEST_DSNS.saas.replace('@', ':secret@')),
  }),
  ...bodies("Relay's tests", SAAS, {
    'an empty secret': withDsn(TEST_DSNS.saas.replace('@', ':@')),
  }),
  ...bodies(
    'PROTOCOL §8',
    { project: '4513' },
    {
      'no secret where the configuration has one': withDsn(`https://${KEY}@sentry.example.org/4513`),
    },
  ),
  ...bodies('decision: dsnIdentity', SAAS, {
    'the protocol written otherwise': withDsn(TEST_DSNS.saas.replace('https', 'http')),
  }),
  ...bodies('RFC 3986 §6.2.3', SAAS, {
    'the default port written out': withDsn(TEST_DSNS.saas.replace('.io/', '.io:443/')),
  }),
  ...bodies('RFC 3986 §6.2.2.1', SAAS, {
    'an upper-case host': withDsn(TEST_DSNS.saas.replace('sentry.io', 'SENTRY.IO')),
  }),
  ...bodies('DESIGN', 'dsn-not-allowed', {
    'another host': withDsn(TEST_DSNS.saas.replace('sentry.io', 'sentry.example')),
    'another key': withDsn(TEST_DSNS.saas.replace('0123', '1123')),
    'the key in another case': withDsn(TEST_DSNS.saas.replace('abcdef@', 'ABCDEF@')),
    'another project': withDsn(TEST_DSNS.saas.replace('/4509', '/45090')),
    'another port': withDsn(TEST_DSNS.saas.replace('.io/', '.io:8443/')),
    'another path': withDsn(TEST_DSNS.selfHosted.replace('/base/', '/other/')),
    'no path where the configuration has one': withDsn(TEST_DSNS.selfHosted.replace('/base/', '/')),
    'the key of one DSN at the host of another': withDsn(TEST_DSNS.regional.replace(/\/\/\w+/, `//${KEY}`)),
  }),
  ...bodies('Relay request_meta.rs', 'dsn-not-allowed', {
    'a project that is not a number': withDsn(TEST_DSNS.saas.replace('4509', 'web')),
  }),
  ...bodies('PROTOCOL §8', 'dsn-not-allowed', {
    'an empty dsn': withDsn(''),
  }),
];

const NAMED = 'PROTOCOL §8, CVE-2023-46729';
const query = (
  text: string,
  expected: ConformanceCase['expected'],
  dsn: string = TEST_DSNS.saas,
): ConformanceCase => ({
  title: `?${text}`,
  source: NAMED,
  query: text,
  body: withDsn(dsn),
  expected,
});

const QUERIES: ConformanceCase[] = [
  query('o=450&p=4509', SAAS),
  query('p=4509&o=450', SAAS),
  query('o=450&p=4509&r=us', SAAS),
  query('o=450&p=4509&unknown=1&hsts=0', SAAS),
  query(`o=450&p=4509&sentry_key=${KEY}&sentry_version=7`, SAAS),
  query('o=450&p=4509&sentry_key=ffffffffffffffffffffffffffffffff', SAAS),
  query('%6F=450&p=%34509', SAAS),
  query('p=4509', SAAS),
  query('o=450&p=4510&r=de', REGIONAL, TEST_DSNS.regional),
  query('o=450&p=4510', REGIONAL, TEST_DSNS.regional),
  query('o=451&p=4511&r=us', { project: '4511' }, CONFORMANCE_DSNS[3]),
  query('o=0&p=7', SELF_HOSTED, TEST_DSNS.selfHosted),
  query('p=7', SELF_HOSTED, TEST_DSNS.selfHosted),
  query('o=0&p=4512', { project: '4512' }, CONFORMANCE_DSNS[4]),
  query('o=451&p=4509', 'query-disagrees'),
  query('o=0&p=4509', 'query-disagrees'),
  query('o=0450&p=4509', 'query-disagrees'),
  query('o=450&p=4510', 'query-disagrees'),
  query('o=450&p=4509&r=de', 'query-disagrees'),
  query('o=450&p=4510&r=us', 'query-disagrees', TEST_DSNS.regional),
  query('o=450&p=7', 'query-disagrees', TEST_DSNS.selfHosted),
  query('o=&p=4509', 'query-malformed'),
  query('o&p=4509', 'query-malformed'),
  query('o=450&p=', 'query-malformed'),
  query('o=450&p=4509&r=', 'query-malformed'),
  query('o=450&p=4509&r=DE', 'query-malformed'),
  query('o=450&p=4509&r=deu', 'query-malformed'),
  query('o=450&p=4509&r=d1', 'query-malformed'),
  query('o=450%0A&p=4509', 'query-malformed'),
  query('o=%D9%A4%D9%A5%D9%A0&p=4509', 'query-malformed'),
  query('o=450&o=450&p=4509', 'query-malformed'),
  query('o=450&p=4509&p=4510', 'query-malformed'),
  query('o=450&p=4509&r=us&r=us', 'query-malformed'),
  query('o=evil.example.com/%23&p=4509', 'query-malformed'),
  query('o=450&p=4509/../1', 'query-malformed'),
  query('o=450&p=4509&r=us.evil.example.com', 'query-malformed'),
];

// Node 20 does not have brotli here; later versions do.
const runtimeDecodes = (format: string): boolean => {
  try {
    return new DecompressionStream(format as CompressionFormat) instanceof DecompressionStream;
  } catch {
    return false;
  }
};

const LONG_HEADER = withHeader(headerOf(60_000));
const encoded = (
  title: string,
  coding: string,
  body: Uint8Array,
  expected: ConformanceCase['expected'],
): ConformanceCase => ({
  title,
  source: 'PROTOCOL §1.2, Relay decompression.rs',
  headers: { 'content-encoding': coding },
  body: bytes(body),
  expected,
});

const ENCODINGS: ConformanceCase[] = [
  encoded('identity', 'identity', ENVELOPE, SAAS),
  encoded('UTF-8, which is no coding', 'UTF-8', ENVELOPE, SAAS),
  encoded('gzip', 'gzip', gzipSync(ENVELOPE), SAAS),
  encoded('gzip in capitals', 'GZIP', gzipSync(ENVELOPE), SAAS),
  encoded('x-gzip', 'x-gzip', gzipSync(ENVELOPE), SAAS),
  encoded('deflate', 'deflate', deflateSync(ENVELOPE), SAAS),
  {
    ...encoded('deflate without zlib', 'deflate', deflateRawSync(ENVELOPE), SAAS),
    source: 'browsers and most servers read both; ingest decides',
  },
  encoded('gzip with a header line of 60 kB', 'gzip', gzipSync(LONG_HEADER), SAAS),
  encoded(
    'gzip of five megabytes',
    'gzip',
    gzipSync(items({ type: 'attachment', payload: FIVE_MEGABYTES }), { level: 0 }),
    SAAS,
  ),
  encoded('gzip of a header without items', 'gzip', gzipSync(SAAS_HEADER), SAAS),
  encoded('gzip of nothing', 'gzip', gzipSync(''), 'body-empty'),
  encoded(
    'gzip of a DSN that is not allowed',
    'gzip',
    gzipSync(withDsn('https://a@b.example/1')),
    'dsn-not-allowed',
  ),
  encoded('gzip of a header line that is too long', 'gzip', gzipSync(' '.repeat(70_000)), 'header-too-long'),
  encoded('gzip of 50 MB of spaces', 'gzip', gzipSync(Buffer.alloc(50_000_000, ' ')), 'header-too-long'),
  encoded(
    'gzip of nothing for ever',
    'gzip',
    bytes(
      gzipSync('').subarray(0, 10),
      new Uint8Array(400_000).map((_, i) => (i % 5 === 3 || i % 5 === 4 ? 0xff : 0)),
    ),
    'header-too-long',
  ),
  encoded(
    'gzip of 300 000 items',
    'gzip',
    gzipSync(Buffer.concat([bytes(SAAS_HEADER, '\n'), Buffer.from('{"type":"x"}\n\n'.repeat(300_000))])),
    'items-too-many',
  ),
  encoded('gzip announced, plain sent', 'gzip', ENVELOPE, 'encoding-invalid'),
  encoded('gzip cut short', 'gzip', gzipSync(SAAS_HEADER).subarray(0, 30), 'encoding-invalid'),
  encoded('br', 'br', brotliCompressSync(ENVELOPE), runtimeDecodes('brotli') ? SAAS : 'encoding-unsupported'),
  encoded('zstd', 'zstd', ENVELOPE, 'encoding-unsupported'),
  encoded('two codings', 'gzip, gzip', gzipSync(gzipSync(ENVELOPE)), 'encoding-unsupported'),
  encoded('a name every object has', 'constructor', ENVELOPE, 'encoding-unsupported'),
];

const PAYLOADS: ConformanceCase[] = [
  ...bodies('sdk/envelopes', SAAS, {
    'a header without items and without newline': bytes(SAAS_HEADER),
    'a header without items': bytes(SAAS_HEADER, '\n'),
    'a gzip file as an attachment': items({ type: 'attachment', payload: gzipSync('log') }),
    'implicit lengths': items({ type: 'session', payload: '{}', implicitLength: true }, EVENT),
    'an unknown item type': items({ type: 'x-new', payload: ALL_BYTE_VALUES }),
    'carriage returns and newlines in a payload': items({ type: 'attachment', payload: 'a\r\nb\r\n\r\n' }),
    'a trailing newline': bytes(ENVELOPE, '\n'),
    'invalid UTF-8 in a payload': items({ type: 'attachment', payload: Uint8Array.of(0xff, 0xfe, 0xc3) }),
    'white space inside JSON': withHeader(`{ "dsn" : "${TEST_DSNS.saas}" }`),
    'five megabytes': items({ type: 'attachment', payload: FIVE_MEGABYTES }),
  }),
  ...bodies('sentry-docs#10348', SAAS, {
    'all 256 byte values': items({ type: 'attachment', payload: ALL_BYTE_VALUES }),
  }),
  ...bodies('sentry-javascript#13453', SAAS, {
    'a replay recording: a line of JSON, then deflate': items({
      type: 'replay_recording',
      payload: bytes('{"segment_id":0}\n', deflateSync('[]')),
    }),
  }),
  ...bodies('PROTOCOL §1.1, differentials', SAAS, {
    'an item of length 0': items({ type: 'attachment', payload: '' }, EVENT),
  }),
  ...bodies('Relay envelope/item.rs', 'item-truncated', {
    'two trailing newlines': bytes(ENVELOPE, '\n\n'),
  }),
];

const auth = (title: string, headers: ConformanceCase['headers']): ConformanceCase => ({
  title,
  source: 'ingest gets the configured key, whatever the client sends',
  headers,
  expected: SAAS,
});
const OTHER_KEY = 'f'.repeat(32);

const AUTH: ConformanceCase[] = [
  auth('X-Sentry-Auth with the key', { 'x-sentry-auth': `Sentry sentry_key=${KEY}, sentry_version=7` }),
  auth('X-Sentry-Auth with another key', { 'x-sentry-auth': `Sentry sentry_key=${OTHER_KEY}` }),
  auth('X-Sentry-Auth without a key', { 'x-sentry-auth': 'Sentry sentry_version=8' }),
  auth('a password of the site', { authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` }),
  {
    ...auth('three sources', {
      'x-sentry-auth': `Sentry sentry_key=${KEY}`,
      authorization: `Sentry sentry_key=${OTHER_KEY}`,
    }),
    query: `sentry_key=${OTHER_KEY}`,
  },
];

/** Every case, with its behaviour id. */
export const CONFORMANCE_CASES: readonly (readonly [id: string, cases: readonly ConformanceCase[]])[] = [
  ['S8', METHODS],
  ['S9', QUERIES.filter(({ query: text = '' }) => !text.includes('r='))],
  ['S10', QUERIES.filter(({ query: text = '' }) => text.includes('r='))],
  ['S11', [...HEADERS, ...DSNS, ...AUTH, ...ENCODINGS, ...PAYLOADS]],
];

/** The envelope of a case without a body. */
export const CONFORMANCE_ENVELOPE = ENVELOPE;
