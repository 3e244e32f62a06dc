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
import type { NoiseRuleId } from '../src/noise/noise-rules.ts';

/** Noise, and the rule that must match it. */
export interface NoiseCase extends CorpusCase {
  readonly rule: NoiseRuleId;
}

const APP_FRAME = '    at onClick (https://shop.test/_next/static/chunks/app-1f2e.js:1:2345)';

function errors(
  rule: NoiseRuleId,
  side: NoiseSide,
  source: string,
  list: readonly CorpusEntry[],
  page: PageState = {},
): NoiseCase[] {
  return list.map((entry) => {
    const error = readEntry(entry);
    const title = `${error.type ?? 'Error'}: ${error.message}`;
    return { title, rule, side, source, page, ...thrown(side, error) };
  });
}

/** Messages without a type and a stack. */
const messages = (rule: NoiseRuleId, source: string, list: readonly string[]): NoiseCase[] =>
  errors(
    rule,
    'client',
    source,
    list.map((message) => ({ message })),
  );

function spans(
  rule: NoiseRuleId,
  side: NoiseSide,
  source: string,
  list: readonly (readonly [name: string, attributes?: Record<string, unknown>, page?: PageState])[],
): NoiseCase[] {
  return list.flatMap(([name, attributes = {}, page = {}]) => {
    const of = { rule, side, source, page };
    const { 'sentry.op': op, ...data } = attributes;
    const trace = { trace_id: '', span_id: '', data, ...(typeof op === 'string' && { op }) };
    return [
      { ...of, title: `streamed span ${name}`, span: { name, attributes } },
      {
        ...of,
        title: `transaction ${name}`,
        event: { type: 'transaction' as const, transaction: name, contexts: { trace } },
      },
    ];
  });
}

const scriptErrors = [
  ...messages(
    'cross-origin-script-error',
    'HTML, "report an exception", muted errors; IE engines; webviews',
    [
      'Script error.',
      'Script error',
      'script error.',
      'SCRIPT ERROR.',
      'Uncaught Script error.',
      'Uncaught Script error',
      'Javascript error: Script error. on line 0',
      'Javascript error: Script error on line 0',
      'Script error. on line 0',
    ],
  ),
  {
    title: 'a muted error with the frame that the SDK makes up from the event',
    rule: 'cross-origin-script-error' as const,
    side: 'client' as const,
    source: '@sentry/browser 11.8 globalhandlers, _enhanceEventWithInitialFrame',
    event: {
      exception: {
        values: [
          {
            type: 'Error',
            value: 'Script error.',
            stacktrace: { frames: [{ filename: 'https://shop.test/', function: '?', lineno: 0, colno: 0 }] },
          },
        ],
      },
    },
  },
  {
    title: 'a muted error captured as a message',
    rule: 'cross-origin-script-error' as const,
    side: 'client' as const,
    source: 'window.onerror handlers that pass the message on',
    event: { message: 'Script error.' },
  },
];

const resizeObserver = messages(
  'resize-observer-loop',
  'Chromium up to 113 and from 114; Firefox; Safari; ROUTER.md 1.2',
  [
    'ResizeObserver loop limit exceeded',
    'ResizeObserver loop limit exceeded.',
    'ResizeObserver loop completed with undelivered notifications.',
    'ResizeObserver loop completed with undelivered notifications',
    'Uncaught ResizeObserver loop limit exceeded',
    'Uncaught Error: ResizeObserver loop limit exceeded',
    'Error: ResizeObserver loop completed with undelivered notifications.',
    'Uncaught ResizeObserver loop completed with undelivered notifications.',
  ],
);

