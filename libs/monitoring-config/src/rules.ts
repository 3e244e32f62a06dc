/** The entry `@adit/monitoring-config/rules`: all rules in the browser, for a chunk that is loaded if the tunnel has none. */
export { createRuleJudge } from './options/rule-judge.ts';
