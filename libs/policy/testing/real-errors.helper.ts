import {
  LEAVING,
  readEntry,
  thrown,
  TRANSLATED,
  type CorpusCase,
  type CorpusEntry,
  type PageState,
} from './corpus.helper.ts';
import type { NoiseSide } from '../src/noise/noise-rule.ts';

const V8 = `    at renderTotal (https://shop.test/_next/static/chunks/checkout-9a7c.js:1:20411)
    at oF (https://shop.test/_next/static/chunks/framework-4b1d.js:1:59308)
    at HTMLButtonElement.<anonymous> (https://shop.test/_next/static/chunks/app-1f2e.js:1:2345)`;
const GECKO = `renderTotal@https://shop.test/_next/static/chunks/checkout-9a7c.js:1:20411
oF@https://shop.test/_next/static/chunks/framework-4b1d.js:1:59308`;
const JSC = `renderTotal@https://shop.test/_next/static/chunks/checkout-9a7c.js:1:20411
@https://shop.test/_next/static/chunks/framework-4b1d.js:1:59308
[native code]`;
const NODE = `    at Page (/app/.next/server/chunks/ssr/page_1f2e.js:1:1021)
    at async renderToHTMLOrFlight (/app/node_modules/next/dist/server/app-render/app-render.js:1130:22)
    at Server.emit (node:events:524:28)
    at parserOnIncoming (node:_http_server:1151:12)`;
const CDN = '    at f (https://cdn.payments.test/v3/sdk.js:12:871)';
const HTTP_CLIENT = `    at Socket.socketCloseListener (node:_http_client:464:19)
    at Socket.emit (node:events:536:35)
    at TCP.<anonymous> (node:net:343:12)`;
const UNDICI = `    at node:internal/deps/undici/undici:14976:13
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
    at async loadPrices (/app/.next/server/chunks/prices.js:3:64)`;
const TIMER = `    at new DOMException (node:internal/per_context/domexception:53:5)
    at AbortController.abort (node:internal/abort_controller:391:18)
    at Timeout._onTimeout (/app/.next/server/chunks/prices.js:2:31)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`;
const SOCKET = `    at TLSWrap.onStreamRead (node:internal/stream_base_commons:217:20)
    at TLSWrap.callbackTrampoline (node:internal/async_hooks:130:17)`;

function withDigest(digest: string): Error {
  return Object.assign(new Error(digest.split(';')[0]), { digest });
}

function real(
  side: NoiseSide,
  source: string,
  stack: string,
  list: readonly CorpusEntry[],
  page: PageState = {},
): CorpusCase[] {
  return list.map((entry) => {
    const error = readEntry(entry);
    const title = `${error.type ?? 'Error'}: ${error.message}`;
    return { title, side, source, page, ...thrown(side, { stack, ...error }) };
  });
}

