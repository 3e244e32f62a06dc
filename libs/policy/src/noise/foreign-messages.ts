import { messageRows } from './message-rows.ts';

/** Messages of bridges between a page and the app around it. */
export const WEBVIEW_BRIDGE = messageRows([
  // WebKit, if an app's native side does not answer. koala73/worldmonitor#3517, duckduckgo/macos-browser#1043,
  // koala73/worldmonitor src/main.ts
  {
    pattern:
      /^(?:WKWebView API client did not respond to this postMessage|The WKWebView was deallocated before the message was delivered)$/,
    foreign: true,
  },
  // Android's WebView, with the name of the method. react/react#34053, getsentry/sentry-javascript#15065,
  // koala73/worldmonitor#7357, kortix-ai/suna#4610
  {
    pattern:
      /^Error invoking \w+: (?:Java (?:object is gone|exception was raised during method invocation|bridge method invocation error)|Method not found)$/,
    foreign: true,
  },
  // The same without the method. An application could have the same message. react/react#34053,
  // getsentry/sentry-javascript#15065, getsentry/sentry-javascript#23733
  { pattern: /^Java (?:object is gone|exception was raised during method invocation)$/ },
  // Scripts of Google's and Meta's apps for iOS, in the page itself. getsentry/sentry-javascript#3040,
  // globalbrain/sefirot#769, vellum-ai/vellum-assistant#41535, Expensify/App#100268, kentcdodds/kentcdodds.com#859. Pages
  // inside an app of their own have the same message: apache/cordova-plugin-inappbrowser#613.
  {
    pattern: /^(?:undefined|null) is not an object \(evaluating '(?:window\.)?webkit\.messageHandlers\b/,
    within: /^(?:setupIosCallbackHandler|sendDataToNative|sendPageHideMessage|foregroundToBackground)$/,
  },
]);

/** Messages of `chrome.runtime` in content scripts. Their rejections reach the page without a stack. */
export const EXTENSION_MESSAGING = messageRows([
  // A content script after its extension was updated; Safari has its own wording.
  {
    pattern:
      /^(?:Extension context invalidated|Invalid call to runtime\.sendMessage\(\)\. Tab not found)\.?$/,
    foreign: true,
  },
  // The other end is gone. kentcdodds/kentcdodds.com#916, kentcdodds/kody#1344, boardsesh/boardsesh#618,
  // iann0036/former2#264, mozilla/webextension-polyfill#384, pixiebrix/webext-messenger#66, aave/interface#2938
  {
    pattern:
      /^(?:Could not establish connection\. Receiving end does not exist|The message port closed before a response was received|A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received|Attempting to use a disconnected port object)\.?$/,
  },
]);

// Globals that wallets define. A second wallet defines them again and fails.
const WALLET = '(?:ethereum|solana|phantom|tronLink|tronlinkParams|tronWeb|station|walletRouter)';

/** Messages of wallets and user scripts, without a frame of an extension. */
export const WALLETS_AND_USER_SCRIPTS = messageRows([
  // ethers-io/ethers.js#4855, rainbow-me/browser-extension#1560, RabbyHub/Rabby#3523, near/wallet-selector#1215,
  // aave/interface#2938
  {
    pattern: new RegExp(
      `^(?:Cannot (?:redefine property: |set property |assign to read only property ')|can't redefine non-configurable property "|'set' on proxy: trap returned falsish for property ')${WALLET}\\b`,
    ),
  },
  // bluedotimpact/bluedot#2877, gitpod-io/memo#1400, studie-tech/TheNinjaRPG#1034, kentcdodds/kody#1790, aave/interface#2938
  {
    pattern:
      /^(?:Failed to connect to MetaMask$|MetaMask extension not found|Talisman extension has not been configured yet|wallet must has at least one account$|shouldSetPelagusForCurrentProvider is not a function|bitvisionWeb is not defined)/,
  },
  // The interface of user scripts. koala73/worldmonitor#4354, Tampermonkey/tampermonkey#412, fabacab/fetlife-aslsearch#14,
  // Tampermonkey/tampermonkey#148
  {
    pattern:
      /^(?:Can't find variable: )?(?:GM_(?:get|set|add|xml|register)\w+|unsafeWindow)(?: is not defined)?$|\['gm_menus'\]/,
    foreign: true,
  },
]);

/** The message of CefSharp (Chromium in .NET programs), with which a mail service checks links. */
export const MAIL_SCANNER = messageRows([
  // cefsharp/CefSharp#3632, WordPress/openverse-frontend#1702, Opentrons/opentrons#19785, getsentry/sentry-javascript#3440
  { pattern: /^Object Not Found Matching Id:\d+(?:, MethodName:\w+|$)/, foreign: true },
]);
