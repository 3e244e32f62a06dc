// The SDKs, with their preparation and the kinds they can send.
import { cli, go, java, node, python, ruby, rust, transport } from './toolchains.mjs';

const JAVASCRIPT = ['error', 'attachment', 'session', 'transaction', 'log', 'metric', 'check-in', 'feedback'];

/**
 * `kinds`: the kinds that its program sends. `modes`: the scenarios, default all. `env`: additional variables of the
 * program. `policy: 'off'`: the built-in rules change what it sends, so it is sent without them.
 */
export const SDKS = [
  {
    name: 'python',
    title: 'Python `sentry-sdk` 2.75 (br)',
    prepare: () => python('python'),
    kinds: ['error', 'attachment', 'session', 'transaction', 'profile', 'log', 'metric', 'check-in'],
  },
  {
    name: 'python-gzip',
    title: 'Python `sentry-sdk` 2.75 (gzip)',
    prepare: () => python('python'),
    env: { ADIT_CODING: 'gzip' },
    kinds: ['error', 'attachment', 'session', 'transaction', 'profile', 'log', 'metric', 'check-in'],
  },
  {
    name: 'go',
    title: 'Go `sentry-go` 0.50',
    prepare: () => go('go'),
    kinds: ['error', 'attachment', 'transaction', 'log', 'metric', 'check-in'],
  },
  {
    name: 'rust',
    title: 'Rust `sentry` 0.49',
    prepare: () => rust('rust'),
    kinds: ['error', 'attachment', 'session', 'transaction', 'log', 'metric', 'check-in'],
  },
  {
    name: 'java',
    title: 'Java `io.sentry:sentry` 8.63',
    prepare: () => java('java'),
    kinds: ['error', 'attachment', 'session', 'transaction', 'log', 'metric', 'check-in', 'feedback'],
  },
  {
    name: 'ruby',
    title: 'Ruby `sentry-ruby` 5.3',
    prepare: () => ruby('ruby'),
    kinds: ['error', 'session', 'transaction'],
  },
  { name: 'node', title: 'Node `@sentry/node` 11.8', prepare: node, kinds: JAVASCRIPT },
  {
    name: 'fetch',
    title: '`fetch` transport of React Native without its native module',
    prepare: () => transport('fetch.cjs'),
    kinds: JAVASCRIPT,
  },
  {
    name: 'electron',
    title: 'Electron `@sentry/electron` 7.20, its transport',
    prepare: () => transport('electron.cjs'),
    kinds: JAVASCRIPT,
  },
  {
    name: 'cli',
    // Its events hold the environment of the process, with the DSN.
    policy: 'off',
    title: '`sentry-cli` 3.8',
    prepare: cli,
    kinds: ['error', 'check-in'],
    // Each event is a separate process, so limits are not remembered.
    hasNoMemory: true,
  },
  {
    name: 'raven-python',
    title: 'Python `raven` 6.10 (`/store/`, deflate)',
    prepare: () => python('raven-python'),
    kinds: ['error'],
  },
  {
    name: 'raven-ruby',
    title: 'Ruby `sentry-raven` 3.1 (`/store/`, base64 of zlib)',
    prepare: () => ruby('raven-ruby', { gem: 'raven', package: 'ruby-sentry-raven' }),
    kinds: ['error'],
  },
];