const injected = messages(
  'injected-script-error',
  'eventFilters.ts of @sentry/core 11.8; browser_extensions.rs of Relay; issues cited in the table',
  [
    'Cannot redefine property: googletag',
    "Can't find variable: gmo",
    "undefined is not an object (evaluating 'a.L')",
    "undefined is not an object (evaluating 'a.P')",
    'vv().getRestrictions is not a function',
    "Can't find variable: _AutofillCallbackHandler",
    "can't access dead object",
    "TypeError: can't access dead object",
    "undefined is not an object (evaluating '__gCrWeb.instantSearch.setHighlight')",
    "undefined is not an object (evaluating 'window.__gCrWeb.autofill')",
    "Can't find variable: __gCrWeb",
    "Can't find variable: WeixinJSBridge",
    "undefined is not an object (evaluating 'contentScriptData.init_ts')",
    "undefined is not an object (evaluating 'window.__firefox__.reader')",
    "Can't find variable: __firefox__",
    "Can't find variable: instantSearchSDKJSBridgeClearHighlight",
    "Can't find variable: DarkReader",
    'zp_token is not defined',
    'feature named `hover` was not found',
    'unreachable. Response did not contain `success` or `data`',
    "null is not an object (evaluating 'autofillFieldData.autoCompleteType.includes')",
    "Cannot read properties of undefined (reading '__firefox__')",
    "Can't find variable: zaloJSV2",
    'zaloJSV2 is not defined',
  ],
);

const TRACKERS = 'public trackers; the addresses stand beside the rows and in corpus/public-messages.json';
const foreign = [
  ...messages('webview-bridge', TRACKERS, [
    'WKWebView API client did not respond to this postMessage',
    'Error: WKWebView API client did not respond to this postMessage',
    'The WKWebView was deallocated before the message was delivered',
    'Java object is gone',
    'Java exception was raised during method invocation',
    'Error invoking postMessage: Java exception was raised during method invocation',
    'Error invoking log: Java object is gone',
    'Error invoking process: Java bridge method invocation error',
    'Uncaught Error: Error invoking post: Method not found',
    "undefined is not an object (evaluating 'window.webkit.messageHandlers')",
    "null is not an object (evaluating 'webkit.messageHandlers.x.postMessage')",
  ]),
  ...errors('webview-bridge', 'client', TRACKERS, [
    ['Error invoking postMessage: Java object is gone', APP_FRAME],
  ]),
  ...messages('extension-messaging', TRACKERS, [
    'Extension context invalidated.',
    'Uncaught Error: Extension context invalidated.',
    'Invalid call to runtime.sendMessage(). Tab not found.',
    'Could not establish connection. Receiving end does not exist.',
    'Uncaught (in promise) Error: Could not establish connection. Receiving end does not exist.',
    'The message port closed before a response was received.',
    'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received',
    'Attempting to use a disconnected port object',
  ]),
  ...messages('wallet-or-user-script', TRACKERS, [
    'can\'t redefine non-configurable property "solana"',
    'Cannot redefine property: ethereum',
    'Uncaught TypeError: Cannot redefine property: ethereum',
    'Cannot set property ethereum of #<Window> which has only a getter',
    "Cannot assign to read only property 'tronLink' of object '#<Window>'",
    "'set' on proxy: trap returned falsish for property 'tronlinkParams'",
    'Failed to connect to MetaMask',
    'Talisman extension has not been configured yet. Please continue with onboarding.',
    'wallet must has at least one account',
    'unsafeWindow is not defined',
    "Can't find variable: GM_getValue",
    "undefined is not an object (evaluating 'window['6a1f']['gm_menus']')",
  ]),
  ...messages('mail-scanner', TRACKERS, [
    'Object Not Found Matching Id:3, MethodName:simulateEvent, ParamCount:1',
    'Object Not Found Matching Id:2',
    'Non-Error promise rejection captured with value: Object Not Found Matching Id:4, MethodName:update, ParamCount:4',
  ]),
  ...errors('evaluated-script', 'client', TRACKERS, [
    ['ReferenceError: onHide is not defined', '    at <anonymous>:1:1'],
    [
      "TypeError: Cannot read properties of null (reading 'value')",
      '    at Array.forEach (<anonymous>)\n    at run (<anonymous>:3:9)\n    at <anonymous>:7:3',
    ],
  ]),
  {
    title: "a variable of X's app, in its own function",
    rule: 'injected-script-error' as const,
    side: 'client' as const,
    source: TRACKERS,
    event: {
      request: { url: 'https://shop.test/cart?x=1' },
      exception: {
        values: [
          {
            type: 'ReferenceError',
            value: "Can't find variable: CONFIG",
            stacktrace: {
              frames: [{ function: 'updateGapFiller', filename: 'https://shop.test/cart#top', lineno: 311 }],
            },
          },
        ],
      },
    },
  },
];

const EXTENSION =
  'stack formats of V8, SpiderMonkey and JavaScriptCore; sentry-javascript#3313, #7993, #16673';
