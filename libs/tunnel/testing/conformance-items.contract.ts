import { deflateSync } from 'node:zlib';
import { TEST_DSNS } from '@adit/testing';
import type { ConformanceCase } from './conformance.contract.ts';

type Expected = ConformanceCase['expected'];
type Part = string | Uint8Array;

const ACCEPTED = { project: '4509' };
/** Relay refuses these; the tunnel leaves that to ingest. */
const LEFT_TO_INGEST = ACCEPTED;
const KIB = 1_024;
const MIB = 1_024 * KIB;
const DSN_FIELD = `"dsn":"${TEST_DSNS.saas}"`;
const ALL_BYTE_VALUES = Uint8Array.from({ length: 256 }, (_, value) => value);

const ITEM_RS = 'Relay envelope/item.rs';
const MOD_RS = 'Relay envelope/mod.rs';
const SIZES_RS = 'Relay utils/sizes.rs';
const SPEC = 'sdk/envelopes';

const join = (...parts: Part[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));

/** Cases by their titles: each value follows the header line and its newline. */
const items = (
  source: string,
  expected: Expected,
  cases: Readonly<Record<string, Part | readonly Part[]>>,
): ConformanceCase[] =>
  Object.entries(cases).map(([title, parts]) => ({
    title,
    source,
    body: join(`{${DSN_FIELD}}\n`, ...(Array.isArray(parts) ? (parts as Part[]) : [parts as Part])),
    expected,
  }));
/** Item headers, each of the only item of its envelope. */
const itemHeaders = (
  source: string,
  expected: Expected,
  cases: Readonly<Record<string, Part>>,
): ConformanceCase[] =>
  items(
    source,
    expected,
    Object.fromEntries(Object.entries(cases).map(([title, header]) => [title, [header, '\n{}']])),
  );
/** Further members of the envelope's header. */
const headers = (
  source: string,
  expected: Expected,
  cases: Readonly<Record<string, Part>>,
): ConformanceCase[] =>
  Object.entries(cases).map(([title, members]) => ({
    title,
    source,
    body: join(`{${DSN_FIELD},`, members, '}\n{"type":"event"}\n{}'),
    expected,
  }));

const counted = (type: string, payload: Part, more = ''): Uint8Array =>
  join(`{"type":"${type}","length":${join(payload).length}${more}}\n`, payload, '\n');
const repeated = (count: number, item: Part): Uint8Array =>
  join(...Array.from({ length: count }, () => item));
const announced = (type: string, length: number, more = ''): string =>
  `{"type":"${type}","length":${length}${more}}\n`;
const contentType = (name: string): string => `,"content_type":"application/vnd.sentry.items.${name}+json"`;

