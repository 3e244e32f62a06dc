import type { Event } from '@sentry/core';
import { capturedError, eventMessages } from './error-facts.ts';
import { hasApplicationFrame, hasStack, isExtensionFrame, throwingFrame } from './frame-origins.ts';
import { matchesRow, type MessageRow } from './message-rows.ts';

/** Names that no application has need no function beside them. */
const ANY = /(?:)/;

const GLOBALS =
  '(?:_AutofillCallbackHandler|__gCrWeb|__firefox__|instantSearchSDKJSBridgeClearHighlight|zaloJSV2|_pcmBridgeCallbackHandler|SCDynimacBridge|ucapi|\\$UCBrowser|ZhihuiOS|currentInset|EmptyRanges|DarkReader|ReaderArticleFinderJS|zp_token)';

/**
 * Sentry's default list (`eventFilters.ts` in @sentry/core 11.8) without what other rules cover: it is switched off there, because it
 * drops in silence, and kept here, where drops are counted. After it, scripts that apps and browsers put into a page.
 */
const INJECTED_SCRIPTS: readonly MessageRow[] = [
  { pattern: /^Cannot redefine property: googletag$/, foreign: true }, // Google Tag Manager beside an ad blocker
  { pattern: /^vv\(\)\.getRestrictions is not a function/, foreign: true }, // Google Tag Manager
  { pattern: /^Can't find variable: gmo$/ }, // Google's search app, https://issuetracker.google.com/issues/396043331
  { pattern: /^can't access dead object$/, foreign: true }, // Firefox; pages never hold such an object
  // Globals that scripts of Chrome, Firefox and Brave for iOS, Meta's, Zalo's, Zhihu's, UC's and Snapchat's apps, Dark Reader, Safari's reader
  // and Check Point look for. getsentry/sentry#61469, Adyen/adyen-web#2903, ecamp/ecamp3#10189, fjordllc/bootcamp#9657,
  // studie-tech/TheNinjaRPG#1039, kentcdodds/kentcdodds.com#876, koala73/worldmonitor#1098, university-of-york/design-patterns#274
  { pattern: new RegExp(`^(?:Can't find variable: ${GLOBALS}$|${GLOBALS} is not defined$)`), within: ANY },
  {
    pattern:
      /^(?:(?:undefined|null) is not an object \(evaluating '(?:window\.)?(?:__gCrWeb|__firefox__)\b|Cannot read properties of undefined \(reading '__firefox__'\)$)/,
    within: ANY,
  },
  // Bitwarden in Safari. bitwarden/clients#19556, sebastianwien/ev-monitor#4, sebastianwien/ev-monitor#29
  { pattern: /^null is not an object \(evaluating 'autofillFieldData\./ },
  // X's app for iOS. fjordllc/bootcamp#9656, kentcdodds/kody#1304, kentcdodds/kentcdodds.com#728
  {
    pattern: /^(?:Can't find variable: CONFIG|CONFIG is not defined)$/,
    within: /^update(?:GapFiller|FooterPositions)$/,
  },
  // DuckDuckGo's browsers. duckduckgo/apple-browsers#3489, boardsesh/boardsesh#1074, koala73/worldmonitor#7975,
  // koala73/worldmonitor#3123
  {
    pattern:
      /^(?:feature named `\w+` was not found|unreachable\. Response did not contain `success` or `data`)$/,
    foreign: true,
  },
];

// On Sentry's list too, and seen on pages without such code. Minified code may say the same, but then with a stack.
const STACKLESS_SAFARI_ERROR = /^undefined is not an object \(evaluating 'a\.[A-Z]'\)$/;

/** Whether one of the messages that injected scripts are known by is the event's. */
export function isInjectedScriptError(event: Event): boolean {
  return (
    matchesRow(event, INJECTED_SCRIPTS) ||
    (!hasStack(event) && eventMessages(event).some((message) => STACKLESS_SAFARI_ERROR.test(message)))
  );
}

// What engines say of a fault in the code of the frame that threw: a read or a call that cannot be. An error that came out of a
// function of the browser, such as `fetch` or `JSON.parse`, is worded otherwise.
const FAULTS_OF_A_FRAME = new Set(['TypeError', 'ReferenceError']);
const FAULT_OF_A_FRAME =
  /^(?:Cannot (?:read|set) propert|can't access property |(?:undefined|null) is not an object \(evaluating |Can't find variable: )|^[\w$.()]+ is (?:not (?:defined|a function)|undefined|null)(?:$|\. \(In )/;

/**
 * Whether an extension threw. Extensions put wrappers in the place of `fetch`, `JSON.parse` and others, so that their frame
 * is on top when a call of the application fails: with the application's frames below it, only a fault in the extension's
 * own code counts. It has to be asked before @sentry/nextjs rewrites frames: that turns every origin into `app://`, an
 * extension's included (`NextjsClientStackFrameNormalization`).
 */
export function isThrownByExtension(event: Event): boolean {
  const frame = throwingFrame(event);
  if (frame === undefined || !isExtensionFrame(frame)) return false;
  const { type, message } = capturedError(event);
  return !hasApplicationFrame(event) || (FAULTS_OF_A_FRAME.has(type) && FAULT_OF_A_FRAME.test(message));
}