const extensions = errors('browser-extension', 'client', EXTENSION, [
  [
    "TypeError: Cannot read properties of null (reading 'postMessage')",
    `    at t (chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn/inpage.js:1:9021)\n${APP_FRAME}`,
  ],
  [
    'The wallet has lost its port',
    '    at Object.connect (chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn/scripts/inpage.js:7:84370)',
  ],
  [
    "SyntaxError: Identifier 'observer' has already been declared",
    '    at chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb/content.js:1:1',
  ],
  [
    'from an extension of Edge, Opera, Brave, Vivaldi or Arc, which keep the scheme of Chromium',
    '    at async chrome-extension://ghbmnnjooekpmoecnnnilnnbdlolhkhi/page.js:12:8',
  ],
  [
    'thrown by native code that an extension called',
    '    at Array.forEach (<anonymous>)\n    at m (chrome-extension://abcdefghijklmnopabcdefghijklmnop/a.js:2:4)',
  ],
  [
    'TypeError: can\'t access property "id", e is undefined',
    'handle@moz-extension://5a1ff0b8-5a6a-4d5b-9d53-2dd1c0b7d0a2/content.js:3:14\n',
  ],
  [
    'TypeError: e is null',
    'inject/<@moz-extension://5a1ff0b8-5a6a-4d5b-9d53-2dd1c0b7d0a2/js/inject.js:44:1\nonClick@https://shop.test/app.js:2:3',
  ],
  [
    "TypeError: null is not an object (evaluating 'e.id')",
    'run@safari-web-extension://3284871F-A480-4FFC-8BC4-3F362C752446/content.js:22:10',
  ],
  [
    'Clipper failed',
    'ClipperError@safari-extension://com.evernote.safari.clipper-Q79WDW8YH9/2665fee0/commons.js:223036:10',
  ],
  [
    'Clipper failed, in the notation with brackets',
    '    at fromAny@safari-extension:(//3284871F-A480-4FFC-8BC4-3F362C752446/2665fee0/commons.js:223078:28)',
  ],
  [
    "TypeError: undefined is not an object (evaluating 'n.data')",
    'y@webkit-masked-url://hidden/:2:2930760\n@webkit-masked-url://hidden/:2:1143638',
  ],
  ['masked, in the notation with brackets', '    at y@webkit-masked-url:(//hidden/:2:2930760)'],
  [
    'Unable to get property of undefined',
    '    at run (ms-browser-extension://9f4f2a3c-0d8f-4a0c-b3ab-5b2d5ac0e0c0/content.js:5:9)',
  ],
  [
    "from one of Firefox's own scripts",
    'getFillableFormInputs@chrome://formautofill/content/FormAutofillHandler.js:31:5',
  ],
  [
    "from a script of one of Meta's apps for Android",
    '    at R (iabjs://navigation_performance_logger_android/script.js:1:5098)',
  ],
  [
    "from one of Firefox's own modules",
    '_getTopFormFor@resource://gre/modules/LoginManagerChild.sys.mjs:210:9',
  ],
]);

const CONTROL_FLOW = 'isRedirectError and isHTTPAccessFallbackError of Next 14 to 16';
const controlFlow = (['client', 'server'] as const).flatMap((side) => [
  ...errors('framework-control-flow', side, CONTROL_FLOW, [
    { message: 'NEXT_REDIRECT', digest: 'NEXT_REDIRECT;replace;/sign-in;307;' },
    { message: 'NEXT_REDIRECT', digest: 'NEXT_REDIRECT;push;/done?from=%2Fa;303;' },
    { message: 'NEXT_REDIRECT', digest: 'NEXT_REDIRECT;replace;https://other.test/x;308;' },
    { message: 'NEXT_REDIRECT', digest: 'NEXT_REDIRECT;push;/a;b;c;307;' },
    { message: 'NEXT_REDIRECT', digest: 'NEXT_REDIRECT;replace;/before-14.1;307' },
    { message: 'NEXT_REDIRECT', digest: 'NEXT_REDIRECT;replace;/before-14;false' },
    { message: 'NEXT_HTTP_ERROR_FALLBACK;404', digest: 'NEXT_HTTP_ERROR_FALLBACK;404' },
    { message: 'NEXT_HTTP_ERROR_FALLBACK;403', digest: 'NEXT_HTTP_ERROR_FALLBACK;403' },
    { message: 'NEXT_HTTP_ERROR_FALLBACK;401', digest: 'NEXT_HTTP_ERROR_FALLBACK;401' },
    { message: 'NEXT_NOT_FOUND', digest: 'NEXT_NOT_FOUND' },
    { message: 'the digest alone decides', digest: 'NEXT_REDIRECT;replace;/;307;' },
    {
      message: 'with a cause of its own',
      digest: 'NEXT_REDIRECT;replace;/;307;',
      cause: new Error('no session'),
    },
  ]),
  ...['NEXT_REDIRECT', 'NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_NOT_FOUND'].map((value) => ({
    title: `only the text is left: ${value}`,
    rule: 'framework-control-flow' as const,
    side,
    source: CONTROL_FLOW,
    event: { exception: { values: [{ type: 'Error', value }] } },
  })),
]);

