import type { ReactNode } from 'react';
import type { ScreenFacts, ScreenLinks } from './describe-screen.ts';
import type { FallbackTexts } from './texts/fallback-texts.ts';

/** What every screen accepts. */
export interface ScreenProps extends ScreenLinks {
  /** Name of the site, put behind the document title. Default none. */
  siteName?: string | undefined;
  /** The text pack. Default `classicTexts`. */
  texts?: FallbackTexts | undefined;
  /** Nonce of the style element, for a content security policy that asks for one. Default none. */
  nonce?: string | undefined;
  /** Whose site this is, shown before all else in place of the short line there. Default none. */
  logo?: ReactNode;
  /** Shown above the heading, in place of that line. Default none. */
  illustration?: ReactNode;
  /** More actions, put after the screen's own. Class `adit-fallback-action` gives them the same look. */
  children?: ReactNode;
}

/** What a screen accepts that is rendered inside a layout of the host. */
export interface NestedScreenProps extends ScreenProps {
  /** The element around the screen; `div` where the layout already has a `main`. Default `main`. */
  as?: 'main' | 'div' | undefined;
}

/** What the screens for a status accept. */
export interface StatusScreenProps extends NestedScreenProps, Pick<ScreenFacts, 'showCode'> {}

/** What the 429 and 503 screens accept. */
export interface RetryLaterScreenProps extends StatusScreenProps, Pick<ScreenFacts, 'retryAfter'> {}

/** What a framework hands to an error screen; the names are those of Next 16.4. */
export interface CaughtErrorProps {
  /** Whatever was thrown, an `Error` or not. */
  error?: unknown;
  /** Fetches and renders again; shown as the first action. */
  retry?: (() => void) | undefined;
  /** Renders again without fetching; used where there is no `retry`. */
  reset?: (() => void) | undefined;
}

/** What a screen accepts that may come up in a running page. */
export interface LateScreenProps extends NestedScreenProps {
  /**
   * Whether the heading takes the focus when the screen appears, as what had it is gone; from client files only. Default:
   * where the screen has a `retry` or `reset`, and so did not come with its document.
   */
  moveFocus?: boolean | undefined;
}

/** What a late screen accepts that can try again by itself. */
export interface CaughtScreenProps extends LateScreenProps, Omit<CaughtErrorProps, 'error'> {}

/** What the error screens accept besides. */
export interface ErrorReferenceProps extends Pick<ScreenFacts, 'reference'> {
  /** Put behind the reference: a button that copies it, say. Default none. */
  referenceAction?: ReactNode;
}

/** What the error screen accepts. */
export interface ErrorScreenProps extends LateScreenProps, CaughtErrorProps, ErrorReferenceProps {}

/** What the global error screen accepts. */
export interface GlobalErrorScreenProps
  extends ScreenProps, Pick<LateScreenProps, 'moveFocus'>, CaughtErrorProps, ErrorReferenceProps {}