const applicationBugs = [
  ...real('client', 'V8', V8, [
    "TypeError: Cannot read properties of undefined (reading 'map')",
    "TypeError: Cannot read properties of undefined (reading 'length')",
    "TypeError: Cannot read properties of null (reading 'addEventListener')",
    "TypeError: Cannot read properties of null (reading 'style')",
    "TypeError: Cannot read properties of null (reading 'removeChild')",
    "TypeError: Cannot set properties of undefined (setting 'value')",
    "TypeError: Cannot set properties of null (setting 'innerHTML')",
    "TypeError: Cannot destructure property 'data' of 'undefined' as it is undefined.",
    'TypeError: e.items is not iterable',
    'TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))',
    'TypeError: t.preventDefault is not a function',
    'TypeError: n is not a function',
    'TypeError: (0 , r.useCart) is not a function',
    'TypeError: Assignment to constant variable.',
    'TypeError: Converting circular structure to JSON',
    "TypeError: Class constructor A cannot be invoked without 'new'",
    'TypeError: Cannot convert undefined or null to object',
    'TypeError: Reduce of empty array with no initial value',
    'TypeError: Illegal invocation',
    "TypeError: Failed to construct 'URL': Invalid URL",
    "TypeError: Failed to execute 'observe' on 'ResizeObserver': parameter 1 is not of type 'Element'.",
    "TypeError: Failed to execute 'observe' on 'IntersectionObserver': parameter 1 is not of type 'Element'.",
    "TypeError: Failed to execute 'appendChild' on 'Node': parameter 1 is not of type 'Node'.",
    'TypeError: Cannot redefine property: price',
    "TypeError: Cannot assign to read only property 'total' of object '#<Object>'",
    'TypeError: Cannot add property 1, object is not extensible',
    'TypeError: Invalid attempt to spread non-iterable instance.',
    'TypeError: BigInt64Array is not a constructor',
    'ReferenceError: process is not defined',
    'ReferenceError: cart is not defined',
    "ReferenceError: Cannot access 'a' before initialization",
    'ReferenceError: gtag is not defined',
    'ReferenceError: regeneratorRuntime is not defined',
    'ReferenceError: global is not defined',
    'RangeError: Maximum call stack size exceeded',
    'RangeError: Invalid array length',
    'RangeError: Invalid time value',
    'RangeError: toFixed() digits argument must be between 0 and 100',
    'RangeError: Incorrect locale information provided',
    'RangeError: Invalid currency code : undefined',
    'SyntaxError: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
    'SyntaxError: Unexpected end of JSON input',
    'SyntaxError: Invalid regular expression: /(/: Unterminated group',
    "SyntaxError: Failed to execute 'querySelector' on 'Document': '#1' is not a valid selector.",
    'URIError: URI malformed',
    'EvalError: Refused to evaluate a string as JavaScript',
    'AggregateError: All promises were rejected',
    'Objects are not valid as a React child (found: object with keys {amount, currency}).',
    'Rendered more hooks than during the previous render.',
    'Rendered fewer hooks than expected.',
    'Too many re-renders. React limits the number of renders to prevent an infinite loop.',
    'Maximum update depth exceeded.',
    'Invalid hook call. Hooks can only be called inside of the body of a function component.',
    'useCart must be used within a CartProvider',
    'Minified React error #31; visit https://react.dev/errors/31?args[]=object for the full message',
    'Minified React error #130; visit https://react.dev/errors/130 for the full message',
    'Minified React error #185; visit https://react.dev/errors/185 for the full message',
    'Minified React error #301; visit https://react.dev/errors/301 for the full message',
    'Minified React error #310; visit https://react.dev/errors/310 for the full message',
    'Element type is invalid: expected a string but got: undefined.',
    'Invariant failed',
    'Invariant: app router not mounted',
    'Expected server HTML to contain a matching <div> in <main>.',
    'No QueryClient set, use QueryClientProvider to set one',
    'Network Error',
    'Request failed with status code 404',
    'Request failed with status code 500',
    'Request failed with status code 502',
    'timeout of 10000ms exceeded',
    'ApolloError: Response not successful: Received status code 400',
    'AxiosError: Request failed with status code 401',
    'ZodError: Required at "items[0].price"',
    'ValidationError: amount must be a positive number',
    'FirebaseError: Missing or insufficient permissions.',
    'StripeInvalidRequestError: No such payment_intent',
    'InvariantError: The client is missing',
    'HttpError: 404 /api/cart',
  ]),
  ...real('client', 'SpiderMonkey', GECKO, [
    'TypeError: can\'t access property "map", e.items is undefined',
    'TypeError: e is undefined',
    'TypeError: e is null',
    'TypeError: n.getTotal is not a function',
    "TypeError: invalid assignment to const 'total'",
    'TypeError: cyclic object value',
    'TypeError: can\'t redefine non-configurable property "price"',
    "TypeError: can't convert undefined to object",
    'TypeError: object is not iterable (cannot read property Symbol(Symbol.iterator))',
    'TypeError: Node.appendChild: Argument 1 is not an object.',
    "TypeError: can't access lexical declaration 'a' before initialization",
    'ReferenceError: cart is not defined',
    'SyntaxError: JSON.parse: unexpected character at line 1 column 1 of the JSON data',
    'SyntaxError: JSON.parse: unexpected end of data at line 1 column 1 of the JSON data',
    'InternalError: too much recursion',
    'InternalError: allocation size overflow',
    'RangeError: invalid date',
    'URIError: malformed URI sequence',
    'NS_ERROR_FAILURE: Component returned failure code',
    'NS_ERROR_DOM_QUOTA_REACHED: Persistent storage maximum size reached',
  ]),
  ...real('client', 'JavaScriptCore', JSC, [
    "TypeError: undefined is not an object (evaluating 'e.items.map')",
    'TypeError: null is not an object (evaluating \'document.querySelector("#a").style\')',
    "TypeError: undefined is not an object (evaluating 'a.L')",
    "TypeError: undefined is not an object (evaluating 'a.total')",
    "TypeError: undefined is not an object (evaluating 'window.webkit.messageHandlers.pay')",
    "TypeError: undefined is not a function (near '...e.items.flatMap...')",
    "TypeError: n.at is not a function. (In 'n.at(-1)', 'n.at' is undefined)",
    'TypeError: Attempted to assign to readonly property.',
    'TypeError: Spread syntax requires ...iterable[Symbol.iterator] to be a function',
    'TypeError: JSON.stringify cannot serialize cyclic structures.',
    "ReferenceError: Can't find variable: gmoney",
    "ReferenceError: Can't find variable: ResizeObserver",
    "ReferenceError: Can't find variable: IntersectionObserver",
    "ReferenceError: Can't find variable: BigInt",
    'ReferenceError: Cannot access uninitialized variable.',
    'SyntaxError: The string did not match the expected pattern.',
    "SyntaxError: JSON Parse error: Unrecognized token '<'",
    'SyntaxError: Invalid regular expression: invalid group specifier name',
    'RangeError: Maximum call stack size exceeded.',
    'RangeError: Out of memory',
  ]),
];

