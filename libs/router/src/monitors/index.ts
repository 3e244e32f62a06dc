export { createConnectivityMonitor } from './connectivity-monitor.ts';
export { createSkewMonitor } from './skew-monitor.ts';

export type {
  ConnectivityMonitor,
  ConnectivityMonitorOptions,
  ConnectivityProbe,
  ConnectivityState,
  OfflineReason,
  WaitOptions,
  WaitOutcome,
} from './connectivity-monitor.ts';
export type { HostSignal } from './host-signal.ts';
export type { ResponseLike, SkewAnswer, SkewMonitor, SkewMonitorOptions, SkewState } from './skew-monitor.ts';
export type { Store } from './store.ts';
