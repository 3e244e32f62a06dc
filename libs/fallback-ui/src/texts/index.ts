export type { PackName } from './fallback-texts.ts';
export { loadTexts } from './load-texts.ts';
export { directionOf, locales, resolveLocale, type FallbackLocale } from './locales.ts';
