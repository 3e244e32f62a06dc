/** The suites of `npm test -- SUITE`, with the script of each. `npm test` alone runs what CI checks for each change. */
export const SUITES = {
  packed: 'tools/src/test-packed.mjs',
  binary: 'tools/src/test-binary.mjs',
  setup: 'tools/setup-matrix/run.mjs',
  peers: 'tools/src/test-peers.mjs',
  examples: 'tools/src/test-examples.mjs',
  everywhere: 'tools/everywhere/main.mjs',
  deploy: 'tools/deploy/main.mjs',
  backends: 'tools/backends/main.mjs',
  tutorial: 'tools/tutorial/run.mjs',
  long: 'tools/src/test-long.mjs',
  replicas: 'tools/src/test-replicas.mjs',
  upstream: 'tools/upstream/run.mjs',
  budget: 'tools/src/test-budget.mjs',
  'web-budget': 'tools/src/test-web-budget.mjs',
  mutants: 'tools/src/test-mutants.mjs',
};

/** The script that runs a suite, as a path in the workspace; `undefined` if the name is unknown. */
export const scriptOf = (name) =>
  name === undefined ? 'tools/src/test.mjs' : Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