const echoes = errors('server-error-echo', 'client', 'resolveErrorProd of ReactFlightClient, React 19', [
  {
    message:
      'An error occurred in the Server Components render. The specific message is omitted in production builds to avoid leaking sensitive details.',
    digest: '2338498817',
  },
  {
    message: 'Minified React error #441; visit https://react.dev/errors/441 for the full message',
    digest: '1023',
  },
  {
    message: 'Minified React error #419; visit https://react.dev/errors/419 for the full message',
    digest: '3322044551',
  },
  {
    message:
      'The server could not finish this Suspense boundary, likely due to an error during server rendering. Switched to client rendering.',
    digest: '3322044551',
  },
]);

const NODE_ABORTED = `    at abortIncoming (node:_http_server:796:17)
    at socketOnClose (node:_http_server:790:3)
    at Socket.emit (node:events:536:35)
    at TCP.<anonymous> (node:net:343:12)`;
const NODE_14_ABORTED = `    at abortIncoming (_http_server.js:569:12)
    at socketOnClose (_http_server.js:562:3)`;
const RESPONSE_CLOSED = `    at ServerResponse.onclose (node:internal/streams/end-of-stream:159:30)
    at ServerResponse.emit (node:events:536:35)
    at emitCloseNT (node:_http_server:1019:10)
    at Socket.onServerResponseClose (node:_http_server:277:5)
    at Socket.emit (node:events:536:35)
    at TCP.<anonymous> (node:net:343:12)`;
const H2_CLOSED = `    at Http2ServerResponse.onclose (node:internal/streams/end-of-stream:159:30)
    at Http2ServerResponse.emit (node:events:536:35)
    at ServerHttp2Stream.onStreamCloseResponse (node:internal/http2/compat:393:7)`;
const REACT_DESTINATION = `    at ServerResponse.<anonymous> (/app/node_modules/react-dom/cjs/react-dom-server.node.production.js:7648:20)
    at ServerResponse.emit (node:events:524:28)
    at emitCloseNT (node:_http_server:1019:10)
    at Socket.onServerResponseClose (node:_http_server:277:5)`;
const REACT_CANCEL = `    at abort (/app/node_modules/react-dom/cjs/react-dom-server.edge.production.js:7659:11)
    at Object.cancel (/app/node_modules/react-dom/cjs/react-dom-server.edge.production.js:7847:17)
    at readableByteStreamControllerCancelSteps (node:internal/webstreams/readablestream:3146:37)
    at readableStreamCancel (node:internal/webstreams/readablestream:2009:39)
    at ServerResponse.<anonymous> (file:///app/server.mjs:8:144)`;
const ABORTED_ON_CLOSE = `    at new DOMException (node:internal/per_context/domexception:53:5)
    at AbortController.abort (node:internal/abort_controller:391:18)
    at ServerResponse.<anonymous> (/app/node_modules/@hono/node-server/dist/index.js:560:25)
    at ServerResponse.emit (node:events:536:35)
    at emitCloseNT (node:_http_server:1019:10)`;
const RESPONSE_WRITE = `    at afterWriteDispatched (node:internal/stream_base_commons:161:15)
    at writeGeneric (node:internal/stream_base_commons:152:3)
    at Socket._write (node:net:958:8)
    at ServerResponse._writeRaw (node:_http_outgoing:402:17)
    at ServerResponse.write (node:_http_outgoing:860:15)`;

