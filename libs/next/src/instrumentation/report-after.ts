import * as Sentry from '@sentry/nextjs';

/**
 * The text that Next writes to the console if a callback or promise given to `after()` fails. It is used for nothing
 * else.
 */
const AFTER_FAILED =
  /^(?:An error occurred in a function passed to `after\(\)`|A promise passed to `after\(\)` rejected):$/;

/**
 * Reports errors of `after()`. Next has no hook for them (`after-context.ts`), so they are read from the console, as
 * the SDK's breadcrumbs are.
 */
export function reportAfter(): void {
  Sentry.getClient()?.on('beforeAddBreadcrumb', (_breadcrumb, hint) => {
    const [text, error] = (hint?.['input'] ?? []) as unknown[];
    if (typeof text !== 'string' || !AFTER_FAILED.test(text)) return;
    Sentry.captureException(error, { mechanism: { type: 'auto.function.nextjs.after', handled: false } });
  });
}
