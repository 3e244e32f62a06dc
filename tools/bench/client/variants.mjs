/** The variants of one page. Each is built from `layers`, folders copied over one another. `sends` marks variants that report. */
export const VARIANTS = [
  { id: 'none', label: 'no monitoring', layers: ['app', 'variants/none'] },
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
  { id: 'whole', label: 'Adit', layers: ['app', 'variants/whole'], sends: true, ours: true },
].map((variant) => ({ sends: false, ours: false, ...variant }));

/** Replays need the SDK from the start, so the tunnel says that every visit does. */
const REPLAY = { settings: { replaysSessionSampleRate: 1 }, share: 1 };
const ERROR = '?fault=1000&id=visit';
/** The page asks nobody before an error loads the SDK, which reads the rate in the settings. */
const UNSAMPLED = { settings: { tracesSampleRate: 0 }, share: 0 };

/**
 * The visits: of which variant, what its page does, and the share of visits that need an SDK, as the tunnel says. Sentry's own
 * set-up does the same in a visit with nothing to report as in a sampled one. The control is the page without
 * monitoring again, so its difference is noise.
 */
export const VISITS = [
  { id: 'none', of: 'none', label: 'no monitoring' },
  { id: 'control', of: 'none', label: 'no monitoring, measured again' },
  { id: 'tracing', of: 'tracing', label: '`@sentry/nextjs`, errors + tracing' },
  { id: 'tracing-error', of: 'tracing', label: 'the same, with an error', query: ERROR },
  { id: 'wizard', of: 'wizard', label: '`@sentry/nextjs`, as its wizard sets it up' },
  { id: 'nothing', of: 'whole', label: 'Adit, nothing to report', share: 0, ours: true },
  { id: 'sampled', of: 'whole', label: 'Adit, a sampled visit', share: 1, ours: true },
  { id: 'error', of: 'whole', label: 'Adit, with an error', ...UNSAMPLED, query: ERROR, ours: true },
  { id: 'replay', of: 'whole', label: 'Adit, with a recorded visit', ...REPLAY, ours: true },
];

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
