import { classicTexts, type FallbackTexts } from '@adit/fallback-ui';
import { adit } from '../adit-config.ts';
import type { OwnTexts } from '../options.ts';

const own: OwnTexts = adit.screens?.texts ?? {};
const { lang = 'en' } = own;

/**
 * Replaces texts with those of `adit.config` in the same language, or for a visitor who wants that language.
 *
 * @param wanted the visitor's language, default none
 */
export function withOwnTexts(texts: FallbackTexts, wanted = ''): FallbackTexts {
  if (texts.lang !== lang && !wanted.toLowerCase().startsWith(lang.toLowerCase())) return texts;
  const words: Record<string, unknown> = { ...texts };
  for (const [name, value] of Object.entries(own))
    words[name] = typeof value === 'object' ? { ...(words[name] as object), ...value } : value;
  return words as unknown as FallbackTexts;
}

/** The texts of screens that a server renders, and of all screens until the visitor's language is loaded. */
export const INITIAL_TEXTS = withOwnTexts(classicTexts, lang);
