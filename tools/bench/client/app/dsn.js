export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
/** On the page's own origin for every variant, so that only the browser's side differs. */
export const TUNNEL = '/monitoring-tunnel?o=450&p=4509';
