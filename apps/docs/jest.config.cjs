module.exports = {
  displayName: 'docs',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // Code that writes, builds and serves is covered by the build.
  collectCoverageFrom: undefined,
  coverageThreshold: undefined,
};
