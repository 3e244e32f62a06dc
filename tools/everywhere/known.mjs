// Behaviour of a runtime that differs from Node and that the library cannot change. These tests are not run there; they
// count as skipped, and the support table gives the reason.
const named = (name) => (runtime) => runtime.name === name;
const DENO = { runtimes: 'Deno', on: named('Deno 2.9') };
const BUN = { runtimes: 'Bun', on: named('Bun 1.4') };
const WORKERD = { runtimes: 'workerd', on: named('workerd') };

const FIREFOX = { runtimes: 'Firefox', on: named('Firefox') };
const WEBKIT = { runtimes: 'WebKitGTK', on: named('WebKitGTK') };

const NO_MEASURE =
  'the test measures memory with V8’s collector at hand, which the runtime does not offer to code';
const BACKGROUND =
  'what a request has begun ends with it: a spool in a worker cannot deliver later; that of a Durable Object does';
const EARLY_ANSWER =
  'its `fetch`, which the test sends with, gives up if the answer comes before its body has gone; other clients get the answer';

const REACT_18 = { runtimes: 'React 18.3', on: named('React 18.3'), feature: 'fallback-ui' };
const OF_REACT_18 = 'React 18 itself fails at such a value, before any boundary';
const CONSOLE =
  'React 18 writes each error that a boundary catches to the console, which the test does not expect';
const CLEAN_UP =
  'the test’s way to replace the document does not work there; Next, which needs it, has React 19';
const OF_REACT_19 = 'the test is of what React 19 does';

export const KNOWN = [
  ...['deflate', 'deflate without zlib'].map((body) => ({
    ...DENO,
    feature: 'decoders',
    test: `${body} › fails at a body that ends early`,
    reason: 'its stream does not tell; ingest, which gets the body as it came, refuses it',
  })),
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
  ...['//monitoring-tunnel', '//api/42/envelope/'].map((path) => ({
    ...BUN,
    feature: 'server',
    test: `a POST to ${path}`,
    reason: 'its `fetch`, which the test sends with, makes one slash of two; `Bun.serve` does not',
  })),
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
  ...['delivers it later', 'keeps what comes in an outage', 'keeps it in an outage'].map((test) => ({
    ...WORKERD,
    feature: 'server',
    test,
    reason: BACKGROUND,
  })),
  {
    ...WORKERD,
    feature: 'core',
    test: 'counts a client that goes away before its envelope is complete',
    reason:
      'a stream that one worker hands to itself does not always end when it is cancelled; behind the worker’s server it does',
  },
  ...['tabs that are closed while they load', 'goes on while it loads'].map((test) => ({
    ...WEBKIT,
    feature: 'early',
    test,
    reason:
      'WebKit tells a page nothing that ends before its load event. The error is sent once the SDK is there, which an error asks for at once',
  })),
  {
    ...WEBKIT,
    feature: 'early',
    test: 'of an opaque origin',
    reason:
      "the policy of the test's page names 'self', which matches no address in a sandboxed document of this engine: it loads no SDK and sends nothing",
  },
  {
    ...WEBKIT,
    feature: 'offline',
    test: 'a browser that is off line',
    reason:
      'its driver cannot take it off line. A line that is cut shows the same of the SDK; errors from before the SDK wait for the event `online`, which this engine has',
  },
  {
    ...FIREFOX,
    feature: 'router',
    test: 'a page that it brings back goes to the same place again',
    reason:
      'a page from the cache has a copy of the tab’s storage and name, which the document after it does not change: it finds the mark of its first full page load, and the breaker refuses a second one of that address. The navigator tells `already-reloaded`, and the visitor may insist',
  },
  ...[
    ['noise', 'cross-origin-script-error: a script without CORS'],
    ['application', 'noise is dropped, and the lab says so: cross-origin-script'],
  ].map(([feature, test]) => ({
    ...FIREFOX,
    feature,
    test,
    reason:
      'Firefox 153 hides nothing of such an error, not even without automation: it is reported with its message and the other origin’s file',
  })),
  ...[WEBKIT, FIREFOX].map((engine) => ({
    ...engine,
    feature: 'noise',
    test: 'evaluated-script: a text that is evaluated',
    reason:
      'the test evaluates a text by a timer, which Chromium alone gives no file; here it has that of the document or of the script that set the timer, as code of the page would',
  })),
  ...['a script of an extension', 'native code that an extension calls'].map((test) => ({
    ...WEBKIT,
    feature: 'noise',
    test,
    reason:
      'the test names a script by its `sourceURL`, which is not in the stacks of this engine; the rule is tested with stacks of Safari’s own',
  })),
  {
    ...WEBKIT,
    feature: 'links',
    test: 'is asked for once',
    reason:
      'a browser that is automated keeps no answer for a navigation to come: the link is fetched before the click, and again by it',
  },
  {
    ...WEBKIT,
    feature: 'screens',
    test: 'in forced colours',
    reason: 'the engine has no forced colours; the screens keep their own',
  },
  ...[
    ['an object with throwing getters', OF_REACT_18],
    ['a revoked proxy', OF_REACT_18],
    ['an object nothing can be read of', OF_REACT_18],
    ['an error of another realm', OF_REACT_18],
    ['changes nothing after the boundary has unmounted', CONSOLE],
    ['catches a later error without a warning', CONSOLE],
    ['GlobalErrorScreen replaces the failed document', CLEAN_UP],
    ['GlobalErrorScreen puts extra actions after its own', CLEAN_UP],
    ['is announced again after a second click', 'the test’s `act` makes one update of two there'],
    ['React loses the nonce of a hoisted style', OF_REACT_19],
    ['an event handler is found', OF_REACT_19],
    ['draws notFound as React does', 'React 18 writes attributes in another order'],
  ].map(([test, reason]) => ({ ...REACT_18, test, reason })),
];
