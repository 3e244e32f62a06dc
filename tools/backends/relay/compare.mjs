// Compares our scrubber with Relay's: what each removes from an event, and what it alters.
import { isDeepStrictEqual } from 'node:util';
import { importFrom } from '../../src/projects.mjs';

const { bundle } = await importFrom('tools/bench/build.mjs');

/** The scrubber of this repository, and the invented secrets of its tests. */
export async function loadOurs() {
  const source = `
    export { createScrubber } from './libs/policy/src/scrub/scrubber.ts';
    export { HARMLESS, SECRETS, SECRETS_BEHIND_A_WORD } from './libs/policy/testing/secrets.helper.ts';`;
  return import(`data:text/javascript,${encodeURIComponent(await bundle({ source }))}`);
}

/** Texts in an event, each also percent-decoded. */
function textsOf(value) {
  if (typeof value === 'string') {
    try {
      return [value, decodeURIComponent(value)];
    } catch {
      return [value];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...textsOf(child)]);
}

/** Whether a secret, or half of it, is still readable in an event. */
export function isLeft(secret, event) {
  const middle = Math.ceil(secret.length / 2);
  const parts = [secret.slice(0, middle), secret.slice(middle)].flatMap((part) => [
    part,
    part.replaceAll('"', '\\"'),
  ]);
  const texts = textsOf(event);
  return parts.some((part) => texts.some((text) => text.includes(part)));
}

const withoutMeta = (event) => ({ ...event, _meta: undefined });

/** Whether Relay's rules altered an event after it was normalised. */
export const isAlteredByRelay = ({ normalised, stripped }) =>
  !isDeepStrictEqual(withoutMeta(normalised), withoutMeta(stripped));
