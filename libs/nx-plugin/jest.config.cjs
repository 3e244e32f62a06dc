module.exports = {
  ...require('../setup/jest.config.cjs'),
  displayName: 'nx-plugin',
};
