// Reads mutated envelopes with libs/tunnel and with its reference parser, until they disagree.
//   node libs/tunnel/fuzz/envelopes.mjs --runs 1000000 --seed 1
// No build is needed: @swc-node/register compiles the sources on import. Prints the number of each run that differs;
// the same seed reproduces it. Exits with 1 if a run differs.
import { Buffer } from 'node:buffer';
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateSync } from 'node:zlib';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const runs = Number(values.runs);
const seed = Number(values.seed);

process.env.SWC_NODE_PROJECT ??= new URL('../../../tsconfig.base.json', import.meta.url).pathname;
register('@swc-node/register/esm', import.meta.url);
const { compareEnvelope } = await import('../testing/compare-envelope.helper.ts');
const { parseReference } = await import('../testing/reference-parser.helper.ts');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

let state = seed >>> 0;
/** A whole number below the bound (mulberry32). */
const below = (bound) => {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
};
const oneOf = (list) => list[below(list.length)];
const chance = (percent) => below(100) < percent;
const randomBytes = (length) => Buffer.from(Array.from({ length }, () => below(256)));

const ITEM_TYPES = [
  'event transaction security raw_security attachment form_data unreal_report user_report feedback session sessions',
  'replay_event replay_recording replay_video profile profile_chunk profile_chunk_ui span log trace_metric check_in',
  'statsd metric_buckets client_report nel integration x-new ünknown constructor __proto__',
].flatMap((line) => line.split(' '));

const TEXTS = [
  '',
  'a',
  'text/plain',
  'näïve 🚇',
  'line\nbreak',
  'quote " and \\',
  '\u2028',
  'event.minidump',
  'node',
];
const UUIDS = ['9ec79c33ec9942ab8353589fcb2e04dc', '9EC79C33-EC99-42AB-8353-589FCB2E04DC', '9ec79c33', ''];
const TIMES = [
  ...[
    '2026-07-01T12:00:00.123Z',
    '2026-07-01t12:00:00z',
    '2026-07-01 12:00:00+05:30',
    '2024-02-29T23:59:60Z',
  ],
  ...['2026-02-29T00:00:00Z', '2026-07-01', '123', '2026-07-01T24:00:00Z', '2026-07-01T12:00:00.Z'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999-23:59', '2026-07-01T12:00:00-24:00'],
];
// JSON text of values that JSON.stringify never writes.
const ODD_VALUES = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1.0',
    '1e2',
    '-1',
    '4294967295',
    '4294967296',
    '1e999',
    '01',
    '.5',
    '+1',
    'NaN',
  ],
  ...[
    '65535',
    '65536',
    '7',
    '"7"',
    '""',
    '[]',
    '{}',
    '[1,[2,{"a":[]}]]',
    '{"a":1,}',
    '[1,]',
    '"\\ud800"',
    '"\\ud83d\\ude00"',
  ],
  ...[
    '"\\x41"',
    '"\\u00e9"',
    '"\\udc00\\ud800"',
    "'a'",
    'tru',
    'nulll',
    '"unterminated',
    '\t1',
    '1\r',
    '{"length":3}',
  ],
  ...[
    '['.repeat(126) + ']'.repeat(126),
    '['.repeat(127) + ']'.repeat(127),
    '9'.repeat(400),
    '1'.repeat(300) + 'e-299',
  ],
];
const ENVELOPE_FIELDS = {
  event_id: () => JSON.stringify(oneOf(UUIDS)),
  sent_at: () => JSON.stringify(oneOf(TIMES)),
  dsn: () => '"https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509"',
  sdk: () => '{"name":"sentry.javascript.browser","version":"10.63.0"}',
  trace: () =>
    oneOf(['{"trace_id":"771a43a4192642f0b136d5159a501700","sampled":"true"}', '1', 'null', '{"dsn":1}']),
  client: () => JSON.stringify(oneOf(TEXTS)),
  origin: () => oneOf(['"https://app.example"', '"null"', '"not a url"', 'null']),
  remote_addr: () =>
    oneOf(['"192.0.2.1"', '"2001:db8::1"', '"fe80::1%eth0"', '"192.0.2.01"', '"host"', '"::ffff:192.0.2.1"']),
  forwarded_for: () => oneOf(['"192.0.2.1, 10.0.0.1"', 'null', '""']),
  user_agent: () => JSON.stringify(oneOf(TEXTS)),
  client_hints: () => oneOf(['{}', '{"sec_ch_ua":null}', '{"sec_ch_ua":1}', '{"other":1}', '[]', 'null']),
  no_cache: () => oneOf(['true', 'false', 'null', '1']),
  version: () => oneOf(['7', '7.0', '"7"', '65536', 'null', '-7']),
  retention: () => oneOf(['90', '90.5', 'null', '-1']),
  downsampled_retention: () => oneOf(['90', '9e1', 'null']),
  required_features: () => oneOf(['[]', '["organizations:x"]', '[1]', 'null', '{}']),
};
const ITEM_FIELDS = {
  item_count: () => String(below(200)),
  attachment_type: () => oneOf(['"event.minidump"', '"event.attachment"', '"x-unknown"']),
  content_type: () =>
    oneOf(['"application/json"', '"application/vnd.sentry.items.log+json"', '"text/plain"']),
  platform: () => oneOf(['"javascript"', '"node"']),
  filename: () => JSON.stringify(oneOf(TEXTS)),
  meta_length: () => String(below(50)),
  routing_hint: () => JSON.stringify(oneOf(UUIDS.slice(0, 2))),
  sampled: () => oneOf(['true', 'false']),
  metrics_extracted: () => 'true',
  spans_extracted: () => 'false',
  fully_normalized: () => 'true',
  'x-other': () => '{"nested":[1,2,{"type":"event"}]}',
};
const PAYLOADS = [
  () => Buffer.from('{"message":"boom","level":"error"}'),
  () => Buffer.from('{"segment_id":0}\n'.concat(deflateSync('[{"type":2}]').toString('latin1')), 'latin1'),
  () => randomBytes(below(80)),
  () => Buffer.alloc(0),
  () => Buffer.from('a\r\nb\r\n\r\n'),
  () => Buffer.from('\n\n{"type":"event"}\n'),
  () => Buffer.from('{"type":"event","length":2}'),
  () => Buffer.alloc(below(400), 'x'),
];

