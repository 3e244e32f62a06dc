const { collectCoverageFrom } = require('../../jest.preset.js');

module.exports = {
  displayName: 'cli',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // These packages are ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!(?:magic-string|@jridgewell/sourcemap-codec|@clack|fast-string|fast-wrap|sisteransi))',
  ],
  // Runs as a separate process, which coverage does not reach.
  collectCoverageFrom: [...collectCoverageFrom, '!src/main.ts'],
};
