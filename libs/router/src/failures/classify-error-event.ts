import { readProperty } from '@adit/common';
import { classifyFailure, type ClassifyFailureOptions, type FailureKind } from './classify-failure.ts';

const HTML_FOR_SCRIPT = /(?:Unexpected token|expected expression, got) '<'$/;
const CODE_ELEMENT = /^(?:script|link)$/i;
const CODE_LINK = /\b(?:stylesheet|modulepreload)\b/;

/** A script or style sheet that could not be had; an image or a mere hint, such as a prefetch, is no part of the code. */
function isCodeElement(target: unknown): boolean {
  const name = readProperty(target, 'localName');
  if (typeof name !== 'string' || !CODE_ELEMENT.test(name)) return false;
  return name.toLowerCase() === 'script' || CODE_LINK.test(String(readProperty(target, 'rel')));
}

const isAtFirstCharacter = (event: unknown): boolean =>
  readProperty(event, 'lineno') === 1 && Number(readProperty(event, 'colno')) <= 1;

/**
 * Returns the kind of failure an `error` or `unhandledrejection` event is, `undefined` when it is none of the page's code
 * (an image, say). Events of elements do not bubble: listen with `capture`.
 *
 * A missing classic script answered with a page and status 200 throws nothing that could be caught. It is told by its
 * position: the first character of the file (Chromium and Firefox).
 */
export function classifyErrorEvent(
  event: Event,
  { online = true }: ClassifyFailureOptions = {},
): FailureKind | undefined {
  const options = { online };
  if (readProperty(event, 'type') === 'unhandledrejection')
    return classifyFailure(readProperty(event, 'reason'), options);
  const missingChunk = online ? 'missing-chunk' : 'offline';
  const message = readProperty(event, 'message');
  if (typeof message !== 'string')
    return isCodeElement(readProperty(event, 'target')) ? missingChunk : undefined;
  // An HTML page starts with `<`; a mistake in a script of the application's own stands anywhere else.
  if (HTML_FOR_SCRIPT.test(message)) return isAtFirstCharacter(event) ? missingChunk : 'client';
  return classifyFailure(readProperty(event, 'error'), options);
}