/** A key, sometimes written with an escape. */
const writeKey = (key) =>
  chance(3)
    ? JSON.stringify(key).replace(/[a-z]/, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)
    : JSON.stringify(key);
const writeObject = (members) => {
  const list = members.map(([key, value]) => `${writeKey(key)}:${chance(2) ? oneOf(ODD_VALUES) : value}`);
  if (chance(2) && list.length > 0) list.push(oneOf(list));
  if (chance(2)) list.push(`${writeKey(oneOf(Object.keys(ITEM_FIELDS)))}:${oneOf(ODD_VALUES)}`);
  const space = chance(3) ? oneOf([' ', '\t', '\r']) : '';
  return `${chance(2) ? space : ''}{${list.join(`,${space}`)}${space}}${chance(1) ? oneOf([' ', '\r', 'x', '}']) : ''}`;
};
const some = (fields, percent) =>
  Object.entries(fields).flatMap(([key, write]) => (chance(percent) ? [[key, write()]] : []));

const writeItem = () => {
  const payload = oneOf(PAYLOADS)();
  const type = [['type', JSON.stringify(oneOf(ITEM_TYPES))]];
  const implicit = [...(chance(50) ? [] : [['length', 'null']])];
  const lie = () => (chance(3) ? below(3) - 1 : 0);
  const length = chance(60) ? [['length', String(payload.length + lie())]] : implicit;
  const members = [...type, ...length, ...some(ITEM_FIELDS, 8)];
  if (chance(20)) members.reverse();
  const kept =
    length === implicit ? Buffer.from(payload.toString('latin1').replaceAll('\n', ' '), 'latin1') : payload;
  return [Buffer.from(writeObject(members)), Buffer.from('\n'), kept];
};
const writeEnvelope = () => {
  const typical = chance(75) ? ['event_id', 'sent_at', 'dsn', 'sdk', 'trace'] : [];
  const members = typical.map((key) => [
    key,
    // Most headers are valid, otherwise no item would be read.
    key === 'event_id' ? `"${UUIDS[0]}"` : key === 'sent_at' ? `"${TIMES[0]}"` : ENVELOPE_FIELDS[key](),
  ]);
  const parts = [Buffer.from(writeObject(chance(15) ? some(ENVELOPE_FIELDS, 20) : members))];
  for (let left = below(5); left > 0; left -= 1) parts.push(Buffer.from('\n'), ...writeItem());
  if (chance(30)) parts.push(Buffer.from('\n'));
  return Buffer.concat(parts);
};

