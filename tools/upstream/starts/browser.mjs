// `@sentry/browser` as it is.
import { init as start } from '@sentry/browser';
import { withLifecycle } from './lifecycle.mjs';

export * from '@sentry/browser';

export const init = (options) => start(withLifecycle(options));
