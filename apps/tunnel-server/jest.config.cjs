const { collectCoverageFrom } = require('../../jest.preset.js');

module.exports = {
  displayName: 'tunnel-server',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // They run as separate processes, where coverage is not collected.
  collectCoverageFrom: [...collectCoverageFrom, '!src/main.ts', '!src/cluster/node-cluster.ts'],
};
