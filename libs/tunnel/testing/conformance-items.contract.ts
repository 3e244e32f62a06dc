import { deflateSync } from 'node:zlib';
import { TEST_DSNS } from '@adit/testing';
import type { ConformanceCase } from './conformance.contract.ts';

type Expected = ConformanceCase['expected'];
type Part = string | Uint8Array;

const ACCEPTED = { project: '4509' };
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

/** What follows the header line and its newline. */
const items = (title: string, source: string, expected: Expected, ...parts: Part[]): ConformanceCase => ({
  title,
  source,
  body: join(`{${DSN_FIELD}}\n`, ...parts),
  expected,
});
const accepted = (title: string, source: string, ...parts: Part[]): ConformanceCase =>
  items(title, source, ACCEPTED, ...parts);
/** An item header that is all there is to judge. */
const itemHeader = (title: string, source: string, expected: Expected, header: Part): ConformanceCase =>
  items(title, source, expected, header, '\n{}');
/** Further members of the envelope's own header. */
const header = (title: string, source: string, expected: Expected, members: Part): ConformanceCase => ({
  title,
  source,
  body: join(`{${DSN_FIELD},`, members, '}\n{"type":"event"}\n{}'),
  expected,
});

const counted = (type: string, payload: Part, more = ''): Uint8Array =>
  join(`{"type":"${type}","length":${join(payload).length}${more}}\n`, payload, '\n');
const repeated = (count: number, item: Part): Uint8Array =>
  join(...Array.from({ length: count }, () => item));
const announced = (type: string, length: number, more = ''): string =>
  `{"type":"${type}","length":${length}${more}}\n`;
const contentType = (name: string): string => `,"content_type":"application/vnd.sentry.items.${name}+json"`;

