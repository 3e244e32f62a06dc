module.exports = {
  displayName: 'monitoring-client',
  preset: '../../jest.preset.js',
  testEnvironment: 'jsdom',
};
