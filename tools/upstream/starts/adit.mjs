// `@sentry/browser` whose `init` is Adit's start.
import { browserTracingIntegration as wholeTracing } from '@sentry/browser';
import { sentry } from 'upstream-parts';

export * from '@sentry/browser';

/** Tracing without options, as Adit adds it: the stand-in takes its place in a page that is not sampled. */
const replaceable = new Set();

export function browserTracingIntegration(options) {
  const integration = wholeTracing(options);
  if (options === undefined) replaceable.add(integration);
  return integration;
}

export function init(options = {}) {
  const { integrations: given = [], tracesSampler, tracesSampleRate } = options;
  const isTraced = Boolean(tracesSampler || tracesSampleRate);
  const own = (integrations) =>
    integrations.filter((integration) => isTraced || !replaceable.has(integration));
  const linked = sentry.linkedErrorsIntegration();
  return sentry.init({
    ...options,
    integrations:
      typeof given === 'function'
        ? (defaults) => own(given([...defaults, linked]))
        : [linked, ...own(given)],
  });
}
