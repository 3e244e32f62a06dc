export { createHardNavigator } from './navigation/hard-navigation.ts';
export { createNavigator } from './navigation/navigator.ts';
export { presets } from './presets.ts';
export { applyRedirect } from './navigation/apply-redirect.ts';
export { createRedirectBudget } from './redirects/redirect-budget.ts';
export { findRedirect, redirectSignal } from './redirects/redirect-signal.ts';
export { classifyFailure } from './failures/classify-failure.ts';
export { createReloadBreaker } from './reload/reload-breaker.ts';
export { classifyUrl } from './url/classify-url.ts';

export type {
  ConnectivityEvent,
  HardNavigationEvent,
  NavigationEvent,
  PrefetchEvent,
  PrefetchWorthEvent,
  RouterEvent,
  RouterEventSink,
  SkewEvent,
  SkewSource,
} from './events.ts';
export type { HardNavigationReason, HardNavigationRefusal } from './hard-navigation-reason.ts';
export type {
  HardNavigationOptions,
  HardNavigationResult,
  HardNavigator,
  HardNavigatorOptions,
} from './navigation/hard-navigation.ts';
export type { HistoryMode } from './history-mode.ts';
export type {
  NavigationOptions,
  NavigationRefusal,
  NavigationResult,
  NavigationState,
  Navigator,
  NavigatorOptions,
  SoftRouter,
} from './navigation/navigator.ts';
export type { Clock, FetchLike, LocationLike, Platform, StorageLike, TimerHandle } from './platform.ts';
export type { Preset } from './presets.ts';
export type { AppliedRedirect } from './navigation/apply-redirect.ts';
export type { RedirectBudget, RedirectBudgetOptions, RedirectVerdict } from './redirects/redirect-budget.ts';
export type { RedirectOptions, RedirectRequest } from './redirects/redirect-signal.ts';
export type { ClassifyFailureOptions, FailureKind } from './failures/classify-failure.ts';
export type { ReloadBreaker, ReloadBreakerOptions } from './reload/reload-breaker.ts';
export type { ClassifyUrlOptions, UrlRefusal, UrlVerdict } from './url/classify-url.ts';