const BOUNDARIES: ConformanceCase[] = [
  ...items(`${ITEM_RS} test_…_implicit_length_empty_eof`, ACCEPTED, {
    'an item header that ends the envelope': '{"type":"event"}',
  }),
  ...items(MOD_RS, ACCEPTED, {
    'an item header and its newline, nothing behind': '{"type":"event"}\n',
    'a payload without length that ends the envelope': '{"type":"event"}\n{}',
    'a payload without length, then a newline': '{"type":"event"}\n{}\n',
    'an empty payload without length': '{"type":"x-a"}\n\n{"type":"x-b"}\n\n',
    'a length of 0 that ends the envelope': '{"type":"attachment","length":0}',
    'a length of 0, then the header’s newline': '{"type":"attachment","length":0}\n',
    'a length of 0, then two newlines': '{"type":"attachment","length":0}\n\n',
    'a payload with a byte order mark': counted('attachment', '\ufeffHello\r\n'),
  }),
  ...items(ITEM_RS, ACCEPTED, {
    'a length of null': '{"type":"event","length":null}\n{"a":1}\n',
  }),
  ...items(`${MOD_RS} test_…_empty_item_newline`, ACCEPTED, {
    'two items of length 0': '{"type":"attachment","length":0}\n\n{"type":"attachment","length":0}\n',
  }),
  ...items(SPEC, ACCEPTED, {
    'newlines inside a length': counted('attachment', '\n\n{"type":"event","length":1}\n\n'),
    'all byte values inside a length': counted('attachment', ALL_BYTE_VALUES),
    'a carriage return inside a length': [counted('attachment', 'a\r'), counted('event', '{}')],
    'a carriage return in a payload without length': '{"type":"event"}\n{}\r\n{"type":"session"}\n{}',
    'an item header that looks like a payload': '{"type":"event"}\n{"type":"event","length":9}\n',
  }),
  ...items('serde_json StreamDeserializer', ACCEPTED, {
    'white space before an item header': ' \t{"type":"event"}\n{}',
  }),
  ...items('RFC 8259 §2', ACCEPTED, {
    'white space inside an item header': '{ "type" : "event" , "length" : 2 }\n{}',
  }),
  ...items(ITEM_RS, 'item-truncated', {
    'a length beyond the end': '{"type":"event","length":3}\n{}',
    'a length that takes the newline along': '{"type":"event","length":3}\n{}',
    'a length and nothing behind its header': '{"type":"event","length":1}',
    'a line of spaces for an item header': [counted('event', '{}'), '  '],
    'a carriage return for an item header': [counted('event', '{}'), '\r\n'],
  }),
  ...items(ITEM_RS, 'newline-missing', {
    'a length one byte short': '{"type":"event","length":1}\n{}\n',
    'a length that takes the newline and what follows':
      '{"type":"event","length":3}\n{}\n{"type":"session"}\n{}',
  }),
  ...items(MOD_RS, 'newline-missing', {
    'a carriage return behind a length': '{"type":"event","length":2}\n{}\r\n',
    'a space behind a length': '{"type":"event","length":2}\n{} ',
    'a carriage return behind an item header': '{"type":"event"}\r\n{}',
    'a space behind an item header': '{"type":"event"} \n{}',
  }),
  ...items(MOD_RS, 'item-malformed', {
    'a second object behind an item header': '{"type":"event"}{}\n{}',
  }),
  ...items(`${ITEM_RS}, PROTOCOL §1.1`, 'item-truncated', {
    'a blank line at the end': '{"type":"event"}\n{}\n\n',
  }),
  ...items('PROTOCOL §1.1', 'item-truncated', {
    'a blank line behind the header line': '\n',
    'a blank line between items': [counted('event', '{}'), '\n', counted('session', '{}')],
  }),
  ...items('PROTOCOL §1; stricter than Relay', 'item-malformed', {
    'an item header on two lines': '{"type":\n"event"}\n{}',
  }),
  ...items(ITEM_RS, 'item-malformed', {
    'a payload that goes on behind its newline': '{"type":"event"}\n{"message":\n"boom"}',
  }),
];

