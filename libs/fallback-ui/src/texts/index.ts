export { directionOf, locales, resolveLocale, type FallbackLocale, type LocaleSources } from './locales.ts';
export { loadTexts } from './load-texts.ts';

export type {
  FallbackTexts,
  GlobalErrorTexts,
  PackName,
  ScreenTexts,
  UpdateTexts,
} from './fallback-texts.ts';
