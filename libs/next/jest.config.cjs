module.exports = {
  displayName: 'next',
  preset: '../../jest.preset.js',
  testEnvironment: 'jsdom',
};
