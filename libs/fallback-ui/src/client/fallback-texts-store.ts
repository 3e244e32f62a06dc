import { texts as classicEn } from '../texts/classic/en.ts';
import type { FallbackTexts, PackName } from '../texts/fallback-texts.ts';
import { loadTexts } from '../texts/load-texts.ts';
import { resolveLocale, type FallbackLocale, type LocaleSources } from '../texts/locales.ts';

/** Options of {@link preloadFallbackTexts}. */
export interface FallbackTextsOptions {
  /** Default `classic`. */
  readonly pack?: PackName | undefined;
  /** The language, if the application knows it. Default: that of the cookie, the document or the browser. */
  readonly locale?: string | null | undefined;
  /** The cookie that keeps the visitor's choice. Default none. */
  readonly cookieName?: string | undefined;
  /**
   * Whether the document's `lang` comes before the browser's languages. Default `true`. Set it to `false` if the site
   * has one language and the screens should use the visitor's.
   */
  readonly followsDocument?: boolean | undefined;
}

/** The texts loaded in this page. English is in the bundle, to start with. */
const loaded = new Map<string, FallbackTexts>([['classic/en', classicEn]]);
const loading = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

const keyOf = (pack: PackName, locale: FallbackLocale) => `${pack}/${locale}`;

/** Calls back when texts have arrived. Returns a function that stops it. */
export function subscribeTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The texts, if they have arrived. */
export function loadedTexts(pack: PackName, locale: FallbackLocale): FallbackTexts | undefined {
  return loaded.get(keyOf(pack, locale));
}

/** Loads texts once. Never rejects: if loading fails, the next call tries again. */
export function requestTexts(pack: PackName, locale: FallbackLocale): Promise<void> {
  const key = keyOf(pack, locale);
  const running = loaded.has(key) ? Promise.resolve() : loading.get(key);
  if (running) return running;
  const request = loadTexts(locale, pack)
    .then((texts) => {
      loaded.set(key, texts);
      for (const listener of listeners) listener();
    })
    .catch(() => undefined)
    .finally(() => loading.delete(key));
  loading.set(key, request);
  return request;
}

/** The value of a cookie; `undefined` if it is missing, or if a sandboxed frame may not read cookies. */
function readCookie(name: string): string | undefined {
  try {
    const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
    return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/** The visitor's languages, as the cookie, the document and the browser name them now. */
export function readLanguages({
  cookieName,
  followsDocument = true,
}: Pick<FallbackTextsOptions, 'cookieName' | 'followsDocument'>): LocaleSources {
  return {
    cookie: cookieName === undefined ? undefined : readCookie(cookieName),
    lang: followsDocument ? document.documentElement.lang : undefined,
    languages: navigator.languages,
  };
}

/** A busy page may never be idle, and errors do not wait for it. */
const IDLE_TIMEOUT_MS = 5_000;

/**
 * Loads the texts in the visitor's language when the browser is idle, at the latest after 5 seconds. A later error, or a
 * lost connection, then finds them loaded. Does nothing on a server.
 *
 * @returns a function that cancels the loading
 */
export function preloadFallbackTexts({
  pack = 'classic',
  locale,
  ...sources
}: FallbackTextsOptions = {}): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const load = () => void requestTexts(pack, resolveLocale({ locale, ...readLanguages(sources) }));
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(load, IDLE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(load, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}
