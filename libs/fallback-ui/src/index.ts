export { describeScreen, screenNames, type ScreenDescription, type ScreenName } from './describe-screen.ts';
export { serverDigest } from './digest.ts';
export { GlobalErrorScreen } from './global-error-screen.tsx';
export type { CaughtErrorProps } from './screen-props.ts';
export {
  ErrorScreen,
  ForbiddenScreen,
  MaintenanceScreen,
  NotFoundScreen,
  OfflineScreen,
  TooManyRequestsScreen,
  UnauthorizedScreen,
  UpdateScreen,
} from './screens.tsx';
export { fallbackCss } from './styles.ts';
export { texts as classicTexts } from './texts/classic/en.ts';
export type { FallbackTexts } from './texts/fallback-texts.ts';
export { texts as plainTexts } from './texts/plain/en.ts';
