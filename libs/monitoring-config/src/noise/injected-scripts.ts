import type { Event } from '@sentry/core';
import { capturedException, eventMessages } from './error-facts.ts';
import { hasApplicationFrame, hasStack, isExtensionFrame, throwingFrame } from './frame-origins.ts';

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

/** Whether one of the messages that injected scripts are known by is the event's. */
export function isInjectedScriptError(event: Event): boolean {
  return eventMessages(event).some(
    (message) =>
      INJECTED_SCRIPT_ERRORS.some((pattern) => pattern.test(message)) ||
      (STACKLESS_SAFARI_ERROR.test(message) && !hasStack(event)),
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
  const { type = '', value = '' } = capturedException(event) ?? {};
  return !hasApplicationFrame(event) || (FAULTS_OF_A_FRAME.has(type) && FAULT_OF_A_FRAME.test(value));
}
