module.exports = {
  displayName: 'setup',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
};