const network = [
  ...real('client', 'Fetch and XMLHttpRequest; nobody is leaving', V8, [
    'TypeError: Failed to fetch',
    'TypeError: Failed to fetch (api.shop.test)',
    'TypeError: Load failed',
    'TypeError: Load failed (api.shop.test)',
    'TypeError: NetworkError when attempting to fetch resource.',
    'TypeError: network error',
    'TypeError: cancelled',
    'TypeError: The network connection was lost.',
    'TypeError: The Internet connection appears to be offline.',
    'TypeError: A server with the specified hostname could not be found.',
    'TypeError: The request timed out.',
    'TypeError: Type error',
    "TypeError: Failed to execute 'fetch' on 'Window': Invalid name",
    'AbortError: The user aborted a request.',
    'AbortError: signal is aborted without reason',
    'AbortError: Fetch is aborted',
    'AbortError: The operation was aborted.',
    'AbortError: The play() request was interrupted by a call to pause().',
    'TimeoutError: signal timed out',
    'Connection closed.',
    'WebSocket connection to wss://shop.test/live failed',
    'HTTP 404 while loading /api/products/17',
    'Unexpected response 204',
    'CORS request did not succeed',
  ]),
  ...real(
    'client',
    'the page is being left, but the error has another cause',
    V8,
    [
      'TypeError: e is not a function',
      "TypeError: Cannot read properties of null (reading 'fetch')",
      'Failed to fetch the price list',
      'Failed to fetch',
      'TimeoutError: signal timed out',
      'AxiosError: timeout of 10000ms exceeded',
      'AxiosError: Request failed with status code 500',
      'ApolloError: Field price is missing',
      'cancelled',
      'PaymentError: Network Error',
    ],
    LEAVING,
  ),
];

const mentions = [
  ...real('client', 'messages that merely mention what rules look for', V8, [
    'ResizeObserver is not defined',
    'ResizeObserver loop in our chart did not settle',
    'Chart: ResizeObserver loop limit exceeded after 3 layouts',
    'ResizeObserver loop limit exceeded; falling back to polling',
    'ResizeObserver loop limit exceeded',
    'ResizeObserver loop completed with undelivered notifications.',
    'TypeError: ResizeObserver is not a constructor',
    'Script error. in the payroll import',
    'Script error: line 3 of the import is invalid',
    'The script error handler failed',
    'Uncaught Script error in checkout.js',
    'Script error.',
    'script error',
    'NEXT_REDIRECT was not handled by the router',
    'Unexpected NEXT_REDIRECT in a client component',
    'NEXT_NOT_FOUND is deprecated',
    'NEXT_HTTP_ERROR_FALLBACK;418',
    'NEXT_REDIRECT_LOOP',
    'Too many redirects',
    'Redirect target is not allowed: //evil.test',
    'Page 404 of the catalogue is empty',
    'Invoice 404 was not found',
    '404',
    'Not found',
    'NotFoundError: Product 17',
    'The payment was aborted by the bank',
    'Upload aborted: the file is too large',
    'Transaction aborted',
    'AbortError: The user cancelled the share sheet',
    'AbortError: Registration failed - push service error',
    'Extension of file is not allowed: .exe',
    'chrome-extension:// links are not allowed in comments',
    'The browser extension for signing is missing',
    'Bot protection challenge failed',
    'Googlebot verification token is invalid',
    'Java object is gone from the inventory',
    'googletag is not defined',
    'Cannot redefine property: googletagmanager',
    "Can't find variable: gmoData",
    'solana wallet is not connected',
    'Hydration of the store failed: version 3 is not readable',
    'Translation for key cart.total is missing',
    'Loading chunk of invoices failed',
    'Failed to load chunk 3 of the upload',
    'Loading CSS for the editor failed',
    'An error occurred while rendering the Server Components diagram',
    'Minified CSS error #441',
    'monitoring-tunnel is not reachable from the intranet',
    'Extension context invalidated by the policy engine',
    'zaloJSV2 is not defined in the manifest',
    'Our Java object is gone',
    'Java object is gone',
    'Error invoking the payment: Java object is gone',
    'Could not establish connection. Receiving end does not exist.',
    'The message port closed before a response was received.',
    'Could not establish connection to the printer',
    'TypeError: Cannot redefine property: ethereum',
    'TypeError: Cannot redefine property: ethereumPrice',
    'Failed to connect to MetaMask',
    'Failed to connect to the price feed',
    "TypeError: Cannot assign to read only property 'ethereum' of object '#<Cart>'",
    'ReferenceError: CONFIG is not defined',
    'ReferenceError: DarkReader is not defined',
    'ReferenceError: GM is not defined',
    'Object Not Found Matching Id:17a',
    'Object not found matching Id 17',
    'feature named `hover` was not found in the plan',
    "TypeError: null is not an object (evaluating 'webkit.messageHandlers.pay.postMessage')",
    "TypeError: undefined is not an object (evaluating 'window.webkit.messageHandlersOfOurs')",
    'The destination stream closed early.',
    'Premature close',
    'write EPIPE',
  ]),
  ...real('server', 'messages that merely mention what rules look for', NODE, [
    'The render was aborted due to a fatal error.',
    'The destination stream errored while writing data.',
    'The destination stream closed early. Try again',
    'The order was aborted',
    'aborted',
    'request aborted by the fraud check',
    'Premature closing of the fiscal year',
    'Script error.',
    'ResizeObserver loop limit exceeded',
    "Cannot find module 'chrome-extension://abc/x.js'",
    'NEXT_REDIRECT was thrown outside of a request',
    'NEXT_HTTP_ERROR_FALLBACK;500',
    'Page /404 could not be prerendered',
    "ENOENT: no such file or directory, open '/app/.next/server/pages/404.html'",
    'AbortError: Retry given up: the order is already paid',
    'AbortError: Job 17 was aborted by its owner',
  ]),
];

