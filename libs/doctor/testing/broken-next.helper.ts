import { HEALTHY, manifest, NO_PAGES, type Overlay } from './applications.helper.ts';
import type { BrokenApplication } from './broken-set-up.helper.ts';

const config = (options: string): string =>
  `import { withAdit } from '@adit/next/config';\nexport default withAdit({\n  ${options},\n});\n`;

/** A `Sentry.init` of the server. */
const OWN_INIT: Overlay = {
  '.env': 'SENTRY_DSN=https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509\n',
  'sentry.server.config.ts':
    "import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: process.env.SENTRY_DSN });\n",
};

/** An application with its root layout in `[locale]`. */
export const BELOW_SEGMENT: Overlay = {
  'app/layout.tsx': undefined,
  'app/page.tsx': undefined,
  'app/error.tsx': undefined,
  'app/not-found.tsx': undefined,
  'app/[locale]/layout.tsx': HEALTHY['app/layout.tsx'],
  'app/[locale]/page.tsx': HEALTHY['app/page.tsx'],
  'app/[locale]/error.tsx': HEALTHY['app/error.tsx'],
  'app/[locale]/not-found.tsx': HEALTHY['app/not-found.tsx'],
};

/** Mistakes in the places of Next's files, and in configuration that affects Adit. */
export const BROKEN_NEXT: readonly BrokenApplication[] = [
  {
    check: 'page-extensions',
    mistake: 'Next ignores instrumentation',
    files: {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nexport default withAdit({ pageExtensions: ['tsx', 'page.ts'] });\n",
    },
    level: 'error',
    at: 'instrumentation.ts:1',
  },
  {
    check: 'page-extensions',
    mistake: 'Next ignores a screen',
    files: {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nexport default withAdit({ pageExtensions: ['page.tsx', 'ts'] });\n",
      'app/layout.tsx': undefined,
      'app/page.tsx': undefined,
      'app/error.tsx': undefined,
      'app/not-found.tsx': undefined,
      'app/layout.page.tsx': "export { AditRoot as default } from '@adit/next/root';\n",
      'app/page.page.tsx': 'export default () => null;\n',
      'app/error.page.tsx': "'use client';\nexport { default } from '@adit/next/screens/error';\n",
    },
    level: 'error',
    at: 'app/global-error.tsx:1',
  },
  {
    check: 'instrumentation',
    mistake: 'two of them',
    files: { 'src/instrumentation.ts': 'export function register() {}\n' },
    level: 'error',
    at: 'src/instrumentation.ts:1',
  },
  {
    check: 'instrumentation',
    mistake: 'beside src',
    files: {
      ...NO_PAGES,
      'src/app/layout.tsx': "export { AditRoot as default } from '@adit/next/root';\n",
      'src/app/page.tsx': 'export default () => null;\n',
      'src/app/error.tsx': "'use client';\nexport { default } from '@adit/next/screens/error';\n",
      'src/app/global-error.tsx':
        "'use client';\nexport { default } from '@adit/next/screens/global-error';\n",
      'instrumentation-client.ts': undefined,
      'src/instrumentation-client.ts': "export { onRouterTransitionStart } from '@adit/next/client';\n",
    },
    level: 'error',
    at: 'instrumentation.ts:1',
  },
  {
    check: 'instrumentation',
    mistake: 'nothing for the browser',
    files: { 'instrumentation-client.ts': undefined },
    level: 'error',
    at: 'instrumentation-client.ts',
  },
  {
    check: 'instrumentation',
    mistake: 'one of the application’s own',
    files: { 'instrumentation.ts': 'export function register() {}\n' },
    level: 'error',
    at: 'instrumentation.ts:1',
  },
  {
    check: 'instrumentation',
    mistake: 'no onRequestError',
    files: { 'instrumentation.ts': "\nexport { register } from '@adit/next/instrumentation';\n" },
    level: 'warning',
    at: 'instrumentation.ts:2',
  },
  {
    check: 'instrumentation',
    mistake: 'in src, though the routes lie beside it',
    files: {
      'instrumentation.ts': undefined,
      'src/instrumentation.ts': "export { register, onRequestError } from '@adit/next/instrumentation';\n",
    },
    level: 'error',
    at: 'src/instrumentation.ts:1',
  },
  {
    check: 'content-security-policy',
    mistake: 'an object that allows other origins only',
    files: { 'lib/csp.ts': "export const csp = {\n  connectSrc: ['https://api.example.com'],\n};\n" },
    level: 'error',
    at: 'lib/csp.ts:2',
  },
  {
    check: 'asset-prefix',
    mistake: 'another origin without crossOrigin',
    files: { 'next.config.ts': config("assetPrefix: isLive ? 'https://cdn.example.com' : undefined") },
    level: 'warning',
    at: 'next.config.ts:3',
  },
  {
    check: 'asset-prefix',
    mistake: 'another origin, in a constant',
    files: {
      'next.config.ts': `const cdn = 'https://cdn.example.com';\n${config('assetPrefix: isLive ? cdn : undefined')}`,
    },
    level: 'warning',
    at: 'next.config.ts:4',
  },
  {
    check: 'opentelemetry',
    mistake: '@vercel/otel in instrumentation',
    files: {
      ...OWN_INIT,
      'instrumentation.ts':
        "import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\nimport { registerOTel } from '@vercel/otel';\n\nexport { onRequestError };\nexport async function register() {\n  await import('./sentry.server.config');\n  registerOTel('shop');\n  await registerAdit();\n}\n",
    },
    level: 'error',
    at: 'sentry.server.config.ts:2',
  },
  {
    check: 'opentelemetry',
    mistake: 'the SDK of OpenTelemetry in a module that register imports',
    files: {
      ...OWN_INIT,
      'instrumentation.ts':
        "import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\n\nexport { onRequestError };\nexport async function register() {\n  await import('./sentry.server.config');\n  await import('./tracing');\n  await registerAdit();\n}\n",
      'tracing.ts': "import { NodeSDK } from '@opentelemetry/sdk-node';\n\nnew NodeSDK().start();\n",
    },
    level: 'error',
    at: 'sentry.server.config.ts:2',
  },
  {
    check: 'opentelemetry',
    mistake: 'a script requires dd-trace',
    files: {
      ...OWN_INIT,
      'package.json': manifest({}, { scripts: { start: 'node -r dd-trace/init server.js' } }),
    },
    level: 'error',
    at: 'sentry.server.config.ts:2',
  },
  {
    check: 'opentelemetry',
    mistake: 'an image requires dd-trace',
    files: {
      ...OWN_INIT,
      Dockerfile: 'FROM node:24\nENV NODE_OPTIONS="--require dd-trace/init"\n',
    },
    level: 'error',
    at: 'sentry.server.config.ts:2',
  },
  {
    check: 'unknown-address',
    mistake: 'the root layout lies below a segment',
    files: BELOW_SEGMENT,
    level: 'warning',
    at: 'app/[locale]/layout.tsx',
  },
  {
    check: 'peer-ranges',
    mistake: 'Yarn without node_modules, and without @sentry/core',
    files: { 'package-lock.json': undefined, 'yarn.lock': '__metadata:\n  version: 8\n' },
    level: 'warning',
    at: 'package.json',
  },
];
