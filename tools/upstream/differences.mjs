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
  ['Adit always traces, and these tests have no tracing.', /^tracing\/request\/(fetch|xhr)-no-tracing /],
  [
    'Adit always traces, and this test has no tracing: the page load has drawn the sample, and a later span of its trace does not repeat the rate.',
    /^tracing\/stringSampleRate /,
  ],
  [
    'The test has no sample rate. Adit always sets one, so its stand-in says “not sampled” where Sentry’s tracing leaves the decision to the server.',
    /^tracing\/request\/(fetch|xhr)-tracing-without-performance/,
    /^tracing\/trace-lifetime\/tracing-without-performance/,
  ],
];