const ITEM_HEADERS: ConformanceCase[] = [
  ...itemHeaders(ITEM_RS, 'item-malformed', {
    'an item header cut short': '{"type":"event"',
    'an item header of null': 'null',
    'an array for an item header': '["event",2]',
    'a string for an item header': '"event"',
    'no type': '{"length":2}',
    'a type of null': '{"type":null}',
    'a type of a number': '{"type":1}',
    'a length in a string': '{"type":"event","length":"2"}',
    'a length with a fraction': '{"type":"event","length":2.5}',
    'a negative length': '{"type":"event","length":-2}',
    'a length of true': '{"type":"event","length":true}',
    'a length of 2³²': '{"type":"x-new","length":4294967296}',
    'an item_count that is no number': '{"type":"log","item_count":"1"}',
    'a content_type that is no string': '{"type":"log","content_type":1}',
  }),
  ...itemHeaders(ITEM_RS, LEFT_TO_INGEST, {
    'a filename that is no string': '{"type":"attachment","filename":{}}',
    'a routing_hint that is no UUID': '{"type":"check_in","routing_hint":"a"}',
    'a sampled that is no flag': '{"type":"profile","sampled":"true"}',
    'a sampled given twice': '{"type":"profile","sampled":true,"sampled":true}',
  }),
  ...itemHeaders('RFC 8259 §7', 'item-malformed', {
    'single quotes': "{'type':'event'}",
  }),
  ...itemHeaders('RFC 8259 §4', 'item-malformed', {
    'a trailing comma': '{"type":"event",}',
  }),
  ...itemHeaders('RFC 8259 §2', 'item-malformed', {
    'a comment': '{"type":"event"/**/}',
  }),
  ...itemHeaders('RFC 8259 §8.1', 'item-malformed', {
    'invalid UTF-8': join('{"type":"', Uint8Array.of(0xc3, 0x28), '"}'),
    'a byte order mark': '\ufeff{"type":"event"}',
  }),
  ...itemHeaders('serde_json read.rs', LEFT_TO_INGEST, {
    'half of a surrogate pair': '{"type":"event","x":"\\ud83d"}',
  }),
  ...itemHeaders('serde_json de.rs', LEFT_TO_INGEST, {
    'a number beyond a double': '{"type":"event","x":1e999}',
  }),
  ...itemHeaders('serde_json de.rs, remaining_depth', ACCEPTED, {
    'nesting of 127 levels': `{"type":"event","x":${'['.repeat(126)}${']'.repeat(126)}}`,
  }),
  ...itemHeaders('serde_json de.rs, remaining_depth', LEFT_TO_INGEST, {
    'nesting of 128 levels': `{"type":"event","x":${'['.repeat(127)}${']'.repeat(127)}}`,
  }),
  ...itemHeaders(ITEM_RS, ACCEPTED, {
    'an empty type, which is an unknown one': '{"type":""}',
    'null for each field that may be absent':
      '{"type":"log","item_count":null,"attachment_type":null,"content_type":null,"filename":null,"platform":null}',
  }),
  ...itemHeaders('RFC 8259 §7', ACCEPTED, {
    'a type written with an escape': '{"type":"\\u0065vent","length":2}',
  }),
  ...itemHeaders(ITEM_RS, 'item-internal', {
    'the internal type': '{"type":"integration","length":2}',
    'the internal type behind an escape': '{"type":"integr\\u0061tion"}',
  }),
  ...itemHeaders('RFC 8259 §7', 'item-truncated', {
    'a key written with an escape': '{"type":"event","l\\u0065ngth":9}',
  }),
  ...itemHeaders('serde_json reads a float', LEFT_TO_INGEST, {
    'a length of 2.0': '{"type":"event","length":2.0}',
    'a length with an exponent': '{"type":"event","length":2e0}',
  }),
  ...items('serde_json reads a float', LEFT_TO_INGEST, {
    'a length of -0': '{"type":"attachment","length":-0}\n',
  }),
  ...itemHeaders('RFC 8259 §6', 'item-malformed', {
    'a length with a leading zero': '{"type":"event","length":02}',
  }),
  ...itemHeaders(ITEM_RS, 'item-truncated', {
    'a length of 2³² − 1': '{"type":"x-new","length":4294967295}',
  }),
  ...itemHeaders('serde, duplicate field', 'item-malformed', {
    'a type given twice': '{"type":"event","type":"event"}',
    'a length given twice': '{"type":"event","length":2,"length":2}',
    'a length given twice, once with an escape': '{"type":"event","length":2,"\\u006cength":2}',
    'a platform given twice': '{"type":"profile_chunk","platform":"node","platform":"node"}',
  }),
  ...itemHeaders('serde flatten', ACCEPTED, {
    'an unknown key given twice': '{"type":"event","x":1,"x":2}',
  }),
  ...itemHeaders(SPEC, ACCEPTED, {
    'a known key given again further down': '{"type":"event","x":{"type":1,"length":-1}}',
    'unknown keys': '{"type":"event","__proto__":{"length":9},"новое":[null]}',
  }),
  ...itemHeaders('Relay test_envelope.py', ACCEPTED, {
    'an unknown attachment type': '{"type":"attachment","attachment_type":"x"}',
  }),
  ...itemHeaders('PROTOCOL §1.1', ACCEPTED, {
    'an item header of exactly 64 KiB': `{"type":"event","x":"${'x'.repeat(64 * KIB - 23)}"}`,
  }),
  ...itemHeaders('PROTOCOL §1.1', 'item-header-too-long', {
    'an item header one byte longer': `{"type":"event","x":"${'x'.repeat(64 * KIB - 22)}"}`,
  }),
  ...items('PROTOCOL §1.1', 'item-header-too-long', {
    'an item header without end': new Uint8Array(100 * KIB).fill(0x20),
  }),
];

