import { SECRET_FORMS } from './secret-forms.ts';
import type { SecretMarker } from './secret-marker.ts';

/** Shortest run of letters, digits, "_" and "-" that can be a token. */
const MIN_RUN_LENGTH = 16;

/** Forms without such a run: schemes with short credentials, and keys in short lines. */
const SHORT_WORDS = /(?:bearer|basic)\s|-----BEGIN/i;

/** Numbers in groups. Most texts have no digits that `MAY_BE_GROUPED` finds, which is read faster. */
const MAY_BE_GROUPED = /\d{3}-|\d{4} |\d{13}|\d\d [A-Z\d]{4} /;
const GROUPED = /\d\d(?:\d-\d\d-\d|\d\d(?:\d{9}|[ -]\d{4,6}[ -]\d)| [A-Z\d]{4} [A-Z\d])/;

/** A UUID, or a trace or commit id. No form consists of these characters in this order. */
const IDENTIFIER = /^(?:(?=\d*[a-f])[\da-f]{16,64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Returns whether a text is an identifier: no secret of any kind. Each event has several, and all differ. */
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);

/** Shortest candidate of any form, in characters. */
const MIN_FORM_LENGTH = 10;

/** 1 for a character of a token. */
const TOKEN_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Returns whether a text has a run of characters as long as a token. It reads every sixteenth character and steps back from there,
 * so that most texts cost little.
 */
export function hasLongRun(text: string): boolean {
  for (let at = MIN_RUN_LENGTH - 1; at < text.length;) {
    const start = at - MIN_RUN_LENGTH;
    let back = at;
    while (back > start && TOKEN_CHARACTERS[text.charCodeAt(back)] === 1) back -= 1;
    if (back === start) return true;
    at = back + MIN_RUN_LENGTH;
  }
  return false;
}

/** Returns `false` if {@link replaceForms} cannot find anything. */
export function mayHoldForms(text: string): boolean {
  if (text.length < MIN_FORM_LENGTH) return false;
  if (hasLongRun(text)) return !IDENTIFIER.test(text);
  return SHORT_WORDS.test(text) || (MAY_BE_GROUPED.test(text) && GROUPED.test(text));
}

/** Replaces each secret that has a known form. The time is proportional to the text. */
export function replaceForms(text: string, { isActive, mark }: SecretMarker): string {
  let result = text;
  for (const { id, pattern, secretIn } of SECRET_FORMS) {
    if (!isActive(id)) continue;
    pattern.lastIndex = 0;
    if (!pattern.test(result)) continue;
    result = result.replace(pattern, (candidate: string, ...rest: unknown[]) => {
      const [offset, whole] = rest.slice(-2) as [number, string];
      const end = offset + candidate.length;
      const range = secretIn
        ? secretIn(candidate, whole.charAt(offset - 1), whole.charAt(end))
        : [0, candidate.length];
      return range === undefined
        ? candidate
        : candidate.slice(0, range[0]) + mark(id) + candidate.slice(range[1]);
    });
  }
  return result;
}