const BOUNDARIES: ConformanceCase[] = [
  accepted(
    'an item header that ends the envelope',
    `${ITEM_RS} test_…_implicit_length_empty_eof`,
    '{"type":"event"}',
  ),
  accepted('an item header and its newline, nothing behind', MOD_RS, '{"type":"event"}\n'),
  accepted('a payload without length that ends the envelope', MOD_RS, '{"type":"event"}\n{}'),
  accepted('a payload without length, then a newline', MOD_RS, '{"type":"event"}\n{}\n'),
  accepted('an empty payload without length', MOD_RS, '{"type":"x-a"}\n\n{"type":"x-b"}\n\n'),
  accepted('a length of null', ITEM_RS, '{"type":"event","length":null}\n{"a":1}\n'),
  accepted('a length of 0 that ends the envelope', MOD_RS, '{"type":"attachment","length":0}'),
  accepted('a length of 0, then the header’s newline', MOD_RS, '{"type":"attachment","length":0}\n'),
  accepted('a length of 0, then two newlines', MOD_RS, '{"type":"attachment","length":0}\n\n'),
  accepted(
    'two items of length 0',
    `${MOD_RS} test_…_empty_item_newline`,
    '{"type":"attachment","length":0}\n\n{"type":"attachment","length":0}\n',
  ),
  accepted('newlines inside a length', SPEC, counted('attachment', '\n\n{"type":"event","length":1}\n\n')),
  accepted('all byte values inside a length', SPEC, counted('attachment', ALL_BYTE_VALUES)),
  accepted('a carriage return inside a length', SPEC, counted('attachment', 'a\r'), counted('event', '{}')),
  accepted(
    'a carriage return in a payload without length',
    SPEC,
    '{"type":"event"}\n{}\r\n{"type":"session"}\n{}',
  ),
  accepted('a payload with a byte order mark', MOD_RS, counted('attachment', '\ufeffHello\r\n')),
  accepted('white space before an item header', 'serde_json StreamDeserializer', ' \t{"type":"event"}\n{}'),
  accepted('white space inside an item header', 'RFC 8259 §2', '{ "type" : "event" , "length" : 2 }\n{}'),
  accepted(
    'an item header that looks like a payload',
    SPEC,
    '{"type":"event"}\n{"type":"event","length":9}\n',
  ),
  items('a length beyond the end', ITEM_RS, 'item-truncated', '{"type":"event","length":3}\n{}'),
  items('a length one byte short', ITEM_RS, 'newline-missing', '{"type":"event","length":1}\n{}\n'),
  items(
    'a length that takes the newline along',
    ITEM_RS,
    'item-truncated',
    '{"type":"event","length":3}\n{}',
  ),
  items(
    'a length that takes the newline and what follows',
    ITEM_RS,
    'newline-missing',
    '{"type":"event","length":3}\n{}\n{"type":"session"}\n{}',
  ),
  items('a length and nothing behind its header', ITEM_RS, 'item-truncated', '{"type":"event","length":1}'),
  items(
    'a carriage return behind a length',
    MOD_RS,
    'newline-missing',
    '{"type":"event","length":2}\n{}\r\n',
  ),
  items('a space behind a length', MOD_RS, 'newline-missing', '{"type":"event","length":2}\n{} '),
  items('a carriage return behind an item header', MOD_RS, 'newline-missing', '{"type":"event"}\r\n{}'),
  items('a space behind an item header', MOD_RS, 'newline-missing', '{"type":"event"} \n{}'),
  items('a second object behind an item header', MOD_RS, 'newline-missing', '{"type":"event"}{}\n{}'),
  items('a blank line at the end', `${ITEM_RS}, PROTOCOL §1.1`, 'item-truncated', '{"type":"event"}\n{}\n\n'),
  items('a blank line behind the header line', 'PROTOCOL §1.1', 'item-truncated', '\n'),
  items(
    'a blank line between items',
    'PROTOCOL §1.1',
    'item-truncated',
    counted('event', '{}'),
    '\n',
    counted('session', '{}'),
  ),
  items('a line of spaces for an item header', ITEM_RS, 'item-truncated', counted('event', '{}'), '  '),
  items('a carriage return for an item header', ITEM_RS, 'item-truncated', counted('event', '{}'), '\r\n'),
  items(
    'an item header on two lines',
    'PROTOCOL §1; stricter than Relay',
    'item-malformed',
    '{"type":\n"event"}\n{}',
  ),
  items(
    'a payload that goes on behind its newline',
    ITEM_RS,
    'item-malformed',
    '{"type":"event"}\n{"message":\n"boom"}',
  ),
];

