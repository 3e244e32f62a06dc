import { manifest } from './applications.helper.ts';
import { BELOW_SEGMENT } from './broken-next.helper.ts';
import type { HealthyApplication } from './healthy-set-up.helper.ts';

const config = (options: string): string =>
  `import { withAdit } from '@adit/next/config';\nexport default withAdit({ ${options} });\n`;

const ELSEWHERE =
  "import { defineAdit } from '@adit/next';\nexport default defineAdit({ monitoring: { tunnelOrigin: 'https://tunnel.example.org' } });\n";

/** Applications in which Next finds all files, and whose configuration does not affect Adit. */
export const HEALTHY_NEXT: readonly HealthyApplication[] = [
  {
    check: 'supported-versions',
    what: 'Turbopack of a Next that may be new enough',
    files: { 'package.json': manifest({ next: '^15.1.0' }, { scripts: { dev: 'next dev --turbopack' } }) },
  },
  {
    check: 'supported-versions',
    what: 'webpack of an older Next',
    files: { 'package.json': manifest({ next: '15.2.9' }, { scripts: { dev: 'next dev && x --turbo' } }) },
  },
  {
    check: 'page-extensions',
    what: 'files that only look like a convention, with an ending that Next ignores',
    files: {
      'next.config.ts': config("pageExtensions: ['tsx', 'ts']"),
      'app/error.js': 'export const failed = true;\n',
      'app/layout.test.tsx': "import { AditRoot } from '@adit/next/root';\n",
    },
  },
  {
    check: 'instrumentation',
    what: 'everything is passed on',
    files: { 'instrumentation.ts': "export * from '@adit/next/instrumentation';\n" },
  },
  {
    check: 'instrumentation',
    what: 'a static export has none',
    files: {
      'package.json': manifest({ '@adit/tunnel-server': '0.1.0' }),
      'next.config.ts': config("output: 'export'"),
      'instrumentation.ts': undefined,
    },
  },
  {
    check: 'content-security-policy',
    what: 'an object that allows the own origin',
    files: {
      'proxy.ts':
        "import { NextResponse } from 'next/server';\n\nconst csp = { 'connect-src': [\"'self'\", 'api.example.com'] };\n\nexport function proxy() {\n  return NextResponse.next();\n}\n",
    },
  },
  {
    check: 'content-security-policy',
    what: 'a template over several lines',
    files: {
      'lib/csp.ts': "export const csp = `\n  connect-src\n    'self'\n    https://api.example.com;\n`;\n",
    },
  },
  {
    check: 'tunnel-answered',
    what: 'a static export whose tunnel is on another origin',
    files: {
      'next.config.ts': config("output: 'export'"),
      'instrumentation.ts': undefined,
      'adit.config.ts': ELSEWHERE,
    },
  },
  {
    check: 'content-security-policy',
    what: 'a policy that allows the tunnel of another origin',
    files: {
      'adit.config.ts': ELSEWHERE,
      'lib/csp.ts': 'export const csp = "connect-src \'self\' https://*.example.org";\n',
    },
  },
  {
    check: 'tunnel-path',
    what: 'the route file of a zone, below its prefix',
    files: {
      'next.config.ts': config("assetPrefix: '/docs-static'"),
      'app/docs-static/monitoring-tunnel/route.ts':
        "export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@adit/next/route';\n",
    },
  },
  {
    check: 'asset-prefix',
    what: 'another origin with crossOrigin',
    files: { 'next.config.ts': config("assetPrefix: 'https://cdn.example.com', crossOrigin: 'anonymous'") },
  },
  {
    check: 'asset-prefix',
    what: 'a prefix that is computed',
    files: { 'next.config.ts': config('assetPrefix: process.env.CDN') },
  },
  {
    check: 'opentelemetry',
    what: 'the SDK leaves it to the application',
    files: {
      '.env': 'SENTRY_DSN=https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509\n',
      'sentry.server.config.ts':
        "import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: process.env.SENTRY_DSN, enableOpenTelemetrySetup: false });\n",
      'instrumentation.ts':
        "import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\nimport { registerOTel } from '@vercel/otel';\nexport { onRequestError };\nexport async function register() {\n  await import('./sentry.server.config');\n  registerOTel('shop');\n  await registerAdit();\n}\n",
    },
  },
  {
    check: 'opentelemetry',
    what: 'Adit starts the SDK, and leaves it to the application by itself',
    files: {
      'instrumentation.ts':
        "import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\nimport { registerOTel } from '@vercel/otel';\nexport { onRequestError };\nexport async function register() {\n  registerOTel('shop');\n  await registerAdit();\n}\n",
    },
  },
  {
    check: 'opentelemetry',
    what: 'the API of OpenTelemetry only',
    files: {
      'instrumentation.ts':
        "import { trace } from '@opentelemetry/api';\nexport { register, onRequestError } from '@adit/next/instrumentation';\nexport const tracer = trace.getTracer('shop');\n",
    },
  },
  {
    check: 'unknown-address',
    what: 'a page for all addresses, in a route group',
    files: { ...BELOW_SEGMENT, 'app/[locale]/(shop)/[...rest]/page.tsx': '' },
  },
  {
    check: 'unknown-address',
    what: 'global-not-found',
    files: {
      ...BELOW_SEGMENT,
      'app/global-not-found.tsx': "export { default } from '@adit/next/screens/global-error';\n",
    },
  },
  {
    check: 'sentry-once',
    what: 'a return with Adit’s register, and another function of that name, before the SDK of the server',
    files: {
      '.env': 'SENTRY_DSN=https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509\n',
      'sentry.server.config.ts':
        "import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: process.env.SENTRY_DSN });\n",
      'instrumentation.ts':
        "import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\nimport { registerShop } from './shop';\nexport { onRequestError };\nexport async function register() {\n  registerShop();\n  if (isTest) return registerAdit();\n  await import('./sentry.server.config');\n  await registerAdit();\n}\n",
    },
  },
];
