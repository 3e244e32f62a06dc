export { refersToServer, serverDigest } from './digest.ts';
export { ErrorScreen } from './error-screen.tsx';
export { ForbiddenScreen } from './forbidden-screen.tsx';
export { GlobalErrorScreen } from './global-error-screen.tsx';
export { NotFoundScreen } from './not-found-screen.tsx';
export { fallbackCss } from './styles.ts';
export { classicTexts } from './texts/classic/en.ts';
export { UnauthorizedScreen } from './unauthorized-screen.tsx';

export type {
  CaughtErrorProps,
  ErrorScreenProps,
  GlobalErrorScreenProps,
  NestedScreenProps,
  ScreenProps,
  StatusScreenProps,
  UnauthorizedScreenProps,
} from './screen-props.ts';
export type { FallbackTexts, GlobalErrorTexts, ScreenTexts } from './texts/fallback-texts.ts';
