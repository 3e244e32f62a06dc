module.exports = {
  displayName: 'testing',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
};
