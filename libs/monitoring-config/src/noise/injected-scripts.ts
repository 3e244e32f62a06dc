import type { Event, StackFrame } from '@sentry/core';
import { eventMessages, hasStack, throwingFrame } from './error-facts.ts';

/**
 * Sentry's default list (`eventFilters.ts` in @sentry/core 11.8) without what other rules cover: it is switched off there, because it
 * drops in silence, and kept here, where drops are counted. After it, messages that Sentry's Relay counts as extensions'
 * (`relay-filter/src/browser_extensions.rs`) and that no script of a page can cause.
 */
const INJECTED_SCRIPT_ERRORS: readonly RegExp[] = [
  /^Cannot redefine property: googletag$/, // Google Tag Manager beside an ad blocker
  /^Can't find variable: gmo$/, // Google's search app, https://issuetracker.google.com/issues/396043331
  /can't redefine non-configurable property "solana"/, // wallets, in extensions or in the browser
  /vv\(\)\.getRestrictions is not a function/, // Google Tag Manager
  /Can't find variable: _AutofillCallbackHandler/, // Instagram's webview
  /Object Not Found Matching Id:\d+, MethodName:simulateEvent/, // CefSharp, Chromium inside .NET programs
  /Java exception was raised during method invocation$/, // Facebook's browser
  /Java object is gone$/, // Facebook's browser
  /^(?:Uncaught )?(?:Error: )?Extension context invalidated\.?$/, // Chromium, a content script after its extension's update
  /^(?:Error: )?Invalid call to runtime\.sendMessage\(\)\. Tab not found\.$/, // Safari, the same
  /^(?:TypeError: )?can't access dead object$/, // Firefox; pages never hold such an object
  /^(?:undefined is not an object \(evaluating '|Can't find variable: )(?:window\.)?__gCrWeb\b/, // Chrome for iOS
  /^(?:undefined is not an object \(evaluating '|Can't find variable: )(?:window\.)?__firefox__\b/, // Firefox for iOS
  /^Can't find variable: instantSearchSDKJSBridgeClearHighlight$/, // Bing and Edge for iOS
  /^(?:Can't find variable: zaloJSV2|zaloJSV2 is not defined)$/, // Zalo's webview
];

// On Sentry's list too, and seen on pages without such code. Minified code may say the same, but then with a stack.
const STACKLESS_SAFARI_ERROR = /^undefined is not an object \(evaluating 'a\.[A-Z]'\)$/;

// Opera, Brave, Vivaldi, Arc and Edge since 79 use Chromium's scheme. `chrome:` and `resource:` are Firefox's own scripts.
const EXTENSION_URL =
  /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:\/\/|^(?:chrome|resource):\/\/|^webkit-masked-url:\/\/hidden/;

/** Whether one of the messages that injected scripts are known by is the event's. */
export function isInjectedScriptError(event: Event): boolean {
  return eventMessages(event).some(
    (message) =>
      INJECTED_SCRIPT_ERRORS.some((pattern) => pattern.test(message)) ||
      (STACKLESS_SAFARI_ERROR.test(message) && !hasStack(event)),
  );
}

/**
 * Whether the frame that threw belongs to an extension. It has to be asked before @sentry/nextjs rewrites frames: that turns every
 * origin into `app://`, an extension's included (`NextjsClientStackFrameNormalization`).
 */
export function isThrownByExtension(event: Event): boolean {
  const frame = throwingFrame(event);
  return frame !== undefined && (EXTENSION_URL.test(frame.filename ?? '') || isMaskedBySafari(frame));
}

/** Safari's other notation, `y@webkit-masked-url:(//hidden/…`, which the SDK splits in the wrong place. */
function isMaskedBySafari({ filename, function: name }: StackFrame): boolean {
  return filename?.startsWith('//hidden/') === true && name?.includes('@webkit-masked-url:') === true;
}
