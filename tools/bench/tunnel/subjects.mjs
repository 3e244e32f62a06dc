// The subjects, and how each is started. A subject is a process tree that forwards to the ingest.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nginxProxyCommand } from './nginx.mjs';
import { REWRITES_PATH } from './setting.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const STANDALONE = join(ROOT, 'apps/tunnel-server/dist/main.js');
const NEXT = join(HERE, 'node_modules/next/dist/bin/next');
/** The app that `next start` serves; built before it is measured. */
export const NEXT_APP = join(HERE, 'next-app');
const TUNNEL_PATH = '/monitoring-tunnel';

/**
 * The standalone server with all features on. A variable that the built server refuses is left out, and the row says
 * so.
 */
const STANDALONE_ENVIRONMENT = [
  { name: 'HOST', value: () => '127.0.0.1' },
  { name: 'PORT', value: ({ port }) => String(port) },
  { name: 'ADIT_ADMIN_PORT', value: ({ adminPort }) => String(adminPort) },
  { name: 'ADIT_DSNS', value: ({ dsn }) => dsn },
  { name: 'ADIT_SPOOL', value: ({ folder }) => `disk:${join(folder, 'spool')}` },
  { name: 'ADIT_LIMITS', value: () => 'memory' },
  // Checked for each request, never reached.
  { name: 'ADIT_THROTTLE', value: () => '1000000/s' },
  { name: 'ADIT_TRUSTED_PROXIES', value: () => '10.0.0.0/8' },
];

/** One node process of this folder's `subjects/`. */
const script =
  (name) =>
  ({ port, dsn, ingestUrl, nodeArgs = [] }) => ({
    command: [process.execPath, ...nodeArgs, join(HERE, 'subjects', `${name}.mjs`)],
    env: {
      PORT: String(port),
      DSN: dsn,
      INGEST_URL: ingestUrl,
      TUNNEL_PATH,
    },
  });

/** `next start` of this folder's app. */
const next =
  (path, env = {}) =>
  ({ folder, port, dsn, nodeArgs = [] }) => ({
    command: [
      process.execPath,
      ...nodeArgs,
      NEXT,
      'start',
      '--port',
      String(port),
      '--hostname',
      '127.0.0.1',
    ],
    cwd: NEXT_APP,
    env: { DSN: dsn, TUNNEL_PATH: path, SPOOL_FOLDER: join(folder, 'spool'), ...env },
  });

function standalone({ nodeArgs = [], refusedVariables = [], ...context }) {
  const variables = STANDALONE_ENVIRONMENT.filter(({ name }) => !refusedVariables.includes(name));
  return {
    command: [process.execPath, ...nodeArgs, STANDALONE],
    env: Object.fromEntries(variables.map(({ name, value }) => [name, value(context)])),
  };
}

function nginxProxy({ folder, port, ingestUrl, tls }) {
  mkdirSync(folder, { recursive: true });
  const { origin, pathname } = new URL(ingestUrl);
  return {
    command: nginxProxyCommand({
      folder,
      port,
      ingest: origin,
      path: TUNNEL_PATH,
      ingestPath: pathname,
      tls,
    }),
    env: {},
  };
}

/**
 * `start` returns the command and its environment; without one, the load goes to the ingest itself. `ours` marks this
 * repository's; `scenarios` names the only ones a subject is for.
 */
export const SUBJECTS = [
  { id: 'no-tunnel', label: 'no tunnel (the ingest alone)' },
  { id: 'nginx', label: 'nginx `proxy_pass`', peers: ['nginx'], start: nginxProxy },
  { id: 'http-proxy', label: '`http-proxy`', peers: ['http-proxy'], start: script('http-proxy') },
  {
    id: 'sentry-core',
    label: 'node:http + `handleTunnelRequest`',
    peers: ['@sentry/core'],
    start: script('sentry-core'),
  },
  {
    id: 'next-rewrites',
    label: 'Next rewrites (`tunnelRoute`)',
    peers: ['next', '@sentry/nextjs'],
    path: REWRITES_PATH,
    next: true,
    start: next(REWRITES_PATH),
  },
  {
    id: 'next-sentry-route',
    label: 'Next route handler + `handleTunnelRequest`',
    peers: ['next', '@sentry/core'],
    path: '/sentry-route',
    next: true,
    start: next('/sentry-route'),
  },
  {
    id: 'undici-forwarder',
    label: 'node:http + undici, nothing checked',
    start: script('undici-forwarder'),
  },
  {
    id: 'bare-limit',
    label: 'node:http alone, answers 429',
    scenarios: ['limited'],
    start: script('bare-limit'),
  },
  { id: 'node-listener', label: 'node:http listener, all off', ours: true, start: script('node-listener') },
  {
    id: 'node-observed',
    label: 'node:http listener, observed as the server is',
    ours: true,
    scenarios: ['error', 'error-paced'],
    start: script('node-observed'),
  },
  { id: 'standalone', label: 'standalone server, everything on', ours: true, start: standalone },
  {
    id: 'next-intercept',
    label: '`next start`, intercepted, everything on',
    ours: true,
    next: true,
    start: next(TUNNEL_PATH, { BENCH_INTERCEPT: '1' }),
  },
  {
    id: 'next-route',
    label: 'Next route handler, `createRouteHandlers`',
    ours: true,
    path: '/tunnel-route',
    next: true,
    start: next('/tunnel-route'),
  },
].map((subject) => ({ path: TUNNEL_PATH, ours: false, next: false, peers: [], ...subject }));
