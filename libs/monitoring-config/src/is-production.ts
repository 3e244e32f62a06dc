/** What environments that serve real visitors are called, with or without a number: `prod2`. */
const PRODUCTION = /^(?:production|prod|prd|live)\d*$/;

/** Words that make it another one: what is like production, comes before it, or tries it out without real visitors. */
const OTHER: ReadonlySet<string> = new Set([
  ...['non', 'not', 'no', 'like', 'mirror', 'clone', 'copy', 'replica', 'shadow'],
  ...['pre', 'preview', 'pr', 'staging', 'stage', 'stg', 'uat', 'qa', 'acceptance', 'rehearsal'],
  ...[
    'dev',
    'develop',
    'development',
    'local',
    'test',
    'testing',
    'e2e',
    'ci',
    'load',
    'sandbox',
    'demo',
    'training',
  ],
]);

/** Whether an environment's name says that it serves real visitors. Whole words count, in any order. */
export function isProduction(environment: string): boolean {
  const words = environment
    // A capital begins another word.
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => PRODUCTION.test(word)) && !words.some((word) => OTHER.has(word));
}
