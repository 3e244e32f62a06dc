import { captureException } from '@sentry/nextjs';

/**
 * Returns a function that does the same and reports errors that it throws, for code whose errors Next does not report,
 * such as `proxy.ts`. Errors are rethrown.
 */
export function reportErrors<Given extends unknown[], Result>(
  run: (...given: Given) => Result,
): (...given: Given) => Result {
  return (...given) => {
    try {
      const result = run(...given);
      if (result instanceof Promise) result.catch(report);
      return result;
    } catch (error) {
      report(error);
      throw error;
    }
  };
}

const report = (error: unknown): void => {
  captureException(error, { mechanism: { type: 'auto.function.nextjs.report_errors', handled: false } });
};
