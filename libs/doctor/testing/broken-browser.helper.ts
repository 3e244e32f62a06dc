import type { BrokenApplication } from './broken-set-up.helper.ts';
import { built, DEBUG_ID } from './broken-run.helper.ts';

const config = (options: string): string =>
  `import { withAdit } from '@adit/next/config';\nexport default withAdit({\n  ${options}\n});\n`;
const sentry = (options: string): string =>
  `import { withAdit } from '@adit/next/config';\nexport default withAdit({}, {\n  sentry: { org: 'acme', project: 'shop', ${options} },\n});\n`;

/** As the documentation of Next writes it. */
const NONCE_PROXY = `import { NextRequest, NextResponse } from 'next/server';

export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const cspHeader = \`
    default-src 'self';
    style-src 'self' 'nonce-\${nonce}';
    script-src 'self' 'nonce-\${nonce}' 'strict-dynamic';
    object-src 'none';
\`;
  const requestHeaders = new Headers(request.headers);
  requestHeaders.set('x-nonce', nonce);
  requestHeaders.set('Content-Security-Policy', cspHeader.replace(/\\s{2,}/g, ' ').trim());
  return NextResponse.next({ request: { headers: requestHeaders } });
}
`;
const LAYOUT_WITH_NONCE =
  "import { AditRoot } from '@adit/next/root';\nexport default ({ children }) => <html><body><AditRoot nonce={nonce}>{children}</AditRoot></body></html>;\n";

