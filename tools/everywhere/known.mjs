// What a runtime does otherwise than Node, where the library can do nothing sensible about it. These tests are not run there; they
// count as skipped, and the support table gives the reason.
const named = (name) => (runtime) => runtime.name === name;
const DENO = { runtimes: 'Deno', on: named('Deno 2.9') };
const BUN = { runtimes: 'Bun', on: named('Bun 1.4') };
const WORKERD = { runtimes: 'workerd', on: named('workerd') };

const NO_MEASURE =
  'the test measures memory with V8’s collector at hand, which the runtime does not offer to code';
const BACKGROUND =
  'what a request has begun ends with it: a spool cannot deliver later. Use no spool in a worker; SDKs try again after the 502';
const EARLY_ANSWER =
  'its `fetch`, which the test sends with, gives up if the answer comes before its body has gone; other clients get the answer';

export const KNOWN = [
  {
    ...DENO,
    feature: 'decoders',
    test: 'deflate › fails at a body that ends early',
    reason: 'its stream does not tell; ingest, which gets the body as it came, refuses it',
  },
  { ...DENO, feature: '/node decoders', test: 'holds a huge body if the sink keeps it', reason: NO_MEASURE },
  { ...DENO, feature: 'decoders', test: 'holds a huge body if the sink keeps it', reason: NO_MEASURE },
  {
    ...DENO,
    feature: 'decoders',
    test: 'reads br where the runtime does',
    reason: 'the test plays a runtime that reads br, with streams of Node; Deno does not read br',
  },
  {
    ...DENO,
    feature: '/node decoders',
    test: 'br › fails at a body that ends early',
    reason: 'its node:zlib does not tell; ingest, which gets the body as it came, refuses it',
  },
  {
    ...DENO,
    feature: '/disk',
    test: 'goes on in memory if the file cannot be written',
    reason:
      'its `unlink` removes an empty folder too, so what the test puts in the way of the file does not stay there',
  },
  { ...BUN, feature: 'decoders', test: 'holds', reason: NO_MEASURE },
  { ...BUN, feature: '/node decoders', test: 'holds', reason: NO_MEASURE },
  { ...BUN, feature: '/node', test: 'would not in a tunnel that buffers', reason: NO_MEASURE },
  ...['/node', 'server'].map((feature) => ({
    ...BUN,
    feature,
    test: 'gzip of nothing for ever',
    reason: 'it ends as a body that does not decode, with 400, before the header line is too long, with 413',
  })),
  {
    ...BUN,
    feature: 'server',
    test: 'a POST to //monitoring-tunnel',
    reason: 'its `fetch`, which the test sends with, makes one slash of two; `Bun.serve` does not',
  },
  { ...WORKERD, feature: 'decoders', test: 'holds', reason: NO_MEASURE },
  {
    ...WORKERD,
    feature: 'decoders',
    test: 'createWebDecoders › ',
    reason:
      'the tests take `DecompressionStream` away, or play one with streams of Node; a worker allows neither',
  },
  ...[
    'two megabytes without a newline',
    'gzip of 50 MB of spaces',
    'gzip of nothing for ever',
    'refuses one byte more',
    'cuts a body off that never ends',
    'names the type of an item that is too large',
  ].map((test) => ({ ...WORKERD, feature: 'server', test, reason: EARLY_ANSWER })),
  { ...WORKERD, feature: 'server', test: 'delivers it later', reason: BACKGROUND },
];
