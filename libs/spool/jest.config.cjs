module.exports = {
  displayName: 'spool',
  preset: '../../jest.preset.js',
  testEnvironment: 'node',
};
