const visit = document.querySelector('meta[name=visit]').content;

/** The options with which both pages start the SDK. */
export const options = {
  dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
  // The SDK sends no path in its referrer, so the page's name is here.
  tunnel: `/monitoring-tunnel?o=450&p=4509&page=${location.pathname.slice(1)}&visit=${visit}`,
  environment: 'test',
  release: 'shop@1',
  tracesSampleRate: 1,
  sendClientReports: false,
  keepErrors: !new URLSearchParams(location.search).has('unkept'),
};
