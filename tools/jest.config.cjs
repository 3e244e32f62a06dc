module.exports = {
  displayName: 'tools',
  preset: '../jest.preset.js',
  testEnvironment: 'node',
  // Scripts are proven by running them; what is worth deciding apart is in the modules tested here.
  collectCoverageFrom: undefined,
  coverageThreshold: undefined,
};
