import type { Event, StackFrame } from '@sentry/core';
import { capturedException } from './error-facts.ts';

// Opera, Brave, Vivaldi, Arc and Edge since 79 use Chromium's scheme. `chrome:` and `resource:` are Firefox's own scripts, `iabjs:`
// those of Meta's apps for Android (react/react#34053, whisper-money/whisper-money#401, kentcdodds/kentcdodds.com#859).
const EXTENSION_URL =
  /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:\/\/|^(?:chrome|resource|iabjs):\/\/|^webkit-masked-url:\/\/hidden/;

// Names that engines give to frames without a file.
const NO_FILE = /^(?:|<anonymous>|\[native code\]|native|undefined|null)$/;

/** Whether a frame lies in an extension's script, or in one of the browser's or the surrounding app's own. */
export function isExtensionFrame({ filename = '', function: name = '' }: StackFrame): boolean {
  // Safari's other notation, `y@webkit-masked-url:(//hidden/…`, is split in the wrong place by the SDK.
  const maskedBySafari = filename.startsWith('//hidden/') && name.includes('@webkit-masked-url:');
  return maskedBySafari || EXTENSION_URL.test(filename);
}

/** The frame that threw: the last one that names a file. */
export function throwingFrame(event: Event): StackFrame | undefined {
  return capturedFrames(event)
    .reverse()
    .find(({ filename = '' }) => !NO_FILE.test(filename));
}

/** Whether the event names a place in a script. Browsers give none for errors they hide and for notices of their own. */
export function hasStack(event: Event): boolean {
  return capturedFrames(event).some(({ lineno = 0 }) => lineno > 0);
}

/**
 * Whether a frame lies in a script that is neither an extension's nor the engine's. A frame without a line is the address of
 * the document, which the SDK puts in where a browser gives no stack.
 */
export function hasApplicationFrame(event: Event): boolean {
  return capturedFrames(event).some(isApplicationFrame);
}

/**
 * As {@link hasApplicationFrame}, without scripts in the document itself: apps for iOS run theirs under its address. Unless the
 * event names the address of the document, every frame counts.
 */
export function hasScriptFrame(event: Event): boolean {
  const document = withoutQuery(event.request?.url);
  return capturedFrames(event).some(
    (frame) => isApplicationFrame(frame) && withoutQuery(frame.filename) !== document,
  );
}

/**
 * Whether all of the stack is text that was evaluated by nobody: an app around the page does that, and a console. Text that a
 * script evaluates has the script's frames below it.
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

function capturedFrames(event: Event): StackFrame[] {
  return [...(capturedException(event)?.stacktrace?.frames ?? [])];
}
