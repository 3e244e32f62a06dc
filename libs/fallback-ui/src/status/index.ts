export {
  honestStatusProblems,
  type CheckedResponse,
  type FetchLikeResponse,
  type PlaywrightLikeResponse,
} from './honest-status.ts';
export { statusMatchers, type MatcherResult } from './status-matchers.ts';