const thirdParty = real('client', 'scripts of other origins that are served with CORS', CDN, [
  "TypeError: Cannot read properties of undefined (reading 'elements')",
  'IntegrationError: Invalid value for stripe.confirmPayment()',
  'Please use Stripe.js only once',
  'ReferenceError: dataLayer is not defined',
  'TypeError: window.fbq is not a function',
  'Google Maps JavaScript API error: ApiNotActivatedMapError',
  'reCAPTCHA has already been rendered in this element',
  'TypeError: t.getBoundingClientRect is not a function',
  'Loading https://js.payments.test/v3/ failed',
  'Intercom is not available',
]);

const EXTENSION = 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn/inpage.js';
/** Errors of browser functions that extensions wrap. */
const WRAPPED_FAILURES = [
  ['TypeError', 'Failed to fetch'],
  ['TypeError', "Failed to execute 'fetch' on 'Window': Invalid name"],
  ['TypeError', 'Failed to parse URL from https://'],
  ['TypeError', 'Converting circular structure to JSON'],
  ['AbortError', 'signal is aborted without reason'],
  ['TimeoutError', 'signal timed out'],
  ['SyntaxError', 'Unexpected end of JSON input'],
  ['SyntaxError', '"undefined" is not valid JSON'],
  ['SecurityError', "Failed to execute 'pushState' on 'History'"],
  ['NetworkError', "Failed to execute 'send' on 'XMLHttpRequest'"],
  ['QuotaExceededError', "Failed to execute 'setItem' on 'Storage'"],
  ['Error', 'the price is missing'],
] as const;
const deepExtensions = real('client', 'an extension is on the stack, but did not throw', V8, [
  [
    "TypeError: Cannot read properties of undefined (reading 'total')",
    `${V8}\n    at Proxy.<anonymous> (${EXTENSION}:1:9021)`,
  ],
  [
    'the click was sent by a password manager',
    `${V8}\n    at HTMLElement.click (chrome-extension://aeblfdkhhhdcdjpifhhbdiojplfjncoa/inline.js:2:3)`,
  ],
  [
    'fetch was wrapped by an ad blocker',
    `    at send (https://shop.test/app.js:1:2)\n    at window.fetch (${EXTENSION}:1:1)\n    at load (https://shop.test/app.js:1:9)`,
  ],
  [
    'wrapped by an extension of Firefox',
    `${GECKO}\nwrapper@moz-extension://5a1ff0b8-5a6a-4d5b-9d53-2dd1c0b7d0a2/content.js:3:14`,
  ],
  [
    'wrapped by an extension of Safari',
    `${JSC}\nrun@safari-web-extension://3284871F-A480-4FFC-8BC4-3F362C752446/content.js:22:10`,
  ],
  ['wrapped by an extension that Safari masks', `${JSC}\ny@webkit-masked-url://hidden/:2:2930760`],
  ...WRAPPED_FAILURES.map(([type, message]) => ({
    type,
    message,
    stack: `    at window.fetch (${EXTENSION}:1:8812)\n${V8}`,
  })),
  [
    'TypeError: NetworkError when attempting to fetch resource.',
    `fetch@moz-extension://5a1ff0b8-5a6a-4d5b-9d53-2dd1c0b7d0a2/content.js:3:14\n${GECKO}`,
  ],
  ['TypeError: Load failed (api.shop.test)', `y@webkit-masked-url://hidden/:2:2930760\n${JSC}`],
  [
    `SyntaxError: Unexpected token '<', "<!doctype "... is not valid JSON`,
    `    at JSON.parse (<anonymous>)\n    at Object.apply (${EXTENSION}:1:99)\n${V8}`,
  ],
  ...[
    'app:///_next/static/chunks/app.js',
    'app://shop/main.js',
    'capacitor://localhost/main.js',
    'ionic://localhost/main.js',
    'tauri://localhost/main.js',
    'file:///C:/Program%20Files/Shop/resources/app.asar/main.js',
    'webpack-internal:///./src/cart.ts',
    'blob:https://shop.test/0d8f4a0c',
    'https://shop.test/chrome-extension://x.js',
    'https://shop.test/extensions/moz-extension/x.js',
    'https://chrome-extension.test/x.js',
    'https://shop.test/app.js?from=safari-web-extension://x',
    'http://localhost:3000/_next/static/chunks/x.js',
    'chrome-error://chromewebdata/x.js',
  ].map((file): [string, string] => [`thrown in ${file}`, `    at pay (${file}:1:20)`]),
]);

