export { useConnectivity, useNavigate, useNavigationState, useUpdateAvailable } from './hooks.ts';
export { NavigationProgress } from './navigation-progress.tsx';
export { RouterProvider } from './router-context.tsx';

export type { Navigate, ReloadOptions, UpdateAvailable } from './hooks.ts';
export type { NavigationProgressProps } from './navigation-progress.tsx';
export type { RouterBindings, RouterProviderProps } from './router-context.tsx';
export type { ConnectivityState } from '../monitors/connectivity-monitor.ts';
export type { SkewState } from '../monitors/skew-monitor.ts';
export type { Store } from '../monitors/store.ts';