const ENVELOPE_HEADERS: ConformanceCase[] = [
  ...headers(MOD_RS, ACCEPTED, {
    'an event_id of 32 digits': '"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"',
    'an event_id with dashes, in capitals': '"event_id":"9EC79C33-EC99-42AB-8353-589FCB2E04DC"',
    'an event_id of null': '"event_id":null',
    'a sent_at of null': '"sent_at":null',
  }),
  ...headers(MOD_RS, 'header-malformed', {
    'an event_id that is none': '"event_id":"xyz"',
    'an event_id of 31 digits': '"event_id":"9ec79c33ec9942ab8353589fcb2e04d"',
    'an event_id of a number': '"event_id":9',
    'a sent_at that is no date': '"sent_at":"123"',
    'a sent_at of a number': '"sent_at":1751371200',
  }),
  ...headers(MOD_RS, LEFT_TO_INGEST, {
    'a retention that is negative': '"retention":-1',
    'required_features that are no list': '"required_features":{}',
  }),
  ...headers('RFC 3339 §5.6', ACCEPTED, {
    'a sent_at in UTC': '"sent_at":"2026-07-01T12:00:00.123456789Z"',
    'a sent_at with an offset': '"sent_at":"2026-07-01t14:00:00+02:00"',
  }),
  ...headers('RFC 3339 §5.7', ACCEPTED, {
    'a sent_at in a leap second': '"sent_at":"2016-12-31T23:59:60Z"',
  }),
  ...headers('RFC 3339 §5.6', 'header-malformed', {
    'a sent_at without offset': '"sent_at":"2026-07-01T12:00:00"',
  }),
  ...headers('RFC 3339 §5.7', LEFT_TO_INGEST, {
    'a sent_at on a day that is none': '"sent_at":"2026-02-29T12:00:00Z"',
  }),
  ...headers(`${MOD_RS}, ErrorBoundary`, ACCEPTED, {
    'a trace that is none': '"trace":{"trace_id":7}',
    'a trace of a number': '"trace":1',
  }),
  ...headers('Relay request_meta.rs', LEFT_TO_INGEST, {
    'a client that is no string': '"client":{}',
    'a version with a fraction': '"version":7.0',
    'a version of 2¹⁶': '"version":65536',
    'an origin that is no URL': '"origin":"null"',
    'a remote_addr that is no address': '"remote_addr":"localhost"',
    'a forwarded_for of null': '"forwarded_for":null',
    'a no_cache that is no flag': '"no_cache":1',
  }),
  ...headers('Relay request_meta.rs', ACCEPTED, {
    'a version': '"version":7',
  }),
  ...headers('serde, duplicate field', 'header-malformed', {
    'the same dsn twice': DSN_FIELD,
    'a dsn hidden behind another': '"dsn":"https://a@b.example/1"',
    'a dsn hidden behind an escape': '"\\u0064sn":"https://a@b.example/1"',
  }),
  ...headers('serde, duplicate field', LEFT_TO_INGEST, {
    'a trace given twice': '"trace":{},"trace":{}',
  }),
  ...headers('sdk/envelopes; serde, duplicate field', 'header-malformed', {
    'a sent_at given twice': '"sent_at":"2026-07-01T12:00:00Z","sent_at":"2026-07-01T12:00:00Z"',
    'a sent_at given twice, once with an escape':
      '"sent_at":"2026-07-01T12:00:00Z","sent\\u005fat":"2026-07-01T12:00:00Z"',
  }),
  ...headers('serde flatten', ACCEPTED, {
    'an unknown key given twice, in the envelope header': '"x":1,"x":2',
  }),
  ...headers(SPEC, ACCEPTED, {
    'a known key given again further down, in the envelope header':
      '"sdk":{"version":"10.63.0"},"x":{"sent_at":1}',
  }),
  ...headers('serde_json read.rs', LEFT_TO_INGEST, {
    'half of a surrogate pair, in the envelope header': '"x":"\\udc00"',
  }),
  ...headers('serde_json de.rs', LEFT_TO_INGEST, {
    'a number beyond a double, in the envelope header': '"x":-1e999',
    'nesting of 128 levels, in the envelope header': `"x":${'['.repeat(127)}${']'.repeat(127)}`,
  }),
];

