/**
 * The variants of one page. Each is built from `layers`, folders copied over one another, or reuses the build of `of`:
 * the control is the page without monitoring again, so its difference is noise. `sends` marks variants that report.
 */
export const VARIANTS = [
  { id: 'none', label: 'no monitoring', layers: ['app', 'variants/none'] },
  { id: 'control', label: 'no monitoring, measured again', of: 'none' },
  {
    id: 'tracing',
    label: '`@sentry/nextjs`, errors + tracing',
    layers: ['app', 'variants/sentry', 'variants/eager', 'variants/tracing'],
    sends: true,
  },
  {
    id: 'wizard',
    label: '`@sentry/nextjs`, as its wizard sets it up',
    layers: ['app', 'variants/sentry', 'variants/eager', 'variants/wizard'],
    sends: true,
  },
  {
    id: 'deferred',
    label: '`@adit/monitoring-client`, errors + tracing',
    layers: ['app', 'variants/sentry', 'variants/deferred'],
    sends: true,
    ours: true,
  },
  {
    id: 'deferred-replay',
    label: '`@adit/monitoring-client`, what the wizard sets up',
    layers: ['app', 'variants/sentry', 'variants/deferred', 'variants/deferred-replay'],
    sends: true,
    ours: true,
  },
  {
    id: 'whole',
    label: '`@adit/next`: all of Adit, errors + tracing',
    layers: ['app', 'variants/whole'],
    sends: true,
    ours: true,
  },
].map((variant) => ({ of: variant.id, sends: false, ours: false, ...variant }));

/**
 * The moments at which an error is thrown, and the visitor's action. `fault` is the page's parameter, see
 * app/src/app/fault.jsx.
 */
export const MOMENTS = [
  { id: '0', label: 'at 0 ms', fault: '0' },
  { id: '50', label: 'at 50 ms', fault: '50' },
  { id: '200', label: 'at 200 ms', fault: '200' },
  { id: '1000', label: 'at 1,000 ms', fault: '1000' },
  { id: 'unload', label: 'in `beforeunload`, leaving at 200 ms', fault: 'unload' },
  { id: 'closed', label: 'at 0 ms, tab closed 50 ms later', fault: '0', closeAfterMs: 50 },
];
