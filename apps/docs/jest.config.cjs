module.exports = {
  displayName: 'docs',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // What writes, builds and serves is proven by the build.
  collectCoverageFrom: undefined,
  coverageThreshold: undefined,
};