const TYPES: ConformanceCase[] = [
  ...items('PROTOCOL §2', ACCEPTED, {
    'a transaction': counted('transaction', '{"type":"transaction","spans":[]}'),
    'a span': counted('span', '{"span_id":"b0"}'),
    'a transaction, its profile and a span': [
      counted('transaction', '{}'),
      counted('profile', '{}'),
      counted('span', '{}'),
    ],
    'a replay video': counted('replay_video', ALL_BYTE_VALUES),
    'a session': '{"type":"session"}\n{"sid":"a","init":true}',
    sessions: '{"type":"sessions"}\n{"aggregates":[]}\n',
    'a check-in': counted('check_in', '{"status":"ok"}'),
    'profile chunks without a platform': counted('profile_chunk', '{}'),
    'feedback with an attachment': [counted('feedback', '{}'), counted('attachment', ALL_BYTE_VALUES)],
  }),
  ...items('Relay content_type.rs', ACCEPTED, {
    'spans in a container': counted('span', '{"items":[{},{}]}', `,"item_count":2${contentType('span.v2')}`),
    'logs in a container': counted('log', '{"items":[{}]}', `,"item_count":1${contentType('log')}`),
    'metrics in a container': counted(
      'trace_metric',
      '{"items":[{}]}',
      `,"item_count":1${contentType('trace-metric')}`,
    ),
  }),
  ...items('sentry-docs#10348, sentry-javascript#13453', ACCEPTED, {
    'a replay: its event, then a line of JSON and deflate bytes': [
      '{"type":"replay_event"}\n{"replay_id":"a"}\n',
      counted('replay_recording', join('{"segment_id":0}\n', deflateSync('[{"type":4,"data":{}}]'))),
    ],
  }),
  ...items('sentry-docs#10939', ACCEPTED, {
    'a replay recording whose length ends the envelope': join(
      '{"type":"replay_recording","length":258}\n',
      '\n',
      ALL_BYTE_VALUES,
      '\n',
    ),
  }),
  ...items('sentry-docs#10348', 'item-malformed', {
    'a replay recording without a length': [
      '{"type":"replay_recording"}\n{"segment_id":0}\n',
      deflateSync('[{"type":4}]'),
    ],
  }),
  ...items('PROTOCOL §5', ACCEPTED, {
    'a client report': '{"type":"client_report"}\n{"discarded_events":[]}',
  }),
  ...items(ITEM_RS, ACCEPTED, {
    'a profile chunk by its other name': counted('profile_chunk_ui', '{}', ',"platform":"android"'),
  }),
  ...items('PROTOCOL §1', ACCEPTED, {
    'a minidump': counted('attachment', 'MDMP', ',"attachment_type":"event.minidump","filename":"a.dmp"'),
  }),
  ...items(SPEC, ACCEPTED, {
    'an unknown item between known ones': [
      counted('event', '{}'),
      counted('x-new', 'not JSON'),
      counted('session', '{}'),
    ],
    'an unknown item named like a property of objects':
      '{"type":"__proto__"}\n{}\n{"type":"constructor"}\n{}',
  }),
  ...items(SIZES_RS, ACCEPTED, {
    'a type that ingest no longer knows': [counted('nel', '{}'), counted('otel_span', '{}')],
  }),
];

