import type { SecretMarker } from './secret-marker.ts';

/**
 * A secret's name in prose, then perhaps a verb or a sign, and the next word: `password is …`, `--password …`, `token: …`,
 * `{secret: …}`, `<password>…`, `api key (…)`.
 */
const SPOKEN =
  /\b(?:passwor[dt]|passwd|passphrase|passcode|kennwort|secret|token|api[ _-]?key|auth|credentials?|mot de passe|contrase(?:ñ|n)a|senha|jeton)( (?:is|was|ist|war|lautet|est|es|é))?( ?(?::|[-=]>)| =(?= ))?(?:\s{1,8}|[,|&>])[([]?(["'`]?)([^\s"'`,;()[\]{}<>|&]{6,128})/gi;

/** A part of every such name. With few alternatives of one length it is read fast: it is asked of all prose. */
const STEM = /a[su][st][wepch]|[oe][kt][eo]n|e(?:cre|nnw|nha|nti)|ontr|pi.k/i;

/** Characters of paths, code, addresses and positions, which secrets in prose seldom have. */
const CODE = /[/\\=:]|\.[a-z]{1,5}$|^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$/i;
/** Versions, dates, and a word with a number, such as `sha256`. */
const VERSION = /^v?\d+(?:[.-]\d+)+|^\d+(?:[a-z]{1,3}|st|nd|rd|th)?(?:-[a-z]+)*$/i;
const NUMBERED_WORD = /^[a-z]+[-_]?\d{1,4}$/i;
const ALGORITHM = /^(?:sha|md|[hrep]s|base|utf|aes|rsa|ed|oauth|http|ipv|argon|pbkdf|bcrypt|scrypt)-?\d+/i;

/** Whether prose may name a secret. Each such secret has a digit. */
export const maySpeakOfSecrets = (text: string): boolean => /\d/.test(text) && STEM.test(text);

/** Replaces a word with letters and digits behind the name of a secret. The time is proportional to the text. */
export function replaceSpokenSecrets(text: string, mark: SecretMarker['mark']): string {
  return text.replace(
    SPOKEN,
    (
      whole: string,
      verb: string | undefined,
      sign: string | undefined,
      quote: string,
      word: string,
      at: number,
    ) => {
      const secret = word.replace(/[.:]{1,3}$/, '');
      const isCertain = verb !== undefined || (sign ?? quote) !== '' || text.charAt(at - 1) === '-';
      const isCall = text.charAt(at + whole.length) === '(';
      if (isCall || !looksRandom(secret, isCertain) || UNEXPECTED.test(text.slice(Math.max(0, at - 11), at)))
        return whole;
      return whole.slice(0, whole.length - word.length) + mark('name') + word.slice(secret.length);
    },
  );
}

/** The parser's word before `token`. */
const UNEXPECTED = /unexpected $/i;

function looksRandom(word: string, isCertain: boolean): boolean {
  if (!/[a-z]/i.test(word) || !/\d/.test(word) || CODE.test(word) || VERSION.test(word)) return false;
  return !ALGORITHM.test(word) && (isCertain || !NUMBERED_WORD.test(word));
}
