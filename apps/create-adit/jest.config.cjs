const { collectCoverageFrom } = require('../../jest.preset.js');

module.exports = {
  displayName: 'create-adit',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // The manifests of the templates are no packages of the workspace.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // Runs as a separate process, which coverage does not reach.
  collectCoverageFrom: [...collectCoverageFrom, '!src/main.ts'],
};