const evaluated = real('client', 'text that a script of the application has evaluated', '', [
  [
    'ReferenceError: price is not defined',
    '    at eval (eval at total (https://shop.test/app.js:3:9), <anonymous>:1:1)',
  ],
  ['ReferenceError: tax is not defined', `    at <anonymous>:1:1\n${V8}`],
  ['TypeError: e is null', '    at Array.map (<anonymous>)'],
]);

const chunkLoads = real('client', 'webpack 5, Turbopack, Vite, three engines: kept, and grouped', V8, [
  'ChunkLoadError: Loading chunk 4503 failed.\n(error: https://shop.test/4503.3dd834a7.js)',
  'ChunkLoadError: Loading chunk 7 failed',
  'TypeError: error loading dynamically imported module with source “https://shop.test/a.js”',
  'ChunkLoadError: Loading chunk 17 failed.\n(missing: https://shop.test/17.js)',
  'ChunkLoadError: Loading chunk app/checkout/page failed.\n(timeout: https://shop.test/page.js)',
  'ChunkLoadError: Loading hot update chunk main failed.\n(undefined: undefined)',
  'Loading chunk vendors-node_modules_d3 failed.',
  'ChunkLoadError: Failed to load chunk /_next/static/chunks/2tmf.js from module 9203',
  'ChunkLoadError: Failed to load chunk /_next/static/chunks/2tmf.js as a runtime dependency of chunk a.js',
  'Failed to load chunk /_next/static/chunks/1v1h.css from module 17: Error: failed',
  'TypeError: Failed to fetch dynamically imported module: https://shop.test/assets/Cart-1f2e.js',
  'TypeError: error loading dynamically imported module: https://shop.test/assets/Cart-1f2e.js',
  'TypeError: error loading dynamically imported module',
  'TypeError: Importing a module script failed.',
  "TypeError: 'text/html' is not a valid JavaScript MIME type.",
  'Unable to preload CSS for /assets/Cart-1f2e.css',
  'Loading CSS chunk 4503 failed.\n(https://shop.test/4503.css)',
]);

const hydration = [
  ...real('client', 'React 18 and 19', V8, [
    "Hydration failed because the server rendered HTML didn't match the client.",
    'Hydration failed because the initial UI does not match what was rendered on the server.',
    'Text content does not match server-rendered HTML.',
    'There was an error while hydrating. Because the error happened outside of a Suspense boundary, the entire root will switch to client rendering.',
    'Minified React error #418; visit https://react.dev/errors/418?args[]=text for the full message',
    'Minified React error #423; visit https://react.dev/errors/423 for the full message',
    'Minified React error #425; visit https://react.dev/errors/425 for the full message',
    'This Suspense boundary received an update before it finished hydrating.',
    'The server could not finish this Suspense boundary, likely due to an error during server rendering.',
    "NotFoundError: Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    "NotFoundError: Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
    'NotFoundError: Node.removeChild: The node to be removed is not a child of this node',
    'NotFoundError: The object can not be found here.',
  ]),
  ...real(
    'client',
    'on a translated page, but not of the translator',
    V8,
    [
      "Hydration failed because the server rendered HTML didn't match the client.",
      'Minified React error #418; visit https://react.dev/errors/418',
      "TypeError: Cannot read properties of null (reading 'removeChild')",
      "TypeError: Failed to execute 'insertBefore' on 'Node': parameter 1 is not of type 'Node'.",
      'NotFoundError: Requested device not found',
      'NotFoundError: No such object store: carts',
      "HierarchyRequestError: Failed to execute 'appendChild' on 'Node': The new child element contains the parent.",
    ],
    TRANSLATED,
  ),
];

const domExceptions = real('client', 'DOMException names of the web platform', V8, [
  'QuotaExceededError: The quota has been exceeded.',
  "SecurityError: Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
  'SecurityError: The operation is insecure.',
  'InvalidStateError: The connection was closed.',
  "InvalidStateError: Failed to execute 'transaction' on 'IDBDatabase': The database connection is closing.",
  'NotAllowedError: Write permission denied.',
  "NotAllowedError: play() failed because the user didn't interact with the document first.",
  'NotSupportedError: The element has no supported sources.',
  'DataCloneError: #<Promise> could not be cloned.',
  'InvalidCharacterError: The string contains invalid characters.',
  'HierarchyRequestError: The operation would yield an incorrect node tree.',
  'UnknownError: Internal error opening backing store for indexedDB.open.',
  'VersionError: The requested version (1) is less than the existing version (2).',
  'ConstraintError: A mutation operation in the transaction failed.',
  'EncodingError: The source image cannot be decoded.',
]);

