// The transport of React Native without its native module, and of Capacitor on the web, on Node's `fetch`.
exports.transport = require('@sentry/browser').makeFetchTransport;
