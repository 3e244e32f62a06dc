import { manifest, NO_PAGES, type Overlay } from './applications.helper.ts';
import type { BrokenApplication } from './broken-set-up.helper.ts';
import { built, DEBUG_ID } from './broken-run.helper.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const head = "import { withAdit } from '@adit/next/config';\n";
const sentry = (options: string): string =>
  `${head}export default withAdit({}, { sentry: { org: 'acme', ${options} } });\n`;
const adit = (options: string): string =>
  `import { defineAdit } from '@adit/next';\nexport default defineAdit({ ${options} });\n`;
const server = (options: string): string =>
  `import * as Sentry from '@sentry/nextjs';\nSentry.init({ ${options} });\n`;
const csp = (policy: string): Overlay => ({
  'proxy.ts': `export const proxy = () => \`${policy}\`;\nexport const config = { matcher: '/a' };\n`,
});
const client = (code: string): Overlay => ({ 'app/page.tsx': `'use client';\n${code}` });
const ACTIONS = { 'lib/actions.ts': "'use server';\nexport async function send() {}\n" };
const OWN_DSN = { 'sentry.server.config.ts': server('dsn: process.env.SENTRY_DSN') };

/** Applications without problems that resemble those with one. */
export const HEALTHY_AT_RUN_TIME: readonly (Pick<BrokenApplication, 'check' | 'files' | 'context'> & {
  readonly what: string;
})[] = [
  {
    check: 'variables',
    what: 'all of them',
    files: { '.env': 'SENTRY_ENVIRONMENT=qa\nADIT_INGEST_ORIGIN=http://[::1]:8969/\n' },
    context: {
      env: {
        ADIT_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1 2001:db8::/32',
        SENTRY_TRACES_SAMPLE_RATE: ' 0.5',
        SENTRY_REPLAYS_SESSION_SAMPLE_RATE: '',
      },
    },
  },
  {
    check: 'adit-config',
    what: 'each kind of value, also computed ones',
    files: {
      'adit.config.ts': adit(
        "name, ...shared, monitoring: { tracesSampleRate: 1, rules: [], feedback: true, quietMs: 0, beforeSend: () => null, user() {}, sampleRate: rate(), log: LOG }, router: false, screens: { locale: 'de', texts: {} }, tunnel: { throttle: createThrottle(), maxEnvelopeBytes: 1 }",
      ),
    },
  },
  {
    check: 'dsn',
    what: 'the last stage has it',
    files: {
      ...OWN_DSN,
      Dockerfile:
        'FROM node:22 AS build\nARG SENTRY_DSN\nFROM node:22\nARG SENTRY_DSN\nENV SENTRY_DSN=$SENTRY_DSN\n',
    },
  },
  {
    check: 'dsn',
    what: 'the service has it',
    files: {
      ...OWN_DSN,
      'compose.yml': 'services:\n  shop:\n    build: { args: [SENTRY_DSN] }\n    environment: [SENTRY_DSN]\n',
    },
  },
  {
    check: 'dsn',
    what: 'a file of variables may have it',
    files: {
      ...OWN_DSN,
      '.next/required-server-files.json': built({ ADIT_BUILT_DSN: DSN }),
      'compose.yml': 'services:\n  shop:\n    env_file: .env.shop\n',
    },
  },
  {
    check: 'dsn',
    what: 'the platform has it',
    files: {
      ...OWN_DSN,
      '.next/required-server-files.json': built({ ADIT_BUILT_DSN: DSN }),
      'render.yaml': 'envVars:\n  - key: SENTRY_DSN\n',
    },
  },
  { check: 'dsn', what: 'nothing is known of it', files: { ...OWN_DSN, 'compose.yml': 'services: [' } },
  {
    check: 'dsn',
    what: 'the variable is inlined',
    files: {
      'sentry.server.config.ts': server('dsn: process.env.NEXT_PUBLIC_SENTRY_DSN'),
      Dockerfile: 'FROM node:22\nARG NEXT_PUBLIC_SENTRY_DSN\n',
    },
  },
  {
    check: 'dsn',
    what: 'constants, the same everywhere',
    files: {
      'sentry.server.config.ts': server(`dsn: '${DSN}'`),
      'adit.config.ts': adit(`monitoring: { dsn: '${DSN}' }`),
      '.env': `SENTRY_DSN=${DSN}\n`,
    },
  },
  {
    check: 'environment',
    what: 'one everywhere',
    files: {
      'sentry.server.config.ts': server("environment: 'staging'"),
      '.env.production': 'SENTRY_ENVIRONMENT=staging\nNEXT_PUBLIC_SENTRY_ENVIRONMENT=staging\n',
      '.next/required-server-files.json': built(),
      '.next/server/app/index.html': '<meta name="baggage" content="sentry-environment=staging"/>',
    },
  },
  {
    check: 'environment',
    what: 'a computed one',
    files: {
      'adit.config.ts': adit('monitoring: { environment: stage() }'),
      '.env': 'SENTRY_ENVIRONMENT=staging\n',
    },
  },
  {
    check: 'environment',
    what: 'a computed one on the server',
    files: {
      'sentry.server.config.ts': server('environment: stage()'),
      '.env': 'SENTRY_ENVIRONMENT=staging\n',
    },
  },
  {
    check: 'release',
    what: 'one everywhere',
    files: {
      'next.config.ts': `${head}export default withAdit({}, { release: 'shop@1.0.0' });\n`,
      '.env': 'SENTRY_RELEASE=shop@1.0.0\n',
      '.next/required-server-files.json': built(),
    },
  },
  {
    check: 'release',
    what: 'a build without one',
    files: { '.next/required-server-files.json': '{ "config": {} }' },
  },
  {
    check: 'release',
    what: 'a computed one',
    files: {
      'next.config.ts': `${head}export default withAdit({}, { release: git() });\n`,
      '.env': 'SENTRY_RELEASE=shop@1.0.0\n',
    },
  },
  {
    check: 'release',
    what: 'options that are no object',
    files: { 'next.config.ts': `${head}export default withAdit({}, options);\n` },
  },
  {
    check: 'trusted-proxies',
    what: 'an option',
    files: {
      'adit.config.ts': adit("tunnel: { trustedProxies: ['10.0.0.1'] }"),
      'nginx.conf': 'proxy_pass http://a;\n',
    },
  },
  {
    check: 'trusted-proxies',
    what: 'the compose file sets it',
    files: {
      'compose.yml':
        'services:\n  edge: { image: "caddy:2" }\n  shop: { environment: { ADIT_TRUSTED_PROXIES: 10.0.0.0/8 } }\n',
    },
  },
  {
    check: 'trusted-proxies',
    what: 'proxies without anything behind them',
    files: {
      'nginx.conf': 'root /var/www;\n',
      Caddyfile: 'file_server\n',
      'compose.yml': 'services:\n  web: { image: nginx }\n',
      'docker-compose.dev.yml': 'services: [',
      'compose.ci.yml': 'services:\n  a: { image: redis:7 }\n  b:\n',
    },
  },
  {
    check: 'server-actions-key',
    what: 'a file of variables has it',
    files: { ...ACTIONS, '.env.production': 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=x\n' },
  },
  {
    check: 'server-actions-key',
    what: 'the environment has it',
    files: ACTIONS,
    context: { env: { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'x' } },
  },
  {
    check: 'server-actions-key',
    what: 'the build has it as a secret',
    files: {
      ...ACTIONS,
      Dockerfile:
        'FROM node:22\nRUN --mount=type=secret,id=key,env=NEXT_SERVER_ACTIONS_ENCRYPTION_KEY npm run build\n',
    },
  },
  {
    check: 'server-actions-key',
    what: 'the pipeline has it',
    files: {
      ...ACTIONS,
      '.github/workflows/ci.yml': 'env: { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ${{ secrets.KEY }} }\n',
    },
  },
  {
    check: 'server-actions-key',
    what: 'a text, and a package',
    files: {
      'lib/text.ts': 'export const text = "\'use server\';";\n',
      'node_modules/forms/index.js': "'use server';\n",
    },
  },
  {
    check: 'server-actions-key',
    what: 'a build with cached functions only',
    files: {
      '.next/required-server-files.json': built(),
      '.next/server/server-reference-manifest.json': JSON.stringify({
        node: { [`c0${'0'.repeat(40)}`]: {} },
        edge: {},
      }),
    },
  },
  {
    check: 'server-actions-key',
    what: 'a static export, in which Next has none',
    files: {
      ...ACTIONS,
      'next.config.ts': `${head}export default withAdit({ output: 'export' });\n`,
      'package.json': manifest({ '@adit/tunnel-server': '0.1.0' }),
      'instrumentation.ts': undefined,
    },
  },
  {
    check: 'server-actions-key',
    what: 'pages without an App Router',
    files: {
      ...NO_PAGES,
      ...ACTIONS,
      'pages/index.tsx': 'export default () => null;\n',
      'pages/_error.tsx': "export { default } from '@adit/next/screens/pages-error';\n",
    },
  },
  {
    check: 'content-security-policy',
    what: 'the own origin',
    files: csp("default-src 'none'; connect-src 'self'"),
  },
  { check: 'content-security-policy', what: 'any origin', files: csp('default-src https:') },
  { check: 'content-security-policy', what: 'a computed directive', files: csp('connect-src ${origins}') },
  {
    check: 'content-security-policy',
    what: 'replays with workers',
    files: {
      ...csp("default-src 'self'; worker-src 'self' blob:"),
      'adit.config.ts': adit('monitoring: { replaysSessionSampleRate: 0.1 }'),
    },
  },
  {
    check: 'content-security-policy',
    what: 'a policy of a document',
    files: {
      'pages/_error.tsx': "export { default } from '@adit/next/screens/pages-error';\n",
      'pages/_document.tsx': `export default () => <meta content="connect-src *" />;\n`,
      'lib/csp.ts': `export const csp = "connect-src 'self'";\n`,
    },
  },
  {
    check: 'sdk-imports',
    what: 'functions by name, types, and properties',
    files: client(
      "import * as Sentry from '@sentry/nextjs';\nimport type * as Types from '@sentry/nextjs';\nimport { type Event } from '@sentry/nextjs';\nexport type { Scope } from '@sentry/nextjs';\nexport { type Span } from '@sentry/nextjs';\ntype T = typeof Sentry;\ntype S = Sentry.Scope;\nconst Sentry2 = { Sentry: 1 }.Sentry;\nexport default () => Sentry.captureException(1);\n",
    ),
  },
  {
    check: 'sdk-imports',
    what: 'names of a late import',
    files: client(
      "export default async () => {\n  import('@sentry/nextjs').then(({ flush }) => flush());\n  const { logger } = await import('@sentry/nextjs');\n  (await import('@sentry/nextjs')).getClient();\n  await import('@sentry/nextjs');\n  import(name);\n};\n",
    ),
  },
  {
    check: 'sdk-imports',
    what: 'a build as it is without mistakes',
    files: {
      '.next/required-server-files.json': built(),
      '.next/build-manifest.json':
        '{ "rootMainFiles": ["static/chunks/main.js", "static/chunks/missing.js"] }',
      '.next/static/chunks/main.js': 'react',
      '.next/static/chunks/sdk.js': `sentry.javascript.nextjs${DEBUG_ID}`,
      '.next/static/chunks/large.js': 'x'.repeat(400_000),
      '.next/static/chunks/replay.js': `sentry.javascript.nextjs rrweb ${'x'.repeat(400_000)}`,
    },
  },
  {
    check: 'sdk-imports',
    what: 'a default import, and one of the server',
    files: {
      ...client("import Sentry from '@sentry/react';\nexport default Sentry;\n"),
      'app/a/page.tsx': "import * as Sentry from '@sentry/nextjs';\nexport default () => use(Sentry);\n",
    },
  },
  {
    check: 'replay',
    what: 'rates of 0, and a late import',
    files: {
      ...csp("default-src 'self'"),
      ...client(
        "export default () => import('@sentry/nextjs').then(({ replayIntegration }) => replayIntegration());\n",
      ),
      'adit.config.ts': adit('monitoring: { replaysSessionSampleRate: 0 }'),
    },
  },
  {
    check: 'source-maps',
    what: 'source maps that are deleted',
    files: {
      'next.config.ts': `${head}export default withAdit({ productionBrowserSourceMaps: true }, { sentry: { sourcemaps: { deleteSourcemapsAfterUpload: true } } });\n`,
    },
  },
  {
    check: 'source-maps',
    what: 'the pipeline has the token',
    files: {
      'next.config.ts': sentry('authToken: process.env.TOKEN'),
      '.gitlab-ci.yml': 'script: npm run build\nvariables: { SENTRY_AUTH_TOKEN: $T }\n',
    },
  },
  {
    check: 'source-maps',
    what: 'a file has the token',
    files: {
      'next.config.ts': sentry(''),
      '.env.sentry-build-plugin': 'SENTRY_AUTH_TOKEN=x\n',
      Dockerfile: 'FROM node:22\nRUN npx next build\n',
    },
  },
  {
    check: 'source-maps',
    what: 'a variable has the token',
    files: {
      '.env': 'SENTRY_ORG=acme\nSENTRY_AUTH_TOKEN=x\n',
      Dockerfile: 'FROM node:22\nRUN npx next build\n',
    },
  },
  {
    check: 'source-maps',
    what: 'no organization, so no upload is wanted',
    files: { Dockerfile: 'FROM node:22\nRUN npx next build\n' },
  },
  {
    check: 'source-maps',
    what: 'the source map of Next’s polyfills',
    files: {
      '.next/required-server-files.json': built(),
      '.next/static/chunks/a.js.map':
        '{ "sources": ["turbopack:///node_modules/next/dist/build/polyfills/a.js"] }',
    },
  },
];