/** Mistakes in screens, policies, and code that browsers load. */
export const BROKEN_BROWSER: readonly BrokenApplication[] = [
  {
    check: 'screens',
    mistake: 'no error screen',
    files: { 'app/error.tsx': undefined },
    level: 'warning',
    at: 'app',
  },
  {
    check: 'screens',
    mistake: 'no global-error',
    files: { 'app/global-error.tsx': undefined },
    level: 'warning',
    at: 'app',
  },
  {
    check: 'screens',
    mistake: 'an error screen reports nothing',
    files: {
      'app/shop/error.tsx': "'use client';\nimport { Box } from '@/box';\nexport default () => <Box />;\n",
      'box.tsx': 'export const Box = () => null;',
    },
    level: 'error',
    at: 'app/shop/error.tsx:1',
  },
  {
    check: 'screens',
    mistake: 'the 403 screen shows 404',
    files: { 'app/forbidden.tsx': "export { default } from '@adit/next/screens/not-found';\n" },
    level: 'error',
    at: 'app/forbidden.tsx:1',
  },
  {
    check: 'screens',
    mistake: 'the 404 screen redirects',
    files: {
      'app/not-found.tsx':
        "\nimport { redirect } from 'next/navigation';\nexport default () => redirect('/');\n",
    },
    level: 'error',
    at: 'app/not-found.tsx:2',
  },
  {
    check: 'screens',
    mistake: 'forbidden() without a screen',
    files: {
      'app/members/page.tsx':
        "import { forbidden } from 'next/navigation';\nexport default () => forbidden();\n",
    },
    level: 'error',
    at: 'app/members/page.tsx:1',
  },
  {
    check: 'screens',
    mistake: 'authInterrupts is switched off',
    files: {
      'next.config.ts': config('experimental: { authInterrupts: false },'),
      'app/forbidden.tsx': "export { default } from '@adit/next/screens/forbidden';\n",
    },
    level: 'error',
    at: 'next.config.ts:3',
  },
  {
    check: 'screens',
    mistake: 'no pages/_error',
    files: { 'pages/legacy.tsx': 'export default () => null;' },
    level: 'warning',
    at: 'pages',
  },
  {
    check: 'screens',
    mistake: 'pages/_error reports nothing',
    files: { 'pages/_error.jsx': "import Error from 'next/error';\nexport default Error;\n" },
    level: 'error',
    at: 'pages/_error.jsx:1',
  },
  {
    check: 'content-security-policy',
    mistake: 'connect-src without the own origin',
    files: {
      'next.config.ts': config(
        "headers: async () => [{ source: '/:path*', headers: [{ key: 'Content-Security-Policy', value: `\n    default-src 'self';\n    connect-src https://api.test;\n  ` }] }],",
      ),
    },
    level: 'error',
    at: 'next.config.ts:5',
  },
  {
    check: 'content-security-policy',
    mistake: 'connect-src without the origin of the tunnel',
    files: {
      'adit.config.ts':
        "import { defineAdit } from '@adit/next';\nexport default defineAdit({ monitoring: { tunnelOrigin: 'https://tunnel.example.org' } });\n",
      'proxy.ts':
        '\nconst policy = "connect-src \'self\' http://tunnel.example.org *.example.com";\nexport const proxy = () => policy;\n',
    },
    level: 'error',
    at: 'proxy.ts:2',
  },
  {
    check: 'content-security-policy',
    mistake: 'a meta tag allows nothing',
    files: {
      'app/layout.tsx':
        "import { AditRoot } from '@adit/next/root';\nexport default ({ children }) => <html><head>\n<meta httpEquiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'\" />\n</head><body><AditRoot>{children}</AditRoot></body></html>;\n",
    },
    level: 'error',
    at: 'app/layout.tsx:3',
  },
  {
    check: 'content-security-policy',
    mistake: 'replays without blob: workers',
    files: {
      'proxy.ts':
        "const policy = [\n  \"default-src 'self'\",\n  `script-src 'self' 'nonce-${nonce}'`,\n  \"worker-src 'self'\",\n].join('; ');\nexport const proxy = () => policy;\n",
      'app/layout.tsx': LAYOUT_WITH_NONCE,
      '.env': 'SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE=1\n',
    },
    level: 'warning',
    at: 'proxy.ts:4',
  },
  {
    check: 'content-security-policy',
    mistake: 'AditRoot has no nonce',
    files: { 'proxy.ts': NONCE_PROXY },
    level: 'warning',
    at: 'app/layout.tsx:2',
  },
  {
    check: 'sdk-imports',
    mistake: 'the namespace is passed on',
    files: {
      'app/page.tsx': "import { Start } from '../start';\nexport default Start;\n",
      'start.tsx':
        "'use client';\nimport * as Sentry from '@sentry/nextjs';\nexport const Start = () => start({ sdk: Sentry });\n",
    },
    level: 'warning',
    at: 'start.tsx:2',
  },
  {
    check: 'sdk-imports',
    mistake: 'the namespace is loaded late, but whole',
    files: {
      'app/page.tsx':
        "'use client';\nexport default () => import('@sentry/nextjs').then((sdk) => use(sdk));\n",
    },
    level: 'warning',
    at: 'app/page.tsx:2',
  },
  {
    check: 'sdk-imports',
    mistake: 'adit.config imports the SDK',
    files: {
      'adit.config.ts':
        "import { defineAdit } from '@adit/next';\nimport { extraErrorDataIntegration } from '@sentry/nextjs';\nexport default defineAdit({ monitoring: { integrations: async () => [extraErrorDataIntegration()] } });\n",
    },
    level: 'warning',
    at: 'adit.config.ts:2',
  },
  {
    check: 'sdk-imports',
    mistake: 'the first load of the build has it',
    files: {
      '.next/required-server-files.json': built(),
      '.next/build-manifest.json': '{ "rootMainFiles": ["static/chunks/main.js"] }',
      '.next/static/chunks/main.js': `name="sentry.javascript.nextjs"${DEBUG_ID}`,
    },
    level: 'warning',
    at: '.next/static/chunks/main.js',
  },
  {
    check: 'sdk-imports',
    mistake: 'the chunk of the build is large',
    files: {
      '.next/required-server-files.json': built(),
      '.next/static/chunks/sdk.js': `${'x'.repeat(400_000)}sentry.javascript.nextjs${DEBUG_ID}`,
    },
    level: 'warning',
    at: '.next/static/chunks/sdk.js',
  },
  {
    check: 'replay',
    mistake: 'adit.config imports it',
    files: {
      'adit.config.ts':
        "import { defineAdit } from '@adit/next';\nimport { replayIntegration } from '@sentry/nextjs';\nexport default defineAdit({ monitoring: { integrations: async () => [replayIntegration()] } });\n",
    },
    level: 'warning',
    at: 'adit.config.ts:2',
  },
  {
    check: 'replay',
    mistake: 'a component adds it',
    files: {
      'app/page.tsx':
        "'use client';\nimport * as Sentry from '@sentry/nextjs';\nexport default () => add(\n  Sentry.replayIntegration());\n",
    },
    level: 'warning',
    at: 'app/page.tsx:4',
  },
  {
    check: 'replay',
    mistake: 'the first load of the build has it',
    files: {
      '.next/required-server-files.json': built(),
      '.next/build-manifest.json': '{ "rootMainFiles": ["static/chunks/main.js"] }',
      '.next/static/chunks/main.js': `name="sentry.javascript.nextjs";"rrweb"${DEBUG_ID}`,
    },
    level: 'warning',
    at: '.next/static/chunks/main.js',
  },
  {
    check: 'source-maps',
    mistake: 'the token is public',
    files: { '.env': 'NEXT_PUBLIC_SENTRY_AUTH_TOKEN=sntrys_1\n' },
    level: 'error',
    at: '.env:1',
  },
  {
    check: 'source-maps',
    mistake: 'the token is in the code',
    files: { 'next.config.ts': sentry("authToken: 'sntrys_1'") },
    level: 'error',
    at: 'next.config.ts:3',
  },
  {
    check: 'source-maps',
    mistake: 'source maps are public by an option',
    files: { 'next.config.ts': config('productionBrowserSourceMaps: true,') },
    level: 'warning',
    at: 'next.config.ts:3',
  },
  {
    check: 'source-maps',
    mistake: 'the build has public source maps',
    files: {
      '.next/required-server-files.json': built(),
      '.next/static/chunks/main.js.map': '{ "sources": ["turbopack:///[project]/app/page.tsx"] }',
    },
    level: 'warning',
    at: '.next/static/chunks/main.js.map',
  },
  {
    check: 'source-maps',
    mistake: 'the upload is switched off',
    files: { 'next.config.ts': sentry('sourcemaps: { disable: true }') },
    level: 'warning',
    at: 'next.config.ts:3',
  },
  {
    check: 'source-maps',
    mistake: 'the pipeline has no token',
    files: {
      'next.config.ts': sentry(''),
      '.github/workflows/deploy.yml':
        'jobs:\n  deploy:\n    steps:\n      - run: npm ci\n      - run: npm run build\n',
    },
    level: 'warning',
    at: '.github/workflows/deploy.yml:5',
  },
];
