/** The message of each engine for the same fault. */
export type Words = Readonly<Record<'chromium' | 'firefox' | 'webkit', RegExp>>;

const extension = (code: string): string =>
  `${code}\n//# sourceURL=chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn/inpage.js`;
const digest = (message: string, value: string): string =>
  `Object.assign(new Error(${JSON.stringify(message)}), { digest: ${JSON.stringify(value)} })`;
const NO_RECEIVER = 'Could not establish connection. Receiving end does not exist.';
const stackless = (message: string): string =>
  `Promise.reject(Object.assign(new Error(${JSON.stringify(message)}), { stack: '' }));`;
const removeTranslatedText = `
  const paragraph = document.querySelector('p');
  const text = paragraph.firstChild;
  const font = document.createElement('font');
  paragraph.replaceChild(font, text);
  font.append(text);
  paragraph.removeChild(text);`;
const unreachable = `Promise.resolve().then(() => fetch('http://127.0.0.1:1/prices'));`;

export interface Fault {
  readonly title: string;
  /** Run as a script of the page; it may throw. */
  readonly code: string;
  readonly from?: 'another origin' | 'another origin, with CORS' | undefined;
}

/** Scripts that raise each rule's noise, and scripts that raise errors that resemble it. */
export const RULES: readonly {
  rule: string;
  noise: readonly Fault[];
  real: readonly (Fault & { message: RegExp | Words })[];
}[] = [
  {
    rule: 'cross-origin-script-error',
    noise: [{ title: 'a script without CORS', code: `throw new Error('hidden');`, from: 'another origin' }],
    real: [
      {
        title: 'a script with CORS',
        code: `throw new Error('from the payment provider');`,
        from: 'another origin, with CORS',
        message: /^from the payment provider$/,
      },
      {
        title: 'an own error of that message',
        code: `throw new Error('Script error.');`,
        message: /^Script error\.$/,
      },
    ],
  },
  {
    rule: 'resize-observer-loop',
    noise: [
      {
        title: 'a real loop',
        code: `
            const box = document.body.appendChild(document.createElement('div'));
            let runs = 0;
            const observer = new ResizeObserver(() => {
              box.style.height = box.offsetHeight + 10 + 'px';
              if (++runs === 3) observer.disconnect();
            });
            observer.observe(box);`,
      },
      {
        title: 'the older wording',
        code: `dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }));`,
      },
    ],
    real: [
      {
        title: 'an own error of that message',
        code: `throw new Error('ResizeObserver loop limit exceeded');`,
        message: /^ResizeObserver loop limit exceeded$/,
      },
      {
        title: 'an error in the callback',
        code: `
            const observer = new ResizeObserver(() => {
              observer.disconnect();
              throw new Error('chart is too small');
            });
            observer.observe(document.body);`,
        message: /^chart is too small$/,
      },
      {
        title: 'a wrong argument',
        code: `new ResizeObserver(() => {}).observe(null);`,
        message: {
          chromium: /on 'ResizeObserver': parameter 1/,
          firefox: /^ResizeObserver.observe: Argument 1 is not an object/,
          webkit: /^Argument 1 \('target'\) to ResizeObserver.observe must be/,
        },
      },
    ],
  },
  {
    rule: 'injected-script-error',
    noise: [{ title: 'a tag manager', code: `throw new TypeError('Cannot redefine property: googletag');` }],
    real: [
      {
        title: 'another property',
        code: `Object.defineProperty(Object.freeze({}), 'price', { value: 1 });`,
        message: {
          chromium: /^Cannot define property price/,
          firefox: /^can't define property "price"/,
          webkit: /^Attempting to define property on object that is not extensible/,
        },
      },
    ],
  },
  {
    rule: 'browser-extension',
    noise: [
      { title: 'a script of an extension', code: extension(`null.postMessage();`) },
      {
        title: 'native code that an extension calls',
        code: extension(`[1].reduce(() => 0, 0); JSON.parse('{');`),
      },
    ],
    real: [
      {
        title: 'a failure of the page in a function that an extension has wrapped',
        code: `
            const parse = (0, eval)(${JSON.stringify(extension('(text) => JSON.parse(text)'))});
            function pay() { parse('<!doctype html>'); }
            pay();`,
        message: {
          chromium: /is not valid JSON$/,
          firefox: /^JSON.parse: unexpected character/,
          webkit: /^JSON Parse error: Unrecognized token '<'/,
        },
      },
      {
        title: 'a page that throws when an extension calls it',
        code: `
            function pay() { throw new Error('cart is empty'); }
            (0, eval)(${JSON.stringify(extension('(call) => call()'))})(pay);`,
        message: /^cart is empty$/,
      },
    ],
  },
  {
    rule: 'webview-bridge',
    noise: [
      { title: 'a bridge that broke', code: `throw new Error('Error invoking post: Java object is gone');` },
    ],
    real: [
      {
        title: 'an own error of that message',
        code: `throw new Error('Java object is gone');`,
        message: /^Java object is gone$/,
      },
    ],
  },
  {
    rule: 'extension-messaging',
    noise: [
      { title: 'an orphaned content script', code: `throw new Error('Extension context invalidated.');` },
      { title: 'a rejection without a stack', code: stackless(NO_RECEIVER) },
    ],
    real: [
      {
        title: 'an own error of that message',
        code: `throw new Error(${JSON.stringify(NO_RECEIVER)});`,
        message: /^Could not establish connection/,
      },
    ],
  },
  {
    rule: 'wallet-or-user-script',
    noise: [{ title: 'a wallet', code: stackless('Failed to connect to MetaMask') }],
    real: [
      {
        title: 'an own error of that message',
        code: `throw new Error('Failed to connect to MetaMask');`,
        message: /^Failed to connect to MetaMask$/,
      },
    ],
  },
  {
    rule: 'mail-scanner',
    noise: [
      {
        title: 'a rejection that is a text',
        code: `Promise.reject('Object Not Found Matching Id:4, MethodName:update, ParamCount:4');`,
      },
    ],
    real: [
      {
        title: 'another rejection that is a text',
        code: `Promise.reject('Object not found');`,
        message: /Object not found$/,
      },
    ],
  },
  {
    rule: 'evaluated-script',
    noise: [{ title: 'a text that is evaluated', code: `setTimeout('tapAt(3, 4)');` }],
    real: [
      {
        title: 'a text that a script evaluates',
        code: `(0, eval)('tapAt(3, 4)');`,
        message: {
          chromium: /^tapAt is not defined$/,
          firefox: /^tapAt is not defined$/,
          webkit: /^Can't find variable: tapAt$/,
        },
      },
    ],
  },
  {
    rule: 'framework-control-flow',
    noise: [
      { title: 'a redirect', code: `throw ${digest('NEXT_REDIRECT', 'NEXT_REDIRECT;push;/done;307;')};` },
      { title: 'notFound()', code: `Promise.reject(${digest('y', 'NEXT_HTTP_ERROR_FALLBACK;404')});` },
    ],
    real: [
      {
        title: 'a rejection with notFound() as cause',
        code: `Promise.reject(new Error('the order is lost', { cause: ${digest('y', 'NEXT_HTTP_ERROR_FALLBACK;404')} }));`,
        message: /^the order is lost$/,
      },
      {
        title: 'a digest of the server',
        code: `throw ${digest('price list is empty', '1234567890')};`,
        message: /^price list is empty$/,
      },
    ],
  },
  {
    rule: 'server-error-echo',
    noise: [
      {
        title: 'an error that the server handed over',
        code: `throw ${digest('An error occurred in the Server Components render. The message is omitted.', '17')};`,
      },
    ],
    real: [
      {
        title: 'the same without a digest',
        code: `throw new Error('An error occurred in the Server Components render.');`,
        message: /^An error occurred in the Server/,
      },
    ],
  },
  {
    rule: 'page-leave-abort',
    noise: [
      {
        title: 'a request while the page is left',
        code: `dispatchEvent(new PageTransitionEvent('pagehide')); ${unreachable}`,
      },
    ],
    real: [
      {
        title: 'a request that fails',
        code: unreachable,
        message: {
          chromium: /^Failed to fetch/,
          firefox: /^NetworkError when attempting to fetch resource\./,
          webkit: /^Load failed/,
        },
      },
    ],
  },
  {
    rule: 'translated-page',
    noise: [
      {
        title: 'text that a translator moved',
        code: `document.documentElement.classList.add('translated-ltr'); ${removeTranslatedText}`,
      },
    ],
    real: [
      {
        title: 'text that the page itself moved',
        code: removeTranslatedText,
        message: {
          chromium: /'removeChild' on 'Node'/,
          firefox: /^Node\.removeChild: The node to be removed/,
          webkit: /^The object can not be found here\.$/,
        },
      },
      {
        title: 'a hydration error on a translated page',
        code: `
            document.documentElement.classList.add('translated-rtl');
            throw new Error('Hydration failed because the server rendered HTML did not match.');`,
        message: /^Hydration failed/,
      },
    ],
  },
];
