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
  /** Returned until the texts have loaded, on the server, and if loading fails. Default `classicTexts`. */
  readonly initial?: FallbackTexts | undefined;
}

/**
 * Returns the texts in the visitor's language: that of `locale`, else of the cookie, the document or the browser. Needs no
 * provider. Loaded texts are returned at once, except for the first render of a hydration.
 */
export function useFallbackTexts({
  pack = 'classic',
  locale,
  initial = classicTexts,
  ...sources
}: UseFallbackTextsOptions = {}): FallbackTexts {
  // Read once, because a screen changes the language of the document. The server's HTML does not depend on it.
  const [languages] = useState(() => (typeof document === 'undefined' ? {} : readLanguages(sources)));
  const resolved = resolveLocale({ locale, ...languages });
  useEffect(() => void requestTexts(pack, resolved), [pack, resolved]);
  return useSyncExternalStore(
    subscribeTexts,
    () => loadedTexts(pack, resolved) ?? initial,
    () => initial,
  );
}