const INTERESTING = Buffer.from(
  '\n\n\n\r \t"\\{}[],:0159-eE.nulltrue\u0000\u007f\u0080\u00c3\u00ed\u00ff',
  'latin1',
);
const splice = (bytes, at, removed, inserted) =>
  Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
const MUTATIONS = [
  (bytes) => bytes.subarray(0, below(bytes.length + 1)),
  (bytes) => splice(bytes, below(bytes.length), 1, Buffer.from([(bytes[0] ?? 0) ^ (1 << below(8))])),
  (bytes) => splice(bytes, below(bytes.length + 1), 0, Buffer.from([oneOf(INTERESTING)])),
  (bytes) => splice(bytes, below(bytes.length + 1), 1, Buffer.from([oneOf(INTERESTING)])),
  (bytes) => splice(bytes, below(bytes.length + 1), below(4), Buffer.alloc(0)),
  (bytes) =>
    splice(bytes, below(bytes.length + 1), 0, bytes.subarray(below(bytes.length), below(bytes.length))),
  (bytes) =>
    Buffer.from(
      bytes.toString('latin1').replace(/"length":\d+/, () => `"length":${oneOf(ODD_VALUES)}`),
      'latin1',
    ),
  (bytes) =>
    Buffer.from(
      bytes.toString('latin1').replace(/"length":\d+/, () => `"length":${below(300)}`),
      'latin1',
    ),
  (bytes) =>
    Buffer.from(
      bytes.toString('latin1').replaceAll('\n', () => (chance(50) ? '\r\n' : '\n')),
      'latin1',
    ),
  (bytes) => {
    const at = below(bytes.length);
    return splice(bytes, at, 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << below(8))]));
  },
];

const verdicts = new Map();
let differences = 0;
collectGarbage();
const heapAtStart = process.memoryUsage().heapUsed;
const startedAt = process.hrtime.bigint();
for (let run = 1; run <= runs; run += 1) {
  let envelope = writeEnvelope();
  for (let left = chance(50) ? 0 : 1 + below(3); left > 0; left -= 1) envelope = oneOf(MUTATIONS)(envelope);
  const chunkBytes = chance(20)
    ? [1]
    : Array.from({ length: 1 + below(6) }, () => 1 + below(chance(50) ? 8 : 400));
  const keptSet = below(256);
  let difference;
  try {
    difference = compareEnvelope(envelope, {
      chunkBytes,
      isKept: (index) => ((keptSet >> (index % 8)) & 1) === 1,
    });
  } catch (error) {
    difference = `failed: ${error instanceof Error ? error.stack : String(error)}`;
  }
  if (difference !== undefined) {
    differences += 1;
    console.error(
      `run ${run}, chunks ${chunkBytes}: ${JSON.stringify(envelope.toString('latin1'))}\n  ${difference}`,
    );
    if (differences === 10) break;
  }
  if (run % 16 === 0) {
    const verdict = parseReference(envelope);
    const name = verdict.accepted ? `accepted, ${verdict.items.length} items` : verdict.reason;
    verdicts.set(name, (verdicts.get(name) ?? 0) + 1);
  }
}
const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
collectGarbage();
const heapAtEnd = process.memoryUsage().heapUsed;

const mebibytes = (bytes) => `${(bytes / 1_048_576).toFixed(1)} MiB`;
console.log(`${runs} envelopes from seed ${seed} in ${seconds.toFixed(1)} s: ${differences} differences`);
console.log(
  `heap after collection: ${mebibytes(heapAtStart)} at the start, ${mebibytes(heapAtEnd)} at the end`,
);
console.log('every 16th envelope was:');
for (const [name, count] of [...verdicts].sort(([, left], [, right]) => right - left)) {
  console.log(`  ${String(count).padStart(8)} ${name}`);
}
process.exitCode = differences > 0 ? 1 : 0;