const digests = (['client', 'server'] as const).flatMap((side) =>
  real(side, 'digests that are not control flow', side === 'client' ? V8 : NODE, [
    { message: 'price list is empty', digest: '1234567890' },
    { message: 'a status the framework does not use', digest: 'NEXT_HTTP_ERROR_FALLBACK;418' },
    { message: 'a longer status', digest: 'NEXT_HTTP_ERROR_FALLBACK;4040' },
    { message: 'a word that only begins so', digest: 'NEXT_REDIRECTED' },
    { message: 'an own digest', digest: 'CART;NEXT_REDIRECT;' },
    { message: 'bailout to client', digest: 'BAILOUT_TO_CLIENT_SIDE_RENDERING' },
    { message: 'wrapped', cause: new Error('NEXT_REDIRECT is only in the text of a cause') },
    { message: 'a status that is no redirect', digest: 'NEXT_REDIRECT;replace;/;500;' },
    { message: 'a kind that is none', digest: 'NEXT_REDIRECT;reload;/;307;' },
    { message: 'no target', digest: 'NEXT_REDIRECT' },
    { message: 'Saving the order failed', cause: withDigest('NEXT_REDIRECT;replace;/orders;307;') },
    { message: 'Loading the order failed', cause: withDigest('NEXT_HTTP_ERROR_FALLBACK;404') },
    { message: 'Two causes deep', cause: { cause: withDigest('NEXT_REDIRECT;push;/done;303;') } },
    { message: 'NEXT_NOT_FOUND' },
    { message: 'NEXT_REDIRECT' },
    { message: 'NEXT_HTTP_ERROR_FALLBACK;404' },
    { message: 'NEXT_HTTP_ERROR_FALLBACK;403', digest: '1234567890' },
    { message: 'the order has NEXT_NOT_FOUND as its status' },
  ]),
);

/** The SDK lists the causes of an error before it. */
const linkedControlFlow: CorpusCase[] = (['client', 'server'] as const).map((side) => ({
  title: 'a redirect is the cause, and listed before the error',
  side,
  source: '@sentry/core 11.8 linkedErrorsIntegration',
  event: {
    exception: {
      values: [
        { type: 'Error', value: 'NEXT_REDIRECT' },
        { type: 'Error', value: 'Saving the order failed' },
      ],
    },
  },
  hint: {
    originalException: Object.assign(new Error('Saving the order failed'), {
      cause: withDigest('NEXT_REDIRECT;replace;/orders;307;'),
    }),
  },
}));

const echoWithoutDigest = real(
  'client',
  'React in production, no digest: the server has not reported it',
  V8,
  [
    'An error occurred in the Server Components render.',
    'Minified React error #441; visit https://react.dev/errors/441 for the full message',
  ],
);

