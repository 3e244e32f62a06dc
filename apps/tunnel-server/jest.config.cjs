const { collectCoverageFrom } = require('../../jest.preset.js');

module.exports = {
  displayName: 'tunnel-server',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // Run as processes of their own, where coverage does not reach.
  collectCoverageFrom: [...collectCoverageFrom, '!src/main.ts', '!src/cluster/node-cluster.ts'],
};
