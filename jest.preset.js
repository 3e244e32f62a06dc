const nxPreset = require('@nx/jest/preset').default;

// Libraries resolve to their TypeScript sources, so tests need no build.
const customExportConditions = ['@adit/source', 'node', 'require', 'default'];

// `npm test -- long` runs only the tests that take minutes; everything else leaves them out.
const runsLongTests = process.env.ADIT_LONG_TESTS === '1';

module.exports = {
  ...nxPreset,
  moduleFileExtensions: ['ts', 'tsx', 'mts', 'js', 'mjs', 'cjs', 'json'],
  testMatch: [`<rootDir>/src/**/*${runsLongTests ? '.long' : ''}.test.{ts,tsx,mjs}`],
  testPathIgnorePatterns: ['/node_modules/', ...(runsLongTests ? [] : ['\\.long\\.test\\.'])],
  transform: {
    '^.+\\.(m?[jt]s|tsx)$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
  },
  resolver: undefined,
  reporters: ['default', require.resolve('./tools/src/end-hung-run.mjs')],
  // Many tests have servers, processes and files of their own: a busy machine is no failure.
  testTimeout: 300_000,
  // What Jest wraps around globals that test files share would pile up, file by file, until the stack is full; and its
  // guards on the globals of a finished file fail in Node's own http client, whose channels the SDK listens on.
  testEnvironmentOptions: { customExportConditions, globalsCleanup: 'off' },
  coverageReporters: ['text-summary'],
  collectCoverageFrom: [
    'src/**/*.{ts,tsx}',
    '!src/**/*.test.{ts,tsx}',
    '!src/**/*.{contract,helper}.ts',
    '!src/**/index.ts',
  ],
  coverageThreshold: { global: { branches: 95 } },
};
