import type { Event } from '@sentry/core';
import { eventMessages } from './error-facts.ts';
import { hasStack } from './frame-origins.ts';
import { matchesRow, messageRows } from './message-rows.ts';

/** Rows without `within` have names that no application uses. */
const ANY = /(?:)/;

const GLOBALS =
  '(?:_AutofillCallbackHandler|__gCrWeb|__firefox__|instantSearchSDKJSBridgeClearHighlight|zaloJSV2|_pcmBridgeCallbackHandler|SCDynimacBridge|ucapi|\\$UCBrowser|ZhihuiOS|currentInset|EmptyRanges|DarkReader|ReaderArticleFinderJS|zp_token|WeixinJSBridge)';

/**
 * Sentry's default list (`eventFilters.ts` in @sentry/core 11.8), except for messages of other rules. The SDK's list is switched off,
 * because it drops without a count. Then scripts that apps and browsers put into pages.
 */
const INJECTED_SCRIPTS = messageRows([
  { pattern: /^Cannot redefine property: googletag$/, foreign: true }, // Google Tag Manager beside an ad blocker
  { pattern: /^vv\(\)\.getRestrictions is not a function/, foreign: true }, // Google Tag Manager
  { pattern: /^Can't find variable: gmo$/ }, // Google's search app, https://issuetracker.google.com/issues/396043331
  { pattern: /^can't access dead object$/, foreign: true }, // Firefox; pages never have such an object
  // Globals that scripts of Chrome, Firefox and Brave for iOS, Meta's, Zalo's, Zhihu's, UC's and Snapchat's apps, Dark Reader, Safari's reader,
  // WeChat and Check Point look for. getsentry/sentry#61469, Adyen/adyen-web#2903, ecamp/ecamp3#10189, fjordllc/bootcamp#9657,
  // studie-tech/TheNinjaRPG#1039, kentcdodds/kentcdodds.com#876, koala73/worldmonitor#1098, university-of-york/design-patterns#274
  { pattern: new RegExp(`^(?:Can't find variable: ${GLOBALS}$|${GLOBALS} is not defined$)`), within: ANY },
  {
    pattern:
      /^(?:(?:undefined|null) is not an object \(evaluating '(?:window\.)?(?:__gCrWeb|__firefox__)\b|Cannot read properties of undefined \(reading '__firefox__'\)$)/,
    within: ANY,
  },
  // Scripts of extensions for Safari. sebastianwien/ev-monitor#229, sebastianwien/ev-monitor#79
  { pattern: /^undefined is not an object \(evaluating 'contentScriptData\./ },
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
]);

// On Sentry's list too. Minified code of an application can have the same message, but then with a stack.
const STACKLESS_SAFARI_ERROR = /^undefined is not an object \(evaluating 'a\.[A-Z]'\)$/;

/** Returns whether the event has a known message of an injected script. */
export function isInjectedScriptError(event: Event): boolean {
  return (
    matchesRow(event, INJECTED_SCRIPTS) ||
    (!hasStack(event) && eventMessages(event).some((message) => STACKLESS_SAFARI_ERROR.test(message)))
  );
}
