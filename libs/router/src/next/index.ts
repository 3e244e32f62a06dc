export {
  useConnectivity,
  useNavigate,
  useNavigationState,
  usePrefetch,
  useUpdateAvailable,
} from '../react/hooks.ts';
export { NavigationProgress } from '../react/navigation-progress.tsx';
export { MissingChunkScreen } from './missing-chunk-screen.tsx';
export { DeferredRouterBridge } from './deferred-router-bridge.tsx';
export { NextRouterBridge } from './next-router-bridge.tsx';
export { PrefetchLink } from './prefetch-link.tsx';
export { redirectTo } from './redirect-to.ts';
export { RouteErrorRecovery, useRouteErrorRecovery } from './route-error-recovery.tsx';
export { useOfflineNavigation } from './use-offline-navigation.ts';
export { onRouterTransitionStart } from './router-transition.ts';

export type { NavigationProgressProps } from '../react/navigation-progress.tsx';
export type { DeferredRouterBridgeProps } from './deferred-router-bridge.tsx';
export type { MissingChunkScreenProps } from './missing-chunk-screen.tsx';
export type { NextRouterBridgeProps } from './next-router-bridge.tsx';
export type { PrefetchLinkProps } from './prefetch-link.tsx';
export type { RedirectToOptions } from './redirect-to.ts';
export type { RouteErrorRecoveryOptions, RouteErrorRecoveryProps } from './route-error-recovery.tsx';
export type { RecoveryState } from './route-recovery.ts';
export type { RouterSettings } from './router-runtime.ts';
export type { OfflineNavigation } from './use-offline-navigation.ts';
export type { TransitionType } from './router-transition.ts';
