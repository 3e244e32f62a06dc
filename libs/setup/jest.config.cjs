module.exports = {
  displayName: 'setup',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
  // These packages are ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(?:magic-string|@jridgewell/sourcemap-codec)/)'],
};