const ITEM_HEADERS: ConformanceCase[] = [
  itemHeader('an item header cut short', ITEM_RS, 'item-malformed', '{"type":"event"'),
  itemHeader('an item header of null', ITEM_RS, 'item-malformed', 'null'),
  itemHeader('an array for an item header', ITEM_RS, 'item-malformed', '["event",2]'),
  itemHeader('a string for an item header', ITEM_RS, 'item-malformed', '"event"'),
  itemHeader('single quotes', 'RFC 8259 §7', 'item-malformed', "{'type':'event'}"),
  itemHeader('a trailing comma', 'RFC 8259 §4', 'item-malformed', '{"type":"event",}'),
  itemHeader('a comment', 'RFC 8259 §2', 'item-malformed', '{"type":"event"/**/}'),
  itemHeader(
    'invalid UTF-8',
    'RFC 8259 §8.1',
    'item-malformed',
    join('{"type":"', Uint8Array.of(0xc3, 0x28), '"}'),
  ),
  itemHeader(
    'half of a surrogate pair',
    'serde_json read.rs',
    'item-malformed',
    '{"type":"event","x":"\\ud83d"}',
  ),
  itemHeader('a number beyond a double', 'serde_json de.rs', 'item-malformed', '{"type":"event","x":1e999}'),
  itemHeader('a byte order mark', 'RFC 8259 §8.1', 'item-malformed', '\ufeff{"type":"event"}'),
  itemHeader(
    'nesting of 127 levels',
    'serde_json de.rs, remaining_depth',
    ACCEPTED,
    `{"type":"event","x":${'['.repeat(126)}${']'.repeat(126)}}`,
  ),
  itemHeader(
    'nesting of 128 levels',
    'serde_json de.rs, remaining_depth',
    'item-malformed',
    `{"type":"event","x":${'['.repeat(127)}${']'.repeat(127)}}`,
  ),
  itemHeader('no type', ITEM_RS, 'item-malformed', '{"length":2}'),
  itemHeader('a type of null', ITEM_RS, 'item-malformed', '{"type":null}'),
  itemHeader('a type of a number', ITEM_RS, 'item-malformed', '{"type":1}'),
  itemHeader('an empty type, which is an unknown one', ITEM_RS, ACCEPTED, '{"type":""}'),
  itemHeader('a type written with an escape', 'RFC 8259 §7', ACCEPTED, '{"type":"\\u0065vent","length":2}'),
  itemHeader('the internal type', ITEM_RS, 'item-internal', '{"type":"integration","length":2}'),
  itemHeader('the internal type behind an escape', ITEM_RS, 'item-internal', '{"type":"integr\\u0061tion"}'),
  itemHeader(
    'a key written with an escape',
    'RFC 8259 §7',
    'item-truncated',
    '{"type":"event","l\\u0065ngth":9}',
  ),
  itemHeader('a length in a string', ITEM_RS, 'item-malformed', '{"type":"event","length":"2"}'),
  itemHeader('a length with a fraction', ITEM_RS, 'item-malformed', '{"type":"event","length":2.0}'),
  itemHeader('a length with an exponent', ITEM_RS, 'item-malformed', '{"type":"event","length":2e0}'),
  itemHeader('a negative length', ITEM_RS, 'item-malformed', '{"type":"event","length":-2}'),
  itemHeader('a length of -0', 'serde_json reads a float', 'item-malformed', '{"type":"event","length":-0}'),
  itemHeader('a length with a leading zero', 'RFC 8259 §6', 'item-malformed', '{"type":"event","length":02}'),
  itemHeader('a length of true', ITEM_RS, 'item-malformed', '{"type":"event","length":true}'),
  itemHeader('a length of 2³²', ITEM_RS, 'item-malformed', '{"type":"x-new","length":4294967296}'),
  itemHeader('a length of 2³² − 1', ITEM_RS, 'item-truncated', '{"type":"x-new","length":4294967295}'),
  itemHeader('an item_count that is no number', ITEM_RS, 'item-malformed', '{"type":"log","item_count":"1"}'),
  itemHeader(
    'a content_type that is no string',
    ITEM_RS,
    'item-malformed',
    '{"type":"log","content_type":1}',
  ),
  itemHeader(
    'a filename that is no string',
    ITEM_RS,
    'item-malformed',
    '{"type":"attachment","filename":{}}',
  ),
  itemHeader(
    'a routing_hint that is no UUID',
    ITEM_RS,
    'item-malformed',
    '{"type":"check_in","routing_hint":"a"}',
  ),
  itemHeader('a sampled that is no flag', ITEM_RS, 'item-malformed', '{"type":"profile","sampled":"true"}'),
  itemHeader(
    'null for each field that may be absent',
    ITEM_RS,
    ACCEPTED,
    '{"type":"log","item_count":null,"attachment_type":null,"content_type":null,"filename":null,"platform":null}',
  ),
  itemHeader(
    'a type given twice',
    'serde, duplicate field',
    'item-malformed',
    '{"type":"event","type":"event"}',
  ),
  itemHeader(
    'a length given twice',
    'serde, duplicate field',
    'item-malformed',
    '{"type":"event","length":2,"length":2}',
  ),
  itemHeader(
    'a length given twice, once with an escape',
    'serde, duplicate field',
    'item-malformed',
    '{"type":"event","length":2,"\\u006cength":2}',
  ),
  itemHeader(
    'a platform given twice',
    'serde, duplicate field',
    'item-malformed',
    '{"type":"profile_chunk","platform":"node","platform":"node"}',
  ),
  itemHeader('an unknown key given twice', 'serde flatten', ACCEPTED, '{"type":"event","x":1,"x":2}'),
  itemHeader(
    'a known key given again further down',
    SPEC,
    ACCEPTED,
    '{"type":"event","x":{"type":1,"length":-1}}',
  ),
  itemHeader('unknown keys', SPEC, ACCEPTED, '{"type":"event","__proto__":{"length":9},"новое":[null]}'),
  itemHeader(
    'an unknown attachment type',
    'Relay test_envelope.py',
    ACCEPTED,
    '{"type":"attachment","attachment_type":"x"}',
  ),
  itemHeader(
    'an item header of exactly 64 KiB',
    'PROTOCOL §1.1',
    ACCEPTED,
    `{"type":"event","x":"${'x'.repeat(64 * KIB - 23)}"}`,
  ),
  itemHeader(
    'an item header one byte longer',
    'PROTOCOL §1.1',
    'item-header-too-long',
    `{"type":"event","x":"${'x'.repeat(64 * KIB - 22)}"}`,
  ),
  items(
    'an item header without end',
    'PROTOCOL §1.1',
    'item-header-too-long',
    new Uint8Array(100 * KIB).fill(0x20),
  ),
];

