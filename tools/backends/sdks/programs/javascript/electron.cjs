// The transport of `@sentry/electron`'s main process. Electron itself is not available here. Its `net.request` has the
// interface of Node's `http.request`, which replaces it.
const { request } = require('node:http');
const Module = require('node:module');

const load = Module._load;
Module._load = (name, ...rest) =>
  name === 'electron' ? { app: { whenReady: async () => {} }, net: { request } } : load(name, ...rest);

const { makeElectronTransport } = require('./node_modules/@sentry/electron/main/transports/electron-net.js');

exports.transport = makeElectronTransport;
