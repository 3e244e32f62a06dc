import type { BrokenApplication } from './broken-set-up.helper.ts';

const ROUTE = "export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@adit/next/route';\n";
const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

const config = (options: string): string =>
  `import { withAdit } from '@adit/next/config';\nexport default withAdit({\n  ${options}\n});\n`;
const adit = (monitoring: string): string =>
  `import { defineAdit } from '@adit/next';\nexport default defineAdit({\n  monitoring: { ${monitoring} },\n});\n`;
const server = (options: string): string =>
  `import * as Sentry from '@sentry/nextjs';\nSentry.init({\n  ${options}\n});\n`;

/** `required-server-files.json` of a build. */
export const built = (env: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({
    config: { env: { NEXT_PUBLIC_SENTRY_RELEASE: 'shop@1.0.0', _sentryRelease: 'shop@1.0.0', ...env } },
  });

/** The last line of a chunk with a source map. */
export const DEBUG_ID = '\n//# debugId=e52ddfb0-e115-3121-ccca-e339aa4fd2da';

/** Mistakes in the server's variables. */
export const BROKEN_RUN: readonly BrokenApplication[] = [
  {
    check: 'variables',
    mistake: 'a rate in percent',
    files: { '.env.local': 'SENTRY_TRACES_SAMPLE_RATE=10%\n' },
    level: 'error',
    at: '.env.local:1',
  },
  {
    check: 'variables',
    mistake: 'no addresses of proxies',
    files: {},
    context: { env: { ADIT_TRUSTED_PROXIES: 'all' } },
    level: 'error',
    at: '',
  },
  {
    check: 'variables',
    mistake: 'an ingest origin without a scheme',
    files: { '.env': 'A=1\nADIT_INGEST_ORIGIN=localhost:8969\n' },
    level: 'error',
    at: '.env:2',
  },
  {
    check: 'dsn',
    mistake: 'the variable is no DSN',
    files: { '.env': '# Sentry\nexport SENTRY_DSN=todo\n' },
    level: 'error',
    at: '.env:2',
  },
  {
    check: 'dsn',
    mistake: 'the variable of the doctor has no project',
    files: {},
    context: { env: { SENTRY_DSN: 'https://abc@o1.ingest.sentry.io' } },
    level: 'error',
    at: '',
  },
  {
    check: 'dsn',
    mistake: 'the project of the variable has a name instead of a number',
    files: { '.env': 'SENTRY_DSN=https://abc@urgentry.example/default\n' },
    level: 'error',
    at: '.env:1',
  },
  {
    check: 'dsn',
    mistake: 'the option is no DSN',
    files: { 'adit.config.ts': adit("dsn: 'https://sentry.io'") },
    level: 'error',
    at: 'adit.config.ts:3',
  },
  {
    check: 'dsn',
    mistake: 'the server’s variable is another than the option',
    files: { 'adit.config.ts': adit(`dsn: '${DSN}'`) },
    context: { env: { SENTRY_DSN: `${DSN}1` } },
    level: 'warning',
    at: 'adit.config.ts:3',
  },
  {
    check: 'dsn',
    mistake: 'the image that runs has none',
    files: {
      'sentry.server.config.ts': server('dsn: process.env.SENTRY_DSN,'),
      Dockerfile:
        'FROM node:22 AS build\nARG SENTRY_DSN\nRUN npm run build\nFROM node:22\nCOPY --from=build /app/.next/standalone ./\nCMD ["node", "server.js"]\n',
    },
    level: 'warning',
    at: 'sentry.server.config.ts:3',
  },
  {
    check: 'dsn',
    mistake: 'compose gives it to the build only',
    files: {
      'sentry.edge.config.ts': server("dsn: process.env['SENTRY_DSN'] ?? '',"),
      'docker-compose.yml':
        'services:\n  shop:\n    build:\n      args:\n        SENTRY_DSN: $SENTRY_DSN\n  cache:\n',
    },
    level: 'warning',
    at: 'sentry.edge.config.ts:3',
  },
  {
    check: 'dsn',
    mistake: 'only the finished build has one',
    files: {
      'sentry.server.config.ts': server('dsn: process.env.SENTRY_DSN,'),
      '.next/required-server-files.json': built({ ADIT_BUILT_DSN: DSN }),
    },
    level: 'warning',
    at: 'sentry.server.config.ts:3',
  },
  {
    check: 'environment',
    mistake: 'adit.config overrides the variable',
    files: {
      'adit.config.ts': adit("environment: 'production'"),
      '.env.production': 'SENTRY_ENVIRONMENT=staging\n',
    },
    level: 'warning',
    at: '.env.production:1',
  },
  {
    check: 'environment',
    mistake: 'browser and server have a variable each',
    files: { '.env': 'NEXT_PUBLIC_SENTRY_ENVIRONMENT=staging\n' },
    context: { env: { SENTRY_ENVIRONMENT: 'production' } },
    level: 'warning',
    at: '.env:1',
  },
  {
    check: 'environment',
    mistake: 'Sentry.init of the server says another',
    files: {
      'sentry.server.config.ts': server("environment: 'prod',"),
      '.env': 'SENTRY_ENVIRONMENT=production\n',
    },
    level: 'warning',
    at: 'sentry.server.config.ts:3',
  },
  {
    check: 'environment',
    mistake: 'built pages carry that of the build',
    files: {
      '.next/required-server-files.json': built(),
      '.next/server/app/about.html': '<html lang="en"><p>About</p>',
      '.next/server/app/index.html':
        '<html lang="en" data-monitoring="{&quot;environment&quot;:&quot;preview&quot;}"><p>Shop</p>',
    },
    context: { env: { SENTRY_ENVIRONMENT: 'production' } },
    level: 'warning',
    at: '.next/server/app/index.html',
  },
  {
    check: 'environment',
    mistake: 'built pages carry Sentry’s baggage of the build',
    files: {
      '.next/required-server-files.json': built(),
      '.next/server/pages/index.html':
        '<meta name="baggage" content="sentry-release=1,sentry-environment=preview,sentry-public_key=0"/>',
    },
    context: { env: { SENTRY_ENVIRONMENT: 'production' } },
    level: 'warning',
    at: '.next/server/pages/index.html',
  },
  {
    check: 'release',
    mistake: 'Sentry does not accept it',
    files: { '.env': 'SENTRY_RELEASE=shop/1.0.0\n' },
    level: 'error',
    at: '.env:1',
  },
  {
    check: 'release',
    mistake: 'the option overrides the variable',
    files: {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nexport default withAdit({}, {\n  release: 'shop@1' });\n",
      '.env.production': 'SENTRY_RELEASE=shop@2\n',
    },
    level: 'warning',
    at: 'next.config.ts:3',
  },
  {
    check: 'release',
    mistake: 'env replaces that of the bundles',
    files: { 'next.config.ts': config("env: { NEXT_PUBLIC_SENTRY_RELEASE: '2' },") },
    level: 'error',
    at: 'next.config.ts:3',
  },
  {
    check: 'release',
    mistake: 'env of a constant replaces that of the bundles',
    files: {
      'next.config.ts': `const env = { NEXT_PUBLIC_SENTRY_RELEASE: '2' };\n${config('env: { ...env },')}`,
    },
    level: 'error',
    at: 'next.config.ts:1',
  },
  {
    check: 'release',
    mistake: 'Sentry.init of the server says another',
    files: { 'sentry.server.config.ts': server("release: '1.0.0',") },
    level: 'warning',
    at: 'sentry.server.config.ts:3',
  },
  {
    check: 'release',
    mistake: 'the build has two',
    files: { '.next/required-server-files.json': built({ _sentryRelease: 'abc' }) },
    level: 'error',
    at: '.next/required-server-files.json',
  },
  {
    check: 'release',
    mistake: 'the build is older than the variable',
    files: { '.next/required-server-files.json': built(), '.env': 'SENTRY_RELEASE=shop@2.0.0\n' },
    level: 'warning',
    at: '.next/required-server-files.json',
  },
  {
    check: 'trusted-proxies',
    mistake: 'nginx',
    files: { 'nginx/nginx.conf': 'server {\n  location / {\n    proxy_pass http://shop:3000;\n  }\n}\n' },
    level: 'warning',
    at: 'nginx/nginx.conf:3',
  },
  {
    check: 'trusted-proxies',
    mistake: 'Caddy',
    files: { Caddyfile: 'shop.test {\n  reverse_proxy shop:3000\n}\n' },
    level: 'warning',
    at: 'Caddyfile:2',
  },
  {
    check: 'trusted-proxies',
    mistake: 'Traefik in a compose file',
    files: {
      'compose.yml': 'services:\n  shop:\n    build: .\n  edge:\n    image: docker.io/library/traefik:v3\n',
    },
    level: 'warning',
    at: 'compose.yml:5',
  },
  {
    check: 'trusted-proxies',
    mistake: 'the route file on Vercel',
    files: { 'vercel.json': '{}', 'app/monitoring-tunnel/route.ts': ROUTE },
    level: 'warning',
    at: 'vercel.json:1',
  },
  {
    check: 'server-actions-key',
    mistake: 'a module of actions',
    files: { 'lib/actions.ts': "// For the form.\n'use server';\nexport async function send() {}\n" },
    level: 'warning',
    at: 'lib/actions.ts:2',
  },
  {
    check: 'server-actions-key',
    mistake: 'an action in a page',
    files: {
      'app/page.tsx':
        'export default () => {\n  async function send() {\n    "use server";\n  }\n  return <form action={send} />;\n};\n',
    },
    level: 'warning',
    at: 'app/page.tsx:3',
  },
  {
    check: 'server-actions-key',
    mistake: 'an action of another package, in the last build',
    files: {
      '.next/required-server-files.json': built(),
      '.next/server/server-reference-manifest.json': JSON.stringify({
        node: { [`c0${'0'.repeat(40)}`]: {} },
        edge: { [`40${'0'.repeat(40)}`]: {} },
      }),
    },
    level: 'warning',
    at: '.next/server/server-reference-manifest.json',
  },
  {
    check: 'server-actions-key',
    mistake: 'another name in the Dockerfile',
    files: {
      Dockerfile: 'FROM node:22\nENV NEXT_SERVER_ACTIONS_KEY=x\n',
      'app/actions.js': "'use server'\nexport async function send() {}\n",
    },
    level: 'warning',
    at: 'app/actions.js:1',
  },
];
