import { isControlFlow, readText } from '@adit/common';
import type { FallbackTexts } from './texts/fallback-texts.ts';

/** Longest digest that is shown, in characters. Digests of Next have ten. */
const MAX_DIGEST_LENGTH = 200;

/**
 * Returns the digest that joins an error to the server's log, at most 200 characters; `undefined` for an error of the
 * browser and for control flow of Next. Accepts any value.
 */
export function serverDigest(error: unknown): string | undefined {
  return isControlFlow(error)
    ? undefined
    : readText(error, 'digest').slice(0, MAX_DIGEST_LENGTH).trim() || undefined;
}

/**
 * Returns the reference to show: the application's if it is text or a number, else the digest. Unpaired surrogates, left
 * by cutting text, are removed, because `encodeURIComponent` throws on them.
 */
export function shownReference(reference: unknown, error: unknown): string | undefined {
  const given = typeof reference === 'number' ? String(reference) : reference;
  return (
    (typeof given === 'string' && given ? given : serverDigest(error))?.replace(/[\uD800-\uDFFF]/gu, '') ||
    undefined
  );
}

/**
 * Returns the words before and after a reference. The classic texts call it a digest, but a reference of the application, such
 * as an event id, is not one.
 */
export function wordsAround(
  reference: string | undefined,
  error: unknown,
  { digest }: Pick<FallbackTexts, 'digest'>,
): string[] {
  return (reference === serverDigest(error) ? digest : digest.replace('Digest:', 'Reference:')).split(
    '{digest}',
  );
}
