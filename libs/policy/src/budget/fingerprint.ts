import type { Event, Exception, StackFrame } from '@sentry/core';
import { hashOf } from './hash.ts';
import { normalFile } from './normal-file.ts';
import { normalMessage } from './normal-message.ts';

/** The number of frames that are read, from the one that threw. */
const MAX_FRAMES = 5;

/** The longest name and the longest part of a custom fingerprint that are read, in characters. */
const MAX_NAME = 200;

/** The most parts of a custom fingerprint that are read. */
const MAX_PARTS = 20;

/** The longest title, in characters. */
const MAX_TITLE = 120;

const DEFAULT_PART = /^\{\{ ?default ?\}\}$/;

/**
 * Returns a short hash that is the same for all events of one error: of its type, its own last frames and its message, without the
 * values, lines and hashes in them. A fingerprint of the event wins; `{{ default }}` in it stands for the hash. The hash of an event that
 * cannot be read is that of an empty one.
 */
export function fingerprintOf(event: Event): string {
  return hashOf(readSafely(() => groupingText(event)));
}

/**
 * Returns the type and the message of an error, for pages. Values in the message are left out, because the title stands for all events of
 * its fingerprint. At most 120 characters.
 */
export function titleOf(event: Event): string {
  return readSafely(() => {
    const { type, message } = describe(event);
    const title = type === '' || message === '' ? type + message : `${type}: ${message}`;
    return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1)}…` : title;
  });
}

/** A sender may write anything in place of a list or a text. */
function readSafely(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function groupingText(event: Event): string {
  const custom: unknown = event.fingerprint;
  if (!Array.isArray(custom) || custom.length === 0) return defaultText(event);
  let text = '';
  let standard: string | undefined;
  for (const part of (custom as readonly unknown[]).slice(0, MAX_PARTS)) {
    const read = String(part).slice(0, MAX_NAME);
    text += `\n${DEFAULT_PART.test(read) ? (standard ??= defaultText(event)) : read}`;
  }
  return text;
}

function defaultText(event: Event): string {
  const { type, message, exception } = describe(event);
  let text = `${type}\n${message}`;
  let before = '';
  for (const { filename, function: name } of ownFrames(exception)) {
    const frame = `${nameOf(name)}@${normalFile(textOf(filename))}`;
    // A function that calls itself has as many frames as there is room for.
    if (frame !== before) text += `\n${frame}`;
    before = frame;
  }
  return text;
}

function describe(event: Event) {
  const exception = event.exception?.values?.at(-1);
  const type = textOf(exception?.type).slice(0, MAX_NAME);
  const raw = textOf(exception?.value) || textOf(event.logentry?.message) || textOf(event.message);
  return { exception, type, message: normalMessage(type, raw) };
}

/** The application's frames, the one that threw first; all frames if none is its own. */
function ownFrames(exception: Exception | undefined): readonly StackFrame[] {
  const frames = exception?.stacktrace?.frames ?? [];
  const own: StackFrame[] = [];
  for (let at = frames.length - 1; at >= 0 && own.length < MAX_FRAMES; at -= 1) {
    const frame = frames[at];
    if (frame && isOwn(frame)) own.push(frame);
  }
  return own.length > 0 ? own : frames.slice(-MAX_FRAMES).reverse();
}

function isOwn({ in_app: inApp, filename }: StackFrame): boolean {
  const file = textOf(filename);
  return inApp !== false && !file.startsWith('node:') && !file.includes('node_modules');
}

/** Numbers in names of functions are those of modules or of a minifier. */
function nameOf(name: unknown): string {
  const text = textOf(name).slice(0, MAX_NAME);
  return /\d/.test(text) ? text.replace(/\d+/g, '') : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
