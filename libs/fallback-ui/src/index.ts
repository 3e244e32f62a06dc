export {
  describeScreen,
  SCREEN_STATUS,
  screenNames,
  type DescribeScreenOptions,
  type ScreenAction,
  type ScreenActionName,
  type ScreenDescription,
  type ScreenFacts,
  type ScreenLinks,
  type ScreenName,
} from './describe-screen.ts';
export { refersToServer, serverDigest } from './digest.ts';
export { ErrorScreen } from './error-screen.tsx';
export { ForbiddenScreen } from './forbidden-screen.tsx';
export { GlobalErrorScreen } from './global-error-screen.tsx';
export { MaintenanceScreen } from './maintenance-screen.tsx';
export { NotFoundScreen } from './not-found-screen.tsx';
export { OfflineScreen } from './offline-screen.tsx';
export { formatRetryAfter, type RetryAfter } from './retry-after.ts';
export { fallbackCss } from './styles.ts';
export { texts as classicTexts } from './texts/classic/en.ts';
export { texts as plainTexts } from './texts/plain/en.ts';
export { TooManyRequestsScreen } from './too-many-requests-screen.tsx';
export { UnauthorizedScreen } from './unauthorized-screen.tsx';
export { UpdateScreen } from './update-screen.tsx';

export type {
  CaughtErrorProps,
  CaughtScreenProps,
  ErrorReferenceProps,
  ErrorScreenProps,
  GlobalErrorScreenProps,
  LateScreenProps,
  NestedScreenProps,
  RetryLaterScreenProps,
  ScreenProps,
  StatusScreenProps,
} from './screen-props.ts';
export type {
  FallbackTexts,
  GlobalErrorTexts,
  PackName,
  ScreenTexts,
  UpdateTexts,
} from './texts/fallback-texts.ts';
