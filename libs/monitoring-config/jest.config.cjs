const { testEnvironmentOptions } = require('../../jest.preset.js');

module.exports = {
  displayName: 'monitoring-config',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // The Node SDK listens on process-wide channels, so one test file's SDK is still called while the next file runs; Jest's
  // guards on the globals of the finished file would then fail inside Node's own http client.
  testEnvironmentOptions: { ...testEnvironmentOptions, globalsCleanup: 'off' },
};
