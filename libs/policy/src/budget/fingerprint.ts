import type { Event, Exception, StackFrame } from '@sentry/core';
import { hashOf } from './hash.ts';
import { normalFile } from './normal-file.ts';
import { normalMessage } from './normal-message.ts';
import { rememberLast } from './remember-last.ts';

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
  return readSafely(() => hashOfEvent(event)) || hashOf('');
}

/**
 * Returns the type and the message of an error, for pages. Values in the message are left out, because the title stands for all events of
 * its fingerprint. At most 120 characters.
 */
export function titleOf(event: Event): string {
  return readSafely(() => {
    const facts = factsOf(event);
    const type = facts.type.slice(0, MAX_NAME);
    const message = normalMessage(type, facts.message);
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

function hashOfEvent(event: Event): string {
  const custom: unknown = event.fingerprint;
  if (!Array.isArray(custom) || custom.length === 0) return defaultHash(textsOf(event));
  let text = '';
  let standard: string | undefined;
  for (const part of (custom as readonly unknown[]).slice(0, MAX_PARTS)) {
    const read = String(part).slice(0, MAX_NAME);
    text += `\n${DEFAULT_PART.test(read) ? (standard ??= defaultText(textsOf(event))) : read}`;
  }
  return hashOf(text);
}

/** The texts that the default hash is made of: type, message, then function and file of each frame. */
function textsOf(event: Event): readonly string[] {
  const { type, message, exception } = factsOf(event);
  const texts = [type, message];
  for (const { filename, function: name } of ownFrames(exception)) texts.push(textOf(name), textOf(filename));
  return texts;
}

/** The same errors come again and again. */
const defaultHash = rememberLast((texts) => hashOf(defaultText(texts)));

function defaultText([type = '', message = '', ...frames]: readonly string[]): string {
  let text = `${type.slice(0, MAX_NAME)}\n${normalMessage(type.slice(0, MAX_NAME), message)}`;
  let before = '';
  for (let at = 0; at < frames.length; at += 2) {
    const frame = `${nameOf(frames[at] ?? '')}@${normalFile(frames[at + 1] ?? '')}`;
    // A function that calls itself has as many frames as there is room for.
    if (frame !== before) text += `\n${frame}`;
    before = frame;
  }
  return text;
}

function factsOf(event: Event) {
  const exception = event.exception?.values?.at(-1);
  const message = textOf(exception?.value) || textOf(event.logentry?.message) || textOf(event.message);
  return { exception, type: textOf(exception?.type), message };
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
function nameOf(name: string): string {
  const text = name.slice(0, MAX_NAME);
  return /\d/.test(text) ? text.replace(/\d+/g, '') : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
