/** Words for environments with real visitors, also with a number: `prod2`. */
const PRODUCTION = /^(?:production|prod|prd|live)\d*$/;

/** Words for environments that resemble or precede production and have no real visitors. */
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

/** Returns whether the name of an environment means production. Whole words count, in any order. */
export function isProduction(environment: string): boolean {
  const words = environment
    // A capital starts a new word.
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => PRODUCTION.test(word)) && !words.some((word) => OTHER.has(word));
}
