// `@sentry/browser` whose `init` is Adit's start.
import { browserTracingIntegration as sentryTracing } from '@sentry/browser';
import { applySdkMetadata } from '@sentry/core';
import { sentry } from 'adit-parts';
import { withLifecycle } from './lifecycle.mjs';

export * from '@sentry/browser';

/** Tracing without options, as Adit adds it. */
const plainTracing = new Set();

export function browserTracingIntegration(options) {
  const integration = sentryTracing(options);
  if (options === undefined) plainTracing.add(integration);
  return integration;
}

/** Names for Next, which the tests do not expect: of the SDK, and of files in stack frames. */
const NAMES = 'NextjsClientStackFrameNormalization';

export function init(given) {
  const options = { ...withLifecycle(given) };
  applySdkMetadata(options, 'browser');
  const { integrations: own = [], tracesSampler, tracesSampleRate } = options;
  const isTraced = Boolean(tracesSampler ?? tracesSampleRate);
  return sentry.init({
    ...options,
    integrations(defaults) {
      const all = [...defaults.filter(({ name }) => name !== NAMES), sentry.linkedErrorsIntegration()];
      return (typeof own === 'function' ? own(all) : [...all, ...own]).filter(
        // Adit loads Sentry's tracing for sampled pages. Others have its stand-in.
        (integration) => isTraced || !plainTracing.has(integration),
      );
    },
  });
}