const serverFailures = [
  ...real('server', 'Node 20.20: an outgoing call failed', HTTP_CLIENT, [
    { message: 'aborted', code: 'ECONNRESET' },
    { message: 'socket hang up', code: 'ECONNRESET' },
    { type: 'AxiosError', message: 'aborted', code: 'ECONNRESET' },
    { message: 'Premature close', code: 'ERR_STREAM_PREMATURE_CLOSE' },
    { type: 'AbortError', message: 'The operation was aborted', code: 'ABORT_ERR' },
  ]),
  ...real('server', 'Node 20.20: fetch failed, or was stopped by a deadline', UNDICI, [
    'TypeError: terminated',
    'TypeError: fetch failed',
    'AbortError: This operation was aborted',
    'TimeoutError: The operation was aborted due to timeout',
    { type: 'SocketError', message: 'other side closed', code: 'UND_ERR_SOCKET' },
    { type: 'ConnectTimeoutError', message: 'Connect Timeout Error', code: 'UND_ERR_CONNECT_TIMEOUT' },
    { type: 'BodyTimeoutError', message: 'Body Timeout Error', code: 'UND_ERR_BODY_TIMEOUT' },
  ]),
  ...real('server', 'a deadline of the application', TIMER, [
    'AbortError: This operation was aborted',
    'AbortError: The operation was aborted',
    'The render was aborted by the server without a reason.',
    'The render was aborted by the server with a promise.',
    'TimeoutError: The operation was aborted due to timeout',
  ]),
  ...real('server', 'Node 20.20: sockets of databases and pipes', SOCKET, [
    { message: 'read ECONNRESET', code: 'ECONNRESET' },
    { message: 'write ECONNRESET', code: 'ECONNRESET' },
    { message: 'write EPIPE', code: 'EPIPE' },
    { message: 'connect ECONNREFUSED 10.0.0.5:5432', code: 'ECONNREFUSED' },
    { message: 'connect ETIMEDOUT 10.0.0.5:443', code: 'ETIMEDOUT' },
    { message: 'getaddrinfo ENOTFOUND api.shop.test', code: 'ENOTFOUND' },
    { message: 'getaddrinfo EAI_AGAIN api.shop.test', code: 'EAI_AGAIN' },
    { message: 'unable to verify the first certificate', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    { message: 'certificate has expired', code: 'CERT_HAS_EXPIRED' },
    { message: 'Connection terminated unexpectedly' },
    {
      message: 'Client network socket disconnected before secure TLS connection was established',
      code: 'ECONNRESET',
    },
  ]),
  ...real('server', 'no stack: nothing tells whose connection it was', '', [
    { message: 'aborted', code: 'ECONNRESET' },
    { message: 'Premature close', code: 'ERR_STREAM_PREMATURE_CLOSE' },
    { message: 'write EPIPE', code: 'EPIPE' },
    { type: 'AbortError', message: 'This operation was aborted' },
    { message: 'The render was aborted by the server without a reason.' },
  ]),
  ...real('server', 'libraries that stream, call and retry', NODE, [
    {
      type: 'FetchError',
      message: 'Invalid response body while trying to fetch https://api.shop.test/: Premature close',
      code: 'ERR_STREAM_PREMATURE_CLOSE',
      stack: '    at consumeBody (/app/node_modules/node-fetch/lib/index.js:243:31)',
    },
    {
      message: 'Premature close',
      code: 'ERR_STREAM_PREMATURE_CLOSE',
      stack: '    at ClientRequest.onclose (node:internal/streams/end-of-stream:159:30)',
    },
    {
      message: 'Premature close',
      type: 'NodeError',
      code: 'ERR_STREAM_PREMATURE_CLOSE',
      stack: '    at ReadStream.onclose (node:internal/streams/end-of-stream:159:30)',
    },
    [
      'AbortError: Request aborted',
      '    at ClientRequest.abort (/app/node_modules/@smithy/node-http-handler/dist-cjs/index.js:331:24)',
    ],
    {
      type: 'AbortError',
      message: 'The operation was aborted',
      code: 'ABORT_ERR',
      cause: new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    },
    { message: 'Cannot set headers after they are sent to the client', code: 'ERR_HTTP_HEADERS_SENT' },
    { message: 'write after end', code: 'ERR_STREAM_WRITE_AFTER_END' },
    { message: 'Cannot call write after a stream was destroyed', code: 'ERR_STREAM_DESTROYED' },
    { message: 'Response body object should not be disturbed or locked', code: 'ERR_INVALID_STATE' },
    'PrismaClientKnownRequestError: Unique constraint failed on the fields: (`email`)',
    "PrismaClientInitializationError: Can't reach database server at `db`:`5432`",
    'MongoServerSelectionError: connection timed out',
    'ReplyError: WRONGTYPE Operation against a key holding the wrong kind of value',
    'SequelizeConnectionAcquireTimeoutError: Operation timeout',
    'TokenExpiredError: jwt expired',
    'JsonWebTokenError: invalid signature',
    'RangeError: Invalid time value',
    "TypeError: Cannot read properties of undefined (reading 'headers')",
    'ReferenceError: window is not defined',
    'ReferenceError: document is not defined',
    'Failed to parse URL from /api/cart',
    "Dynamic server usage: Page couldn't be rendered statically because it used `cookies`",
    'Route /shop used `params.id`. `params` should be awaited before using its properties.',
    'Failed to find Server Action "1f2e". This request might be from an older or newer deployment.',
    'Functions cannot be passed directly to Client Components',
    'Invalid URL',
    'ENOSPC: no space left on device, write',
    'EMFILE: too many open files',
    'JavaScript heap out of memory',
    "Cannot find module './7541.js'",
    'ChunkLoadError: Failed to load chunk server/chunks/ssr/page_1f2e.js from module 17',
    'ChunkLoadError: Loading chunk 7541 failed.',
    'InvalidCharacterError: Invalid character',
    'TimeoutError: Waiting failed: 30000ms exceeded',
  ]),
];

const PEOPLE: readonly string[] = [
  'Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.110 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 8.0.0; CUBOT_X18_Plus Build/O00623; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/71.0.3578.99 Mobile Safari/537.36 OPR/37.6.2254.134291',
  'Mozilla/5.0 (Linux; Android 5.1; CUBOT_NOTE_S Build/LMY47I) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/59.0.3071.125 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; CCBOTX Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0.31.103;FBDV/iPhone14,5]',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0.0.31.103;]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 335.0.0.33.93',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/10.43',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.4',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/320.0.637812891 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Snapchat/12.90',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile DuckDuckGo/5 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 YaBrowser/24.10.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; arm_64; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 YandexSearch/24.10 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 5.1; zh-cn) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 SogouMSE,SogouMobileBrowser/4.1.0',
  'Mozilla/5.0 (Linux; Android 12; HarmonyOS) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.6.301 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/90.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6',
  'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/90.0 Mobile Safari/537.36 baiduboxapp/13.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.40.0 Chrome/128.0.0.0 Electron/32.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) discord/1.0.9164 Chrome/124.0.0.0 Electron/30.2.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36 Perplexity/3.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Claude/1.3 Chrome/150.0.0.0 Electron/40.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-A556B; MyYouBotX) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  'Safari/600.2.5 MobileRicardo (Google Pixel 6; android 13) ricardo.ch/8.28.2-82802 (debug)',
  'Mozilla/5.0 (Linux; Android 14; Robot R1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
];

