import { withAdit } from '@adit/next/config';

export default withAdit(
  {},
  {
    // The options of withSentryConfig, as Sentry's wizard wrote them.
    sentry: {
      org: 'acme',
      project: 'shop',
      silent: !process.env['CI'],
      widenClientFileUpload: true,
      webpack: { automaticVercelMonitors: true, treeshake: { removeDebugLogging: true } },
    },
  },
);
