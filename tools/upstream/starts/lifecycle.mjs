/* global UPSTREAM_MAJOR */

/** Version 10 sends transactions, except for tests that stream spans. Later versions stream by default. */
export const withLifecycle = (options = {}) =>
  UPSTREAM_MAJOR > 10 || streams(options) ? options : { traceLifecycle: 'static', ...options };

const streams = ({ integrations }) =>
  Array.isArray(integrations) && integrations.some(({ name }) => name === 'SpanStreaming');