const ENVELOPE_HEADERS: ConformanceCase[] = [
  header('an event_id of 32 digits', MOD_RS, ACCEPTED, '"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"'),
  header(
    'an event_id with dashes, in capitals',
    MOD_RS,
    ACCEPTED,
    '"event_id":"9EC79C33-EC99-42AB-8353-589FCB2E04DC"',
  ),
  header('an event_id of null', MOD_RS, ACCEPTED, '"event_id":null'),
  header('an event_id that is none', MOD_RS, 'header-malformed', '"event_id":"xyz"'),
  header(
    'an event_id of 31 digits',
    MOD_RS,
    'header-malformed',
    '"event_id":"9ec79c33ec9942ab8353589fcb2e04d"',
  ),
  header('an event_id of a number', MOD_RS, 'header-malformed', '"event_id":9'),
  header('a sent_at in UTC', 'RFC 3339 §5.6', ACCEPTED, '"sent_at":"2026-07-01T12:00:00.123456789Z"'),
  header('a sent_at with an offset', 'RFC 3339 §5.6', ACCEPTED, '"sent_at":"2026-07-01t14:00:00+02:00"'),
  header('a sent_at in a leap second', 'RFC 3339 §5.7', ACCEPTED, '"sent_at":"2016-12-31T23:59:60Z"'),
  header('a sent_at of null', MOD_RS, ACCEPTED, '"sent_at":null'),
  header('a sent_at that is no date', MOD_RS, 'header-malformed', '"sent_at":"123"'),
  header('a sent_at of a number', MOD_RS, 'header-malformed', '"sent_at":1751371200'),
  header('a sent_at without offset', 'RFC 3339 §5.6', 'header-malformed', '"sent_at":"2026-07-01T12:00:00"'),
  header(
    'a sent_at on a day that is none',
    'RFC 3339 §5.7',
    'header-malformed',
    '"sent_at":"2026-02-29T12:00:00Z"',
  ),
  header('a trace that is none', `${MOD_RS}, ErrorBoundary`, ACCEPTED, '"trace":{"trace_id":7}'),
  header('a trace of a number', `${MOD_RS}, ErrorBoundary`, ACCEPTED, '"trace":1'),
  header('a client that is no string', 'Relay request_meta.rs', 'header-malformed', '"client":{}'),
  header('a version', 'Relay request_meta.rs', ACCEPTED, '"version":7'),
  header('a version with a fraction', 'Relay request_meta.rs', 'header-malformed', '"version":7.0'),
  header('a version of 2¹⁶', 'Relay request_meta.rs', 'header-malformed', '"version":65536'),
  header('an origin that is no URL', 'Relay request_meta.rs', 'header-malformed', '"origin":"null"'),
  header(
    'a remote_addr that is no address',
    'Relay request_meta.rs',
    'header-malformed',
    '"remote_addr":"localhost"',
  ),
  header('a forwarded_for of null', 'Relay request_meta.rs', 'header-malformed', '"forwarded_for":null'),
  header('a no_cache that is no flag', 'Relay request_meta.rs', 'header-malformed', '"no_cache":1'),
  header('a retention that is negative', MOD_RS, 'header-malformed', '"retention":-1'),
  header('required_features that are no list', MOD_RS, 'header-malformed', '"required_features":{}'),
  header('the same dsn twice', 'serde, duplicate field', 'header-malformed', DSN_FIELD),
  header(
    'a dsn hidden behind another',
    'serde, duplicate field',
    'header-malformed',
    '"dsn":"https://a@b.example/1"',
  ),
  header(
    'a dsn hidden behind an escape',
    'serde, duplicate field',
    'header-malformed',
    '"\\u0064sn":"https://a@b.example/1"',
  ),
  header(
    'a sent_at given twice',
    'sdk/envelopes; serde, duplicate field',
    'header-malformed',
    '"sent_at":"2026-07-01T12:00:00Z","sent_at":"2026-07-01T12:00:00Z"',
  ),
  header(
    'a sent_at given twice, once with an escape',
    'sdk/envelopes; serde, duplicate field',
    'header-malformed',
    '"sent_at":"2026-07-01T12:00:00Z","sent\\u005fat":"2026-07-01T12:00:00Z"',
  ),
  header('a trace given twice', 'serde, duplicate field', 'header-malformed', '"trace":{},"trace":{}'),
  header('an unknown key given twice, in the envelope header', 'serde flatten', ACCEPTED, '"x":1,"x":2'),
  header(
    'a known key given again further down, in the envelope header',
    SPEC,
    ACCEPTED,
    '"sdk":{"version":"10.63.0"},"x":{"sent_at":1}',
  ),
  header(
    'half of a surrogate pair, in the envelope header',
    'serde_json read.rs',
    'header-malformed',
    '"x":"\\udc00"',
  ),
  header(
    'a number beyond a double, in the envelope header',
    'serde_json de.rs',
    'header-malformed',
    '"x":-1e999',
  ),
  header(
    'nesting of 128 levels, in the envelope header',
    'serde_json de.rs',
    'header-malformed',
    `"x":${'['.repeat(127)}${']'.repeat(127)}`,
  ),
];

