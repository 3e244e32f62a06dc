module.exports = {
  displayName: 'kits',
  preset: '../../jest.preset.js',
  testEnvironment: 'jsdom',
};
