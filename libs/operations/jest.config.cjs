module.exports = {
  displayName: 'operations',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
};