const TYPES: ConformanceCase[] = [
  accepted('a transaction', 'PROTOCOL §2', counted('transaction', '{"type":"transaction","spans":[]}')),
  accepted('a span', 'PROTOCOL §2', counted('span', '{"span_id":"b0"}')),
  accepted(
    'a transaction, its profile and a span',
    'PROTOCOL §2',
    counted('transaction', '{}'),
    counted('profile', '{}'),
    counted('span', '{}'),
  ),
  accepted(
    'spans in a container',
    'Relay content_type.rs',
    counted('span', '{"items":[{},{}]}', `,"item_count":2${contentType('span.v2')}`),
  ),
  accepted(
    'logs in a container',
    'Relay content_type.rs',
    counted('log', '{"items":[{}]}', `,"item_count":1${contentType('log')}`),
  ),
  accepted(
    'metrics in a container',
    'Relay content_type.rs',
    counted('trace_metric', '{"items":[{}]}', `,"item_count":1${contentType('trace-metric')}`),
  ),
  accepted(
    'a replay: its event, then a line of JSON and deflate bytes',
    'sentry-docs#10348, sentry-javascript#13453',
    '{"type":"replay_event"}\n{"replay_id":"a"}\n',
    counted('replay_recording', join('{"segment_id":0}\n', deflateSync('[{"type":4,"data":{}}]'))),
  ),
  accepted(
    'a replay recording whose length ends the envelope',
    'sentry-docs#10939',
    join('{"type":"replay_recording","length":258}\n', '\n', ALL_BYTE_VALUES, '\n'),
  ),
  items(
    'a replay recording without a length',
    'sentry-docs#10348',
    'item-malformed',
    '{"type":"replay_recording"}\n{"segment_id":0}\n',
    deflateSync('[{"type":4}]'),
  ),
  accepted('a replay video', 'PROTOCOL §2', counted('replay_video', ALL_BYTE_VALUES)),
  accepted('a session', 'PROTOCOL §2', '{"type":"session"}\n{"sid":"a","init":true}'),
  accepted('sessions', 'PROTOCOL §2', '{"type":"sessions"}\n{"aggregates":[]}\n'),
  accepted('a client report', 'PROTOCOL §5', '{"type":"client_report"}\n{"discarded_events":[]}'),
  accepted('a check-in', 'PROTOCOL §2', counted('check_in', '{"status":"ok"}')),
  accepted('profile chunks without a platform', 'PROTOCOL §2', counted('profile_chunk', '{}')),
  accepted(
    'a profile chunk by its other name',
    ITEM_RS,
    counted('profile_chunk_ui', '{}', ',"platform":"android"'),
  ),
  accepted(
    'feedback with an attachment',
    'PROTOCOL §2',
    counted('feedback', '{}'),
    counted('attachment', ALL_BYTE_VALUES),
  ),
  accepted(
    'a minidump',
    'PROTOCOL §1',
    counted('attachment', 'MDMP', ',"attachment_type":"event.minidump","filename":"a.dmp"'),
  ),
  accepted(
    'an unknown item between known ones',
    SPEC,
    counted('event', '{}'),
    counted('x-new', 'not JSON'),
    counted('session', '{}'),
  ),
  accepted(
    'an unknown item named like a property of objects',
    SPEC,
    '{"type":"__proto__"}\n{}\n{"type":"constructor"}\n{}',
  ),
  accepted('a type that ingest no longer knows', SIZES_RS, counted('nel', '{}'), counted('otel_span', '{}')),
];

