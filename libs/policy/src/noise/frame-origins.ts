import type { Event, StackFrame } from '@sentry/core';
import { capturedException } from './error-facts.ts';

// Opera, Brave, Vivaldi, Arc and Edge since 79 use Chromium's scheme. `chrome:` and `resource:` are Firefox's own scripts, `iabjs:`
// are scripts of Meta's apps for Android (react/react#34053, whisper-money/whisper-money#401, kentcdodds/kentcdodds.com#859).
const EXTENSION_URL =
  /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:\/\/|^(?:chrome|resource|iabjs):\/\/|^webkit-masked-url:\/\/hidden/;

// Names that engines give to frames without a file.
const NO_FILE = /^(?:|<anonymous>|\[native code\]|native|undefined|null)$/;

/** Returns whether a frame is in a script of an extension, of the browser or of the app around the page. */
export function isExtensionFrame({ filename = '', function: name = '' }: StackFrame): boolean {
  // The SDK splits Safari's other notation, `y@webkit-masked-url:(//hidden/…`, in the wrong place.
  const maskedBySafari = filename.startsWith('//hidden/') && name.includes('@webkit-masked-url:');
  return maskedBySafari || EXTENSION_URL.test(filename);
}

/** Returns the frame that threw: the last one with a file. */
export function throwingFrame(event: Event): StackFrame | undefined {
  const frames = capturedFrames(event);
  for (let at = frames.length - 1; at >= 0; at -= 1) {
    const frame = frames[at];
    if (frame !== undefined && !NO_FILE.test(frame.filename ?? '')) return frame;
  }
  return undefined;
}

/** Returns whether a frame has a line. Errors that browsers hide, and their own notices, have none. */
export function hasStack(event: Event): boolean {
  return capturedFrames(event).some(({ lineno = 0 }) => lineno > 0);
}

/**
 * Returns whether a frame is in a script of the page. A frame without a line is the document's address, which the SDK adds if the
 * browser gives no stack.
 */
export function hasApplicationFrame(event: Event): boolean {
  return capturedFrames(event).some(isApplicationFrame);
}

/**
 * Like {@link hasApplicationFrame}, but without inline scripts: apps for iOS run their scripts under the document's address. If the
 * event has no document address, every frame counts.
 */
export function hasScriptFrame(event: Event): boolean {
  const document = withoutQuery(event.request?.url);
  // Sentry's SDK for Next writes `app://` in place of the origin before it sends an event.
  const rewritten = document?.replace(/^https?:\/\/[^/]+/, 'app://');
  return capturedFrames(event).some((frame) => {
    const file = withoutQuery(frame.filename);
    return isApplicationFrame(frame) && file !== document && file !== rewritten;
  });
}

/**
 * Returns whether all frames are evaluated code without a file, as from an app around the page or from a console. Code that a script
 * evaluates has frames of that script below it.
 */
export function isEvaluatedText(event: Event): boolean {
  const frames = capturedFrames(event);
  return hasStack(event) && frames.every(({ filename = '' }) => filename === '<anonymous>');
}

function withoutQuery(url: string | undefined): string | undefined {
  return url?.replace(/[?#].*$/s, '');
}

function isApplicationFrame(frame: StackFrame): boolean {
  const { filename = '', lineno = 0 } = frame;
  return lineno > 0 && !NO_FILE.test(filename) && !isExtensionFrame(frame);
}

function capturedFrames(event: Event): readonly StackFrame[] {
  return capturedException(event)?.stacktrace?.frames ?? [];
}
