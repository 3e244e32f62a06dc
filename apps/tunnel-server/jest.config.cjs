const { collectCoverageFrom } = require('../../jest.preset.js');

module.exports = {
  displayName: 'tunnel-server',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // Run as a process of its own, where coverage does not reach.
  collectCoverageFrom: [...collectCoverageFrom, '!src/main.ts'],
};
