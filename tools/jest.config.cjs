module.exports = {
  displayName: 'tools',
  preset: '../jest.preset.js',
  testEnvironment: 'node',
  // Scripts are tested by running them; their decisions are in the modules tested here.
  collectCoverageFrom: undefined,
  coverageThreshold: undefined,
};
