const { TestEnvironment } = require('jest-environment-jsdom');

const { fetch, Headers, Request, Response } = globalThis;

/** jsdom has no Fetch API; this adds Node's, which is a real one. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { fetch, Headers, Request, Response });
  }
};