const LIMITS: ConformanceCase[] = [
  ...items(SIZES_RS, ACCEPTED, {
    'an event of 1 MiB': counted('event', new Uint8Array(MIB).fill(0x20)),
    'an unknown item above every limit of an event': [
      '{"type":"x-new"}\n',
      new Uint8Array(MIB + 1).fill(0x20),
    ],
    '30 attachments': repeated(30, counted('attachment', 'a')),
    '100 sessions': repeated(100, '{"type":"session"}\n{}\n'),
    'a client report of 100 KiB': counted('client_report', new Uint8Array(100 * KIB).fill(0x20)),
    '25 spans on their own': repeated(25, counted('span', '{}')),
    '25 spans on their own and a container': [
      repeated(25, counted('span', '{}')),
      counted('span', '{"items":[]}', `,"item_count":0${contentType('span.v2')}`),
    ],
  }),
  ...items(SIZES_RS, 'item-too-large', {
    'an event of 1 MiB and a byte, announced': announced('event', MIB + 1),
    'an event of 1 MiB and a byte, without length': [
      '{"type":"event"}\n',
      new Uint8Array(MIB + 1).fill(0x20),
    ],
    'two events': repeated(2, counted('event', '{}')),
    'an event and a transaction': [counted('event', '{}'), counted('transaction', '{}')],
    '31 attachments': repeated(31, counted('attachment', 'a')),
    '30 attachments and a user report': [
      repeated(30, counted('attachment', 'a')),
      counted('user_report', '{}'),
    ],
    'an attachment of 200 MiB and a byte': announced('attachment', 200 * MIB + 1),
    'attachments of 200 MiB and a byte together': [
      counted('attachment', 'a'),
      announced('attachment', 200 * MIB),
    ],
    'a replay recording above 10 MiB': announced('replay_recording', 10 * MIB + 1),
    'a replay video above 10 MiB': announced('replay_video', 10 * MIB + 1),
    'two replay recordings': repeated(2, counted('replay_recording', 'a')),
    '101 sessions': repeated(101, '{"type":"session"}\n{}\n'),
    '100 sessions and sessions': [repeated(100, counted('session', '{}')), counted('sessions', '{}')],
    'sessions above 10 MiB': announced('sessions', 10 * MIB + 1),
    'client reports above 100 KiB together': [
      repeated(2, counted('client_report', new Uint8Array(30 * KIB))),
      announced('client_report', 41 * KIB),
    ],
    '101 client reports': repeated(101, counted('client_report', '{}')),
    'a profile above 50 MiB': announced('profile', 50 * MIB + 1),
    'a profile and a profile chunk': [counted('profile', '{}'), counted('profile_chunk', '{}')],
    'a check-in above 100 KiB': announced('check_in', 100 * KIB + 1),
    'statsd above 1 MiB': announced('statsd', MIB + 1),
    'metric buckets above 1 MiB': announced('metric_buckets', MIB + 1),
    '26 spans on their own': repeated(26, counted('span', '{}')),
    'two containers of logs': repeated(2, counted('log', '{"items":[]}', contentType('log'))),
    'a log above 2 MiB': announced('log', 2 * MIB + 1),
    'logs above 2 MiB on average': announced('log', 4 * MIB + 2, `,"item_count":2${contentType('log')}`),
    'logs above 12 MiB in a container': announced(
      'log',
      12 * MIB + 1,
      `,"item_count":100${contentType('log')}`,
    ),
  }),
  ...items(SIZES_RS, 'item-truncated', {
    'logs within the limit on average': announced('log', 4 * MIB + 1, `,"item_count":2${contentType('log')}`),
  }),
  ...items(`${ITEM_RS}, can_support_container`, 'item-too-large', {
    'an item_count where the type has no containers': announced(
      'event',
      MIB + 1,
      `,"item_count":9${contentType('log')}`,
    ),
  }),
  ...items('INTERNALS: bounds', ACCEPTED, {
    '1000 items of unknown types': repeated(1_000, '{"type":"x"}\n\n'),
  }),
  ...items('INTERNALS: bounds', 'item-header-too-long', {
    'item headers of 64 KiB, 17 times': repeated(17, `{"type":"x","x":"${'x'.repeat(64 * KIB - 19)}"}\n\n`),
  }),
  ...items('INTERNALS: bounds', 'items-too-many', {
    '1001 items': repeated(1_001, '{"type":"x"}\n\n'),
  }),
];

/** Cases of the envelope's format: item boundaries and headers, typed header fields, item types and their limits. */
export const ITEM_CASES: readonly ConformanceCase[] = [
  ...BOUNDARIES,
  ...ITEM_HEADERS,
  ...ENVELOPE_HEADERS,
  ...TYPES,
  ...LIMITS,
];
