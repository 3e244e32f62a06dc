import type { ReactNode } from 'react';
import type { FallbackTexts } from './texts/fallback-texts.ts';

/** What every screen accepts. */
export interface ScreenProps {
  /** Where the way out leads. Default `/`. */
  homeHref?: string | undefined;
  /** Name of the site, put behind the document title. Default none. */
  siteName?: string | undefined;
  /** The text pack. Default `classicTexts`. */
  texts?: FallbackTexts | undefined;
  /** Nonce of the style element, for a content security policy that asks for one. Default none. */
  nonce?: string | undefined;
  /** More actions, put after the screen's own. Class `adit-fallback-action` gives them the same look. */
  children?: ReactNode;
}

/** What a screen accepts that is rendered inside a layout of the host. */
export interface NestedScreenProps extends ScreenProps {
  /** The element around the screen; `div` where the layout already has a `main`. Default `main`. */
  as?: 'main' | 'div' | undefined;
}

/** What the screens for 401, 403 and 404 accept. */
export interface StatusScreenProps extends NestedScreenProps {
  /** Whether the status code is shown as a secondary line. Default `true`. */
  showCode?: boolean | undefined;
}

/** What the 401 screen accepts. */
export interface UnauthorizedScreenProps extends StatusScreenProps {
  /** Where people sign in. Without it the screen offers the home page only. */
  signInHref?: string | undefined;
}

/** What a framework hands to an error screen; the names are those of Next 16.4. */
export interface CaughtErrorProps {
  /** Whatever was thrown, an `Error` or not. */
  error?: unknown;
  /** Fetches and renders again; shown as the first action. */
  retry?: (() => void) | undefined;
  /** Renders again without fetching; used where there is no `retry`. */
  reset?: (() => void) | undefined;
}

/** What the error screen accepts. */
export interface ErrorScreenProps extends NestedScreenProps, CaughtErrorProps {}

/** What the global error screen accepts. */
export interface GlobalErrorScreenProps extends ScreenProps, CaughtErrorProps {}
