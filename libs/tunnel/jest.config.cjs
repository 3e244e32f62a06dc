module.exports = {
  displayName: 'tunnel',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
};
