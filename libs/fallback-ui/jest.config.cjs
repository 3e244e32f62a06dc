module.exports = {
  displayName: 'fallback-ui',
  preset: '../../jest.preset.js',
  testEnvironment: 'jsdom',
};
