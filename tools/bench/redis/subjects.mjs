// The subjects, by id.

/** How Redis writes its file, and the number of envelopes stored with that. */
export const FSYNCS = [
  { id: 'everysec', count: 40_000, least: 10_000 },
  { id: 'always', count: 15_000, least: 5_000 },
];

/** The subjects that store an envelope. */
export const ACCEPTS = [
  { id: 'redis-benchmark', label: 'XADD by `redis-benchmark`' },
  { id: 'xadd', label: 'XADD by `@redis/client`' },
  { id: 'redis', label: '`createRedisSpool`', ours: true },
  { id: 'insured', label: '… with a disk spool as its insurance', ours: true },
  { id: 'disk', label: '`createDiskSpool`, without Redis', ours: true },
];

/** The places where a forwarding tunnel keeps limits and throttle. */
export const FORWARDS = [
  { id: 'local', label: 'limits and throttle in memory', ours: true, limits: 'memory', throttle: 'memory' },
  { id: 'again', label: 'the same, measured again', ours: true, limits: 'memory', throttle: 'memory' },
  { id: 'limits', label: 'limits in Redis', ours: true, limits: 'redis', throttle: 'memory' },
  { id: 'both', label: 'limits and throttle in Redis', ours: true, limits: 'redis', throttle: 'redis' },
];