const people: CorpusCase[] = PEOPLE.flatMap((userAgent, index) => {
  const { event, hint } = thrown('client', {
    type: 'TypeError',
    message: `e is undefined ${index}`,
    stack: V8,
  });
  const normalizedRequest = { headers: { 'user-agent': userAgent } };
  const of = { source: 'user agents of phones, in-app browsers and people; omrilotan/isbot#29, #190' };
  return [
    {
      ...of,
      side: 'client' as const,
      title: `error of ${userAgent}`,
      event: { ...event, request: { headers: { 'User-Agent': userAgent } } },
      hint,
    },
    {
      ...of,
      side: 'server' as const,
      title: `error for ${userAgent}`,
      event: { ...event, sdkProcessingMetadata: { normalizedRequest } },
      hint,
    },
  ];
});

const NON_ERRORS: readonly (readonly [what: string, originalException: unknown])[] = [
  ['a string', 'payment failed'],
  ['a number', 404],
  ['null', null],
  ['undefined', undefined],
  ['a plain object', { status: 404, statusText: 'Not Found' }],
  ['an object with a digest of its own', { digest: '1234' }],
  ['an object with a code', { code: 'ECONNRESET' }],
  ['an array', ['aborted']],
  ['a response', { type: 'cors', status: 500 }],
  ['a symbol', Symbol('AbortError')],
  ['a function named like an error', function AbortError() {}],
  ['a frozen object', Object.freeze({ name: 'TimeoutError' })],
];

const nonErrors: CorpusCase[] = NON_ERRORS.flatMap(([what, originalException]) =>
  (['client', 'server'] as const).map((side) => ({
    title: `${what} was thrown`,
    side,
    source: '@sentry/core 11.8 eventbuilder: non-Error throws',
    event: {
      exception: { values: [{ type: 'UnhandledRejection', value: 'Non-Error promise rejection captured' }] },
    },
    hint: { originalException },
  })),
);

const realSpans: CorpusCase[] = (
  [
    ['GET /shop', { 'sentry.op': 'http.server', 'http.response.status_code': 200 }],
    ['GET /shop', { 'sentry.op': 'http.server', 'http.response.status_code': 500 }],
    ['GET /products/404', { 'sentry.op': 'http.server' }],
    ['GET /404-guide', { 'sentry.op': 'http.server' }],
    [
      'GET /api/cart',
      { 'sentry.op': 'http.server', 'http.response.status_code': 404, 'url.path': '/api/cart' },
    ],
    ['POST /search', { 'sentry.op': 'http.server', 'http.response.status_code': 404 }],
    ['GET', { 'sentry.op': 'http.client', 'http.response.status_code': 404, 'url.full': 'https://x.test/a' }],
    ['GET /monitoring-tunnel-docs', { 'sentry.op': 'http.server' }],
    ['POST', { 'url.full': 'https://other.test/api/4509/envelope/' }],
    ['POST', { 'url.full': 'https://o450.ingest.sentry.io.evil.test/api/4509/envelope/' }],
    ['/shop', { 'sentry.op': 'pageload' }],
    ['/shop', { 'sentry.op': 'navigation' }],
  ] as const
).map(([name, attributes]) => ({
  title: `span ${name} ${JSON.stringify(attributes)}`,
  side: attributes['sentry.op' as never] === 'pageload' ? 'client' : 'server',
  source: 'spans of @sentry/nextjs 11.8',
  span: { name, attributes },
}));

/** Chunks that failed to load: kept like the others, and also grouped. */
export const CHUNK_LOAD_ERRORS: readonly CorpusCase[] = chunkLoads;

/** All cases that must be sent unchanged: real errors of real applications, and errors that resemble noise. */
export const REAL_ERRORS: readonly CorpusCase[] = [
  ...applicationBugs,
  ...network,
  ...mentions,
  ...thirdParty,
  ...deepExtensions,
  ...evaluated,
  ...chunkLoads,
  ...hydration,
  ...domExceptions,
  ...digests,
  ...linkedControlFlow,
  ...echoWithoutDigest,
  ...serverFailures,
  ...people,
  ...nonErrors,
  ...realSpans,
];
