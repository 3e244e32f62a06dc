import { replaceNamedPairs } from './named-pairs.ts';
import type { PayloadKey } from './payload-keys.ts';
import { rememberClean } from './remember-clean.ts';
import { hasLongRun, isIdentifier, mayHoldForms, replaceForms } from './replace-forms.ts';
import type { SecretMarker } from './secret-marker.ts';
import { isNoSecret, type JudgeName } from './secret-names.ts';
import { replaceEmails } from './secret-values.ts';
import { maySpeakOfSecrets, replaceSpokenSecrets } from './spoken-secrets.ts';
import type { UrlScrubber } from './url-scrubber.ts';

/** The parts of a scrubber that scrub texts. */
interface TextContext {
  readonly marker: SecretMarker;
  readonly judgeName: JudgeName;
  readonly urls: UrlScrubber;
  readonly hasEmails: boolean;
}

/** Shortest prose that can contain a secret, in characters: `pin=1`. */
const MIN_PROSE_LENGTH = 5;

/** A character that every URL with a secret and every pair contains. Most prose has none. */
const ANY_MARK = /[@=:?#;%]/;

/** A URL with a secret, in prose. */
const URL_IN_PROSE = /[?#;][^\s"'`<>?#;=]*=|:\/\/[^\s/]*@|%40/;

/** A character that every URL with more than a path and a plain query contains. */
const MAY_HOLD_MORE = /[#@;%]/;

/** The encoded fields of a form: `a=1&b=2`. */
const ENCODED_FIELDS = /^[\w.%+[\]-]+=\S*$/;

/** Scrubs the text of a property. `json` scrubs a text that is JSON, and returns `undefined` for any other. */
export type TextScrubber = (
  text: string,
  key: PayloadKey,
  depth: number,
  json: (text: string, depth: number) => string | undefined,
) => string;

/** Creates a {@link TextScrubber}. */
export function createTextScrubber({ marker, judgeName, urls, hasEmails }: TextContext): TextScrubber {
  const { mark } = marker;
  const hasNames = marker.isActive('name');

  // Most addresses differ: they are not remembered.
  const address = (text: string): string => {
    const mayHoldForm = mayHoldForms(text);
    if (!mayHoldForm && !MAY_HOLD_MORE.test(text)) {
      const question = text.indexOf('?');
      if (question === -1 || urls.isPlainQuery(text, question + 1)) return text;
    }
    const clean = urls.url(text);
    return mayHoldForm ? replaceForms(clean, marker) : clean;
  };

  const longProse = rememberClean((text) => {
    const mayHoldForm = mayHoldForms(text);
    const hasMark = ANY_MARK.test(text);
    const maySpeak = hasNames && maySpeakOfSecrets(text);
    if (!mayHoldForm && !hasMark && !maySpeak) return text;
    const hasUrl = mayHoldForm || URL_IN_PROSE.test(text);
    const hasAt = hasEmails && text.includes('@');
    let clean = hasUrl ? urls.text(text) : text;
    if (hasMark) clean = replaceNamedPairs(clean, judgeName, mark);
    if (maySpeak) clean = replaceSpokenSecrets(clean, mark);
    if (mayHoldForm) clean = replaceForms(clean, marker);
    return hasAt ? replaceEmails(clean, mark) : clean;
  }, marker);
  const prose = (text: string): string =>
    text.length < MIN_PROSE_LENGTH || isIdentifier(text) ? text : longProse(text);

  return (text, { kind, name, verdict }, depth, json) => {
    switch (kind) {
      case 'skip':
        return text;
      case 'code':
        return urls.code(text);
      case 'source':
        return hasLongRun(text) ? replaceForms(text, marker) : text;
      case 'url':
        return address(text);
      case 'query':
        return urls.query(text);
      case 'names':
      case 'named':
        return urls.named(name, text);
      case 'secret':
        return mark('name');
      case 'user':
      case 'text':
        if (verdict !== undefined) {
          if (!isNoSecret(text, verdict)) return mark('name');
          if (verdict === 'secret') return text;
        }
        if (kind === 'user') return text;
        return (
          json(text, depth) ?? (name === 'data' && ENCODED_FIELDS.test(text) ? urls.query(text) : prose(text))
        );
    }
  };
}
