/** Why tests pass with `@sentry/browser` and fail with Adit: `[reason, ...patterns of their names]`. */
export const DIFFERENCES = [
  [
    'Adit always traces, so the breadcrumb of a request has `__span`. It has it with Sentry’s tracing too, which these tests leave out.',
    /^integrations\/Breadcrumbs\/fetch\//,
  ],
  [
    'Adit has no `EventFilters`: its rules, in the tunnel or in the browser, drop noise, and count it.',
    /^public-api\/(denyUrls|ignoreErrors) /,
  ],
];