const responseAborted = Object.assign(new Error('gone'), { name: 'ResponseAborted' });

const aborted = errors(
  'aborted-request',
  'server',
  'raised on Node 20.20 and React 19.3; next-request.ts of Next 16; vercel/next.js#56529, #96704; honojs/hono#1253',
  [
    { message: 'aborted', code: 'ECONNRESET', stack: NODE_ABORTED },
    { message: 'aborted', code: 'ECONNRESET', stack: NODE_14_ABORTED },
    { message: 'Premature close', code: 'ERR_STREAM_PREMATURE_CLOSE', stack: RESPONSE_CLOSED },
    { message: 'Premature close', code: 'ERR_STREAM_PREMATURE_CLOSE', stack: H2_CLOSED },
    { type: 'ResponseAborted', message: '' },
    { type: 'ResponseAborted', message: 'gone', stack: ABORTED_ON_CLOSE },
    { type: 'AbortError', message: 'This operation was aborted', stack: ABORTED_ON_CLOSE },
    { type: 'AbortError', message: 'The operation was aborted', stack: ABORTED_ON_CLOSE },
    { type: 'AbortError', message: 'The operation was aborted.', stack: NODE_ABORTED },
    { type: 'AbortError', message: 'The user aborted a request.', stack: ABORTED_ON_CLOSE },
    { type: 'AbortError', message: 'signal is aborted without reason', stack: ABORTED_ON_CLOSE },
    { type: 'AbortError', message: 'The operation was aborted', cause: responseAborted },
    { message: 'The destination stream closed early.', stack: REACT_DESTINATION },
    { message: 'The destination stream closed early.' },
    { message: 'The render was aborted by the server without a reason.', stack: REACT_CANCEL },
    { message: 'The render was aborted by the server without a reason.', stack: ABORTED_ON_CLOSE },
    { message: 'The render was aborted by the server with a promise.', stack: REACT_CANCEL },
    { message: 'write EPIPE', code: 'EPIPE', stack: RESPONSE_WRITE },
    { message: 'write ECONNRESET', code: 'ECONNRESET', stack: RESPONSE_WRITE },
  ],
);

const pageLeave = errors(
  'page-leave-abort',
  'client',
  'Fetch; wordings of the three engines; enhanced by the SDK',
  [
    'TypeError: Failed to fetch',
    'TypeError: Failed to fetch (api.shop.test)',
    'TypeError: Load failed',
    'TypeError: NetworkError when attempting to fetch resource.',
    'AbortError: The user aborted a request.',
    'AbortError: The operation was aborted.',
    'AbortError: Fetch is aborted',
    'AbortError: The operation was aborted. ',
    'AbortError: BodyStreamBuffer was aborted',
    'AbortError: AbortError',
    'TypeError: network error',
    'TypeError: cancelled',
    'TypeError: 已取消',
    'TypeError: Error in input stream',
    'AxiosError: Network Error',
    'Request aborted',
    'ApolloError: Load failed',
    'Network error: Failed to fetch',
    'TypeError: Importing a module script failed.',
    'TypeError: error loading dynamically imported module: /a.js',
  ],
  LEAVING,
);

const translation = errors(
  'translated-page',
  'client',
  'facebook/react#11538; wordings of the three engines',
  [
    [
      "NotFoundError: Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
      APP_FRAME,
    ],
    "NotFoundError: Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
    "NotFoundError: Failed to execute 'replaceChild' on 'Node': The node to be replaced is not a child of this node.",
    'NotFoundError: Node.removeChild: The node to be removed is not a child of this node',
    'NotFoundError: Node.insertBefore: Child to insert before is not a child of this node',
    'NotFoundError: Node.replaceChild: Child to be replaced is not a child of this node',
    'NotFoundError: The object can not be found here.',
  ],
  TRANSLATED,
);

