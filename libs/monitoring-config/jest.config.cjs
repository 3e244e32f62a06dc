module.exports = {
  displayName: 'monitoring-config',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
};