const LIMITS: ConformanceCase[] = [
  accepted('an event of 1 MiB', SIZES_RS, counted('event', new Uint8Array(MIB).fill(0x20))),
  items('an event of 1 MiB and a byte, announced', SIZES_RS, 'item-too-large', announced('event', MIB + 1)),
  items(
    'an event of 1 MiB and a byte, without length',
    SIZES_RS,
    'item-too-large',
    '{"type":"event"}\n',
    new Uint8Array(MIB + 1).fill(0x20),
  ),
  items('two events', SIZES_RS, 'item-too-large', repeated(2, counted('event', '{}'))),
  items(
    'an event and a transaction',
    SIZES_RS,
    'item-too-large',
    counted('event', '{}'),
    counted('transaction', '{}'),
  ),
  accepted(
    'an unknown item above every limit of an event',
    SIZES_RS,
    '{"type":"x-new"}\n',
    new Uint8Array(MIB + 1).fill(0x20),
  ),
  accepted('30 attachments', SIZES_RS, repeated(30, counted('attachment', 'a'))),
  items('31 attachments', SIZES_RS, 'item-too-large', repeated(31, counted('attachment', 'a'))),
  items(
    '30 attachments and a user report',
    SIZES_RS,
    'item-too-large',
    repeated(30, counted('attachment', 'a')),
    counted('user_report', '{}'),
  ),
  items(
    'an attachment of 200 MiB and a byte',
    SIZES_RS,
    'item-too-large',
    announced('attachment', 200 * MIB + 1),
  ),
  items(
    'attachments of 200 MiB and a byte together',
    SIZES_RS,
    'item-too-large',
    counted('attachment', 'a'),
    announced('attachment', 200 * MIB),
  ),
  items(
    'a replay recording above 10 MiB',
    SIZES_RS,
    'item-too-large',
    announced('replay_recording', 10 * MIB + 1),
  ),
  items('a replay video above 10 MiB', SIZES_RS, 'item-too-large', announced('replay_video', 10 * MIB + 1)),
  items('two replay recordings', SIZES_RS, 'item-too-large', repeated(2, counted('replay_recording', 'a'))),
  accepted('100 sessions', SIZES_RS, repeated(100, '{"type":"session"}\n{}\n')),
  items('101 sessions', SIZES_RS, 'item-too-large', repeated(101, '{"type":"session"}\n{}\n')),
  items(
    '100 sessions and sessions',
    SIZES_RS,
    'item-too-large',
    repeated(100, counted('session', '{}')),
    counted('sessions', '{}'),
  ),
  items('sessions above 10 MiB', SIZES_RS, 'item-too-large', announced('sessions', 10 * MIB + 1)),
  accepted(
    'a client report of 100 KiB',
    SIZES_RS,
    counted('client_report', new Uint8Array(100 * KIB).fill(0x20)),
  ),
  items(
    'client reports above 100 KiB together',
    SIZES_RS,
    'item-too-large',
    repeated(2, counted('client_report', new Uint8Array(30 * KIB))),
    announced('client_report', 41 * KIB),
  ),
  items('101 client reports', SIZES_RS, 'item-too-large', repeated(101, counted('client_report', '{}'))),
  items('a profile above 50 MiB', SIZES_RS, 'item-too-large', announced('profile', 50 * MIB + 1)),
  items(
    'a profile and a profile chunk',
    SIZES_RS,
    'item-too-large',
    counted('profile', '{}'),
    counted('profile_chunk', '{}'),
  ),
  items('a check-in above 100 KiB', SIZES_RS, 'item-too-large', announced('check_in', 100 * KIB + 1)),
  items('statsd above 1 MiB', SIZES_RS, 'item-too-large', announced('statsd', MIB + 1)),
  items('metric buckets above 1 MiB', SIZES_RS, 'item-too-large', announced('metric_buckets', MIB + 1)),
  accepted('25 spans on their own', SIZES_RS, repeated(25, counted('span', '{}'))),
  items('26 spans on their own', SIZES_RS, 'item-too-large', repeated(26, counted('span', '{}'))),
  accepted(
    '25 spans on their own and a container',
    SIZES_RS,
    repeated(25, counted('span', '{}')),
    counted('span', '{"items":[]}', `,"item_count":0${contentType('span.v2')}`),
  ),
  items(
    'two containers of logs',
    SIZES_RS,
    'item-too-large',
    repeated(2, counted('log', '{"items":[]}', contentType('log'))),
  ),
  items('a log above 2 MiB', SIZES_RS, 'item-too-large', announced('log', 2 * MIB + 1)),
  items(
    'logs above 2 MiB on average',
    SIZES_RS,
    'item-too-large',
    announced('log', 4 * MIB + 2, `,"item_count":2${contentType('log')}`),
  ),
  items(
    'logs above 12 MiB in a container',
    SIZES_RS,
    'item-too-large',
    announced('log', 12 * MIB + 1, `,"item_count":100${contentType('log')}`),
  ),
  items(
    'logs within the limit on average',
    SIZES_RS,
    'item-truncated',
    announced('log', 4 * MIB + 1, `,"item_count":2${contentType('log')}`),
  ),
  items(
    'an item_count where the type has no containers',
    `${ITEM_RS}, can_support_container`,
    'item-too-large',
    announced('event', MIB + 1, `,"item_count":9${contentType('log')}`),
  ),
  accepted('1000 items of unknown types', 'INTERNALS: bounds', repeated(1_000, '{"type":"x"}\n\n')),
  items('1001 items', 'INTERNALS: bounds', 'items-too-many', repeated(1_001, '{"type":"x"}\n\n')),
];

/** Cases of the envelope's format: item boundaries and headers, typed header fields, item types and their limits. */
export const ITEM_CASES: readonly ConformanceCase[] = [
  ...BOUNDARIES,
  ...ITEM_HEADERS,
  ...ENVELOPE_HEADERS,
  ...TYPES,
  ...LIMITS,
];
