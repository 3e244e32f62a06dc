const { collectCoverageFrom } = require('../../jest.preset.js');

module.exports = {
  displayName: 'kits',
  preset: '../../jest.preset.js',
  testEnvironment: 'jsdom',
  // The shared cases of the examples drive the parts of each framework, which the workspace does not install.
  collectCoverageFrom: [
    ...collectCoverageFrom,
    '!src/{react-router,tanstack-start}/**',
    '!src/sveltekit/{index,server}.ts',
    '!src/react/{error-screen,navigation,root-fault}.{ts,tsx}',
  ],
};
