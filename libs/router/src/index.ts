export { createHardNavigator } from './navigation/hard-navigation.ts';
export { createNavigator } from './navigation/navigator.ts';
export { presets } from './presets.ts';
export { createRedirectBudget } from './redirects/redirect-budget.ts';
export { classifyErrorEvent } from './failures/classify-error-event.ts';
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
export type { PageClock, FetchLike, LocationLike, Platform, StorageLike, TimerHandle } from './platform.ts';
export type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from './prefetch-types.ts';
export type { Preset } from './presets.ts';
export type { RedirectBudget, RedirectBudgetOptions, RedirectVerdict } from './redirects/redirect-budget.ts';
export type { ClassifyFailureOptions, FailureKind } from './failures/classify-failure.ts';
export type { ReloadBreaker, ReloadBreakerOptions } from './reload/reload-breaker.ts';
export type { ClassifyUrlOptions, UrlRefusal, UrlVerdict } from './url/classify-url.ts';
