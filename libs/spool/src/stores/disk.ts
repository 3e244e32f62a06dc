export { createDiskLimits } from './disk-limits.ts';
export { createDiskSpool, SpoolDisplacedError, SpoolLockedError } from './disk-spool.ts';
export { createSharedDiskSpool } from './shared-disk-spool.ts';

export type { DiskLimits, DiskLimitsOptions } from './disk-limits.ts';
export type { DiskSpool, DiskSpoolOptions, OpenFile, SpoolLoss, DirectoryState } from './disk-spool.ts';
export type { SharedDiskSpoolOptions } from './shared-disk-spool.ts';
