/** The entry `@adit/policy/page`: what a browser judges itself if its tunnel has the rules. */
export { createPageJudge } from './page/page-judge.ts';

export type { PageJudge, PageJudgeOptions, PageState } from './page/page-judge.ts';
