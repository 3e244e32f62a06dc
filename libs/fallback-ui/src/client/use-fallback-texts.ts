import { useEffect, useState, useSyncExternalStore } from 'react';
import { texts as classicTexts } from '../texts/classic/en.ts';
import type { FallbackTexts } from '../texts/fallback-texts.ts';
import { resolveLocale } from '../texts/locales.ts';
import {
  loadedTexts,
  readLanguages,
  requestTexts,
  subscribeTexts,
  type FallbackTextsOptions,
} from './fallback-texts-store.ts';

/** Options of {@link useFallbackTexts}. */
export interface UseFallbackTextsOptions extends FallbackTextsOptions {
  /** Shown until the texts are there, on the server, and where they cannot be had. Default `classicTexts`. */
  readonly initial?: FallbackTexts | undefined;
}

/**
 * The texts in the reader's language, for documents no server has chosen a language for, such as the global error's.
 * The language is that of `locale`, else of the cookie, the document or the browser. Texts that are loaded already, by
 * `preloadFallbackTexts` or before, are returned at once, but for the first render of a hydration. Needs no provider.
 */
export function useFallbackTexts({
  pack = 'classic',
  locale,
  initial = classicTexts,
  ...sources
}: UseFallbackTextsOptions = {}): FallbackTexts {
  // Read once: the document's language changes with the screen that is shown in its place. Nothing rendered on a server
  // or while hydrating depends on it.
  const [languages] = useState(() => (typeof document === 'undefined' ? {} : readLanguages(sources)));
  const spoken = resolveLocale({ locale, ...languages });
  useEffect(() => void requestTexts(pack, spoken), [pack, spoken]);
  return useSyncExternalStore(
    subscribeTexts,
    () => loadedTexts(pack, spoken) ?? initial,
    () => initial,
  );
}
