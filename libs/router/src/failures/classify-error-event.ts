import { readProperty } from '@adit/common';
import { classifyFailure, type ClassifyFailureOptions, type FailureKind } from './classify-failure.ts';

const HTML_FOR_SCRIPT = /(?:Unexpected token|expected expression, got) '<'$/;
const CODE_ELEMENT = /^(?:script|link)$/i;
const CODE_LINK = /\b(?:stylesheet|modulepreload)\b/;

/** Whether it is a script or style sheet that failed to load. An image or a hint, such as a prefetch, is not code. */
function isCodeElement(target: unknown): boolean {
  const name = readProperty(target, 'localName');
  if (typeof name !== 'string' || !CODE_ELEMENT.test(name)) return false;
  return name.toLowerCase() === 'script' || CODE_LINK.test(String(readProperty(target, 'rel')));
}

const isAtFirstCharacter = (event: unknown): boolean =>
  readProperty(event, 'lineno') === 1 && Number(readProperty(event, 'colno')) <= 1;

/**
 * Returns the kind of failure of an `error` or `unhandledrejection` event; `undefined` if it does not concern the
 * page's code, such as an image. Events of elements do not bubble: listen with `capture`.
 *
 * If a missing classic script is answered with an HTML page and status 200, nothing is thrown that could be caught.
 * Such an error is recognised by its position: the first character of the file (Chromium and Firefox).
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
  // An HTML page starts with `<`. A syntax error in the application's own script is at another position.
  if (HTML_FOR_SCRIPT.test(message)) return isAtFirstCharacter(event) ? missingChunk : 'client';
  return classifyFailure(readProperty(event, 'error'), options);
}
