import { classicTexts } from '@adit/fallback-ui';

const SET = 'screens.texts';
const DIRECTIONS = ['ltr', 'rtl'];

/** An option that is not accepted, and the accepted values. */
export interface NotAccepted {
  readonly path: string;
  readonly value: unknown;
  readonly accepted: string;
}

/** Whether it is the name of a language, as in `<html lang>`: a BCP 47 tag. */
export function isLanguage(value: unknown): boolean {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

/**
 * Returns the fault in `screens.texts`; `undefined` if there is none. English texts may be incomplete, because the
 * built-in ones are English.
 */
export function findWrongText(texts: object): NotAccepted | undefined {
  const { lang = 'en', dir = 'ltr' } = texts as { lang?: unknown; dir?: unknown };
  if (!isLanguage(lang))
    return { path: `${SET}.lang`, value: lang, accepted: 'a language tag, such as "de"' };
  if (!DIRECTIONS.includes(dir as string))
    return { path: `${SET}.dir`, value: dir, accepted: DIRECTIONS.join(' or ') };
  const isWhole = lang !== 'en';
  return findWrong(
    SET,
    texts,
    classicTexts,
    isWhole ? `a text, because the rest is not in ${String(lang)}` : undefined,
  );
}

/** @param whole what is accepted instead of a missing text; `undefined` if texts may be missing */
function findWrong(
  path: string,
  given: object,
  model: object,
  whole: string | undefined,
): NotAccepted | undefined {
  const words = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(words).find((name) => !Object.hasOwn(model, name));
  if (unknown !== undefined)
    return { path, value: unknown, accepted: `texts named ${Object.keys(model).join(', ')}` };
  for (const [name, wanted] of Object.entries(model) as [string, object | string][]) {
    const value = words[name];
    const at = `${path}.${name}`;
    if (value === undefined) {
      if (whole === undefined) continue;
      return { path: at, value, accepted: whole };
    }
    if (typeof value !== typeof wanted || value === null)
      return { path: at, value, accepted: typeof wanted === 'string' ? 'a text' : 'an object' };
    const wrong = typeof wanted === 'object' ? findWrong(at, value, wanted, whole) : undefined;
    if (wrong) return wrong;
  }
  return undefined;
}
