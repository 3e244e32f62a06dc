// Decodes the request of an SDK, as far as the tests need.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { parseEnvelope } from '@sentry/core';

const DECODERS = { br: brotliDecompressSync, deflate: inflateSync, gzip: gunzipSync };

/** The content coding, `none` if there is none. Ruby's SDK sends an empty one. */
export const codingOf = ({ headers }) => headers['content-encoding'] || 'none';

/** Whether it contains an event outside an envelope. */
export const isStore = ({ url }) => /\/store\/(?:\?|$)/.test(url);

const BRACE = 0x7b;

/** The body without its content coding. An event that is not JSON is base64 of a zlib stream. */
export function decode(request) {
  const coding = codingOf(request);
  const body = coding === 'none' ? request.body : DECODERS[coding](request.body);
  return isStore(request) && body[0] !== BRACE ? inflateSync(Buffer.from(body.toString(), 'base64')) : body;
}

/** Item types of the protocol, with readable names. */
const KINDS = {
  event: 'error',
  sessions: 'session',
  span: 'transaction',
  trace_metric: 'metric',
  check_in: 'check-in',
  client_report: 'client report',
};

const typesOf = (request) =>
  isStore(request) ? ['event'] : parseEnvelope(decode(request))[1].map(([{ type }]) => type);

/** The kinds of a request's items, such as `error` and `attachment`. */
export const kindsOf = (request) => typesOf(request).map((type) => KINDS[type] ?? type);

/** The number of items of each kind in these requests. */
export function countKinds(requests) {
  const counts = {};
  for (const kind of requests.flatMap(kindsOf)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
