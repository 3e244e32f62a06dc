export { NextRouterBridge } from './next-router-bridge.tsx';
export { redirectTo } from './redirect-to.ts';
export { RouteErrorRecovery, useRouteErrorRecovery } from './route-error-recovery.tsx';
export { onRouterTransitionStart } from './router-transition.ts';

export type { NextRouterBridgeProps } from './next-router-bridge.tsx';
export type { RedirectToOptions } from './redirect-to.ts';
export type { RouteErrorRecoveryOptions, RouteErrorRecoveryProps } from './route-error-recovery.tsx';
export type { RecoveryState } from './route-recovery.ts';
export type { TransitionType } from './router-transition.ts';
