/** The entry `@adit/policy/page`: what a browser judges itself if its tunnel has the rules. */
export { describeEvent } from '../noise/error-facts.ts';
export { createPageJudge } from './page-judge.ts';
export { DEFAULT_SCRUB } from '../scrub/scrub-settings.ts';

export type { PageJudge, PageJudgeOptions, PageState } from './page-judge.ts';
