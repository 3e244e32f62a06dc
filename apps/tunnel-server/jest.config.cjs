module.exports = {
  displayName: 'tunnel-server',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
};
