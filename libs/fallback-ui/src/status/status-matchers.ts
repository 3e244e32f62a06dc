import { honestStatusProblems, type CheckedResponse } from './honest-status.ts';

/** What a matcher tells its test runner. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matchers for `expect.extend` of Jest, Vitest and Playwright. They are asynchronous: await the expectation.
 *
 * - `toAnswerHonestly(status)`: the response has none of the problems {@link honestStatusProblems} lists.
 */
export const statusMatchers = {
  async toAnswerHonestly(response: CheckedResponse, status: number): Promise<MatcherResult> {
    const problems = await honestStatusProblems(response, status);
    return {
      pass: problems.length === 0,
      message: () =>
        problems.length === 0
          ? `expected the response not to answer ${status} honestly, but it does`
          : `expected an honest ${status}, but ${problems.join('; ')}`,
    };
  },
};
