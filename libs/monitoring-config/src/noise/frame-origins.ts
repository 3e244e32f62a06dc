import type { Event, StackFrame } from '@sentry/core';
import { capturedException } from './error-facts.ts';

// Opera, Brave, Vivaldi, Arc and Edge since 79 use Chromium's scheme. `chrome:` and `resource:` are Firefox's own scripts.
const EXTENSION_URL =
  /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:\/\/|^(?:chrome|resource):\/\/|^webkit-masked-url:\/\/hidden/;

// Names that engines give to frames without a file.
const NO_FILE = /^(?:|<anonymous>|\[native code\]|native|undefined|null)$/;

/** Whether a frame lies in an extension's script, or in one of the browser's own. */
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

function isApplicationFrame(frame: StackFrame): boolean {
  const { filename = '', lineno = 0 } = frame;
  return lineno > 0 && !NO_FILE.test(filename) && !isExtensionFrame(frame);
}

function capturedFrames(event: Event): StackFrame[] {
  return [...(capturedException(event)?.stacktrace?.frames ?? [])];
}