const CRAWLERS: readonly string[] = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.69 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Googlebot-Image/1.0',
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
  'Mediapartners-Google',
  'AdsBot-Google (+http://www.google.com/adsbot.html)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 14_7_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.1.2 Mobile/15E148 Safari/604.1 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)',
  'Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)',
  'Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  'Mozilla/5.0 (Linux; Android 6.0.1; Calypso AppCrawler Build/MMB30Y; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/53.0.2785.124 Mobile Safari/537.36',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
  'Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)',
  'Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy 0.19 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
  'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)',
  'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)',
  'Screaming Frog SEO Spider/20.0',
  'Mozilla/5.0 (compatible; HubSpot Crawler; web-crawlers@hubspot.com)',
  'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-SearchBot/1.0; +https://www.anthropic.com)',
  'Mozilla/5.0 (compatible; anthropic-ai/1.0; +https://www.anthropic.com)',
  'Mozilla/5.0 (compatible; Claude-Web/1.0)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)',
  'meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'cohere-ai/1.0',
  'Mozilla/5.0 (compatible; DeepSeekBot/1.0)',
  'Mozilla/5.0 (compatible; ImagesiftBot; +imagesift.com)',
  'Mozilla/5.0 (compatible; YouBot/1.0; +https://about.you.com/youbot/)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
];

const crawlers: NoiseCase[] = CRAWLERS.flatMap((userAgent, index) => {
  const of = { rule: 'bot' as const, source: "the operator's own documentation; web_crawlers.rs of Relay" };
  const { event, hint } = thrown('client', {
    type: 'TypeError',
    message: 'IntersectionObserver is not a constructor',
  });
  const onClient = { ...event, request: { headers: { 'User-Agent': userAgent } } };
  const onServer = {
    message: 'render failed',
    sdkProcessingMetadata: { normalizedRequest: { headers: { 'user-agent': userAgent } } },
  };
  return [
    index % 2 === 0
      ? { ...of, side: 'client' as const, title: `error of ${userAgent}`, event: onClient, hint }
      : { ...of, side: 'server' as const, title: `error for ${userAgent}`, event: onServer },
    {
      ...of,
      side: 'server' as const,
      title: `request of ${userAgent}`,
      span: {
        name: 'GET /shop',
        attributes: { [index % 2 === 0 ? 'user_agent.original' : 'http.user_agent']: userAgent },
      },
    },
  ];
});

const notFoundPages = [
  ...spans('not-found-page-transaction', 'server', 'names that Next 16 and @sentry/nextjs 11.8 give', [
    ['GET /_not-found'],
    ['GET /_not-found/page'],
    ['/_not-found'],
    ['/404'],
    ['GET /404'],
    ['HEAD /404'],
    ['GET /wp-login.php', { 'sentry.op': 'http.server', 'http.response.status_code': 404 }],
    ['GET /.env', { 'sentry.op': 'http.server', 'http.status_code': 404, 'http.method': 'GET' }],
    ['GET /products/[id]', { 'sentry.op': 'http.server', 'http.response.status_code': '404' }],
    ['HEAD /old', { 'sentry.op': 'http.server', 'http.response.status_code': 404, 'url.path': '/old' }],
  ]),
  ...spans('not-found-page-transaction', 'client', 'browserTracingIntegration of @sentry/nextjs 11.8', [
    ['/_not-found', { 'sentry.op': 'pageload' }],
    ['/404', { 'sentry.op': 'pageload' }],
    ['/gone', { 'sentry.op': 'pageload', 'http.response.status_code': 404 }],
    ['/gone', { 'sentry.op': 'pageload' }, { isNotFoundPage: () => true }],
  ]),
];

const tunnel = spans('own-tunnel-span', 'server', 'what the SDK and the tunnel themselves request', [
  ['POST /monitoring-tunnel', { 'sentry.op': 'http.server' }],
  ['POST', { 'sentry.op': 'http.client', 'url.full': 'https://shop.test/monitoring-tunnel?o=450&p=4509' }],
  ['POST', { 'sentry.op': 'http.server', 'http.target': '/monitoring-tunnel/?o=450&p=4509' }],
  ['POST', { 'url.full': 'https://o450.ingest.sentry.io/api/4509/envelope/?sentry_key=x' }],
  ['POST', { 'http.url': 'https://o450.ingest.sentry.io/relay/api/4509/envelope/' }],
]);

/** All cases that must be dropped, by name. */
export const NOISE_CORPUS: readonly NoiseCase[] = [
  ...scriptErrors,
  ...resizeObserver,
  ...injected,
  ...foreign,
  ...extensions,
  ...controlFlow,
  ...echoes,
  ...aborted,
  ...pageLeave,
  ...translation,
  ...crawlers,
  ...notFoundPages,
  ...tunnel,
];
