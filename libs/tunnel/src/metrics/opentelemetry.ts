export { createOldestAge } from './oldest-age.ts';
export { observeTunnel } from './observe-tunnel.ts';
export { recordDurations } from './record-durations.ts';

export type { OldestAge } from './oldest-age.ts';
export type { ObserveTunnelOptions } from './observe-tunnel.ts';
export type { RecordDurationsOptions } from './record-durations.ts';
