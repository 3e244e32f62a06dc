import { locales, type FallbackLocale, type PackName } from '@adit/fallback-ui/texts';
import type { ScreenName } from '@adit/fallback-ui';

/** Every screen, by the title it has in the gallery. */
export const SCREENS = {
  unauthorized: '401 unauthorized',
  forbidden: '403 forbidden',
  notFound: '404 not found',
  tooManyRequests: '429 too many requests',
  maintenance: '503 maintenance',
  error: 'Error in a segment',
  globalError: 'Error in the browser',
  globalErrorOnServer: 'Error on the server',
  offline: 'Offline',
  update: 'New version',
} as const satisfies Partial<Record<ScreenName | 'globalErrorOnServer', string>>;

/** A screen of the gallery. */
export type GalleryScreen = keyof typeof SCREENS;

export const THEMES = ['light', 'dark'] as const;
export const WIDTHS = [320, 1280] as const;
export const PACKS = ['classic', 'plain'] as const satisfies readonly PackName[];

/** What is shown; each list one value, or all. */
export interface Selection {
  readonly screens: readonly GalleryScreen[];
  readonly locales: readonly FallbackLocale[];
  readonly themes: readonly (typeof THEMES)[number][];
  readonly widths: readonly (typeof WIDTHS)[number][];
  readonly pack: PackName;
}

/** Whether an address names a screen. */
export const isScreen = (name: string): name is GalleryScreen => Object.hasOwn(SCREENS, name);

/** The one that is wanted, all of them, or what is shown where neither is said. */
function choose<Value extends string | number>(
  all: readonly Value[],
  wanted: string | undefined,
  byDefault: readonly Value[],
): readonly Value[] {
  if (wanted === 'all') return all;
  const chosen = all.filter((value) => String(value) === wanted);
  return chosen.length > 0 ? chosen : byDefault;
}

/** Reads what is to be shown from a query; what it does not name, or names wrongly, is as by default. */
export function readSelection(query: Readonly<Record<string, string | string[] | undefined>>): Selection {
  const named = (name: string): string | undefined => [query[name]].flat()[0];
  const screens = Object.keys(SCREENS) as GalleryScreen[];
  return {
    screens: choose(screens, named('screen'), screens),
    locales: choose(locales, named('locale'), ['en']),
    themes: choose(THEMES, named('theme'), THEMES),
    widths: choose(WIDTHS, named('width'), WIDTHS),
    pack: named('pack') === 'plain' ? 'plain' : 'classic',
  };
}
