import type { ReactNode } from 'react';
import type { ScreenFacts, ScreenLinks } from './describe-screen.ts';
import type { FallbackTexts } from './texts/fallback-texts.ts';

/** Props of every screen. */
export interface ScreenProps extends ScreenLinks {
  /** Name of the site, after the document title. Default none. */
  siteName?: string | undefined;
  /** The texts. Default `classicTexts`. */
  texts?: FallbackTexts | undefined;
  /** Nonce of the style element, for a content security policy. Default none. */
  nonce?: string | undefined;
  /**
   * Replaces the screen's own style element, for example with one that contains `fallbackCss`. Default: the screen's
   * own.
   */
  styles?: ReactNode;
  /** The site's logo, first on the screen, in place of the short line there. Default none. */
  logo?: ReactNode;
  /** An illustration above the heading, in place of that line. Default none. */
  illustration?: ReactNode;
  /** More actions, after the screen's own. Give them the class `adit-fallback-action`. */
  children?: ReactNode;
}

/** Props of a screen inside a layout of the application. */
export interface NestedScreenProps extends ScreenProps {
  /** The element around the screen; `div` if the layout already has a `main`. Default `main`. */
  as?: 'main' | 'div' | undefined;
}

/** Props of the screens for a status. */
export interface StatusScreenProps extends NestedScreenProps, Pick<ScreenFacts, 'showCode'> {}

/** Props of the 429 and 503 screens. */
export interface RetryLaterScreenProps extends StatusScreenProps, Pick<ScreenFacts, 'retryAfter'> {}

/** Props that a framework passes to an error screen, named as in Next 16.4. */
export interface CaughtErrorProps {
  /** The thrown value, an `Error` or not. */
  error?: unknown;
  /** Fetches and renders again; the first action of the screen. */
  retry?: (() => void) | undefined;
  /** Renders again without fetching; used if `retry` is missing. */
  reset?: (() => void) | undefined;
}

/** Props of a screen that may appear in a running page. */
export interface LateScreenProps extends NestedScreenProps {
  /**
   * Whether the heading takes the focus when the screen appears, because the focused element is gone. Only in client
   * files. Default: `true` if the screen has `retry` or `reset`, which a screen that came with its document does not.
   */
  moveFocus?: boolean | undefined;
}

/** Props of a late screen with a button to try again. */
export interface CaughtScreenProps extends LateScreenProps, Omit<CaughtErrorProps, 'error'> {}

/** Further props of the error screens. */
export interface ErrorReferenceProps extends Pick<ScreenFacts, 'reference'> {
  /** Shown after the reference, such as a `CopyReference` button. Default none. */
  referenceAction?: ReactNode;
}

/** Props of the error screen. */
export interface ErrorScreenProps extends LateScreenProps, CaughtErrorProps, ErrorReferenceProps {}

/** Props of the global error screen. */
export interface GlobalErrorScreenProps
  extends ScreenProps, Pick<LateScreenProps, 'moveFocus'>, CaughtErrorProps, ErrorReferenceProps {}
