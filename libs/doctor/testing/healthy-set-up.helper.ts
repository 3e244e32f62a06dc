import { manifest, NO_PAGES, type Overlay } from './applications.helper.ts';
import type { BrokenApplication } from './broken-set-up.helper.ts';
import { built } from './broken-run.helper.ts';

const ROUTE = "export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@adit/next/route';\n";
const TRUSTED = { '.env.local': 'ADIT_TRUSTED_PROXIES=10.0.0.0/8\n' };
const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const head = "import { withAdit } from '@adit/next/config';\n";
const config = (options: string): string => `${head}export default withAdit({ ${options} });\n`;
const adit = (options: string): string =>
  `import { defineAdit } from '@adit/next';\nexport default defineAdit({ ${options} });\n`;
const server = (options: string): string =>
  `import * as Sentry from '@sentry/nextjs';\nSentry.init({ ${options} });\n`;
const client = (code: string): Overlay => ({ 'app/page.tsx': `'use client';\n${code}` });
const OWN_DSN = { 'sentry.server.config.ts': server('dsn: process.env.SENTRY_DSN') };
const pages = {
  'app/layout.tsx': undefined,
  'app/page.tsx': undefined,
  'app/error.tsx': undefined,
  'app/global-error.tsx': undefined,
  'app/not-found.tsx': undefined,
};

/** An application without problems that resembles one with a problem. */
export type HealthyApplication = Pick<BrokenApplication, 'check' | 'files' | 'context'> & {
  readonly what: string;
};

/** Applications without problems in packages, files and screens. */
export const HEALTHY_SET_UP: readonly HealthyApplication[] = [
  {
    check: 'agents',
    what: 'rules of the application alone',
    files: { 'AGENTS.md': '# Rules\n' },
  },
  {
    check: 'installed',
    what: 'Yarn without node_modules',
    files: { '.pnp.cjs': '', 'node_modules/next/package.json': undefined },
  },
  {
    check: 'set-up',
    what: 'AditRoot in a component of the layout',
    files: {
      'app/layout.tsx': "import { Frame } from '@/frame';\nimport './a.css';\nexport default Frame;\n",
      'frame.jsx':
        "import * as adit from '@adit/next/root';\nexport const Frame = () => <adit.AditRoot />;\n",
    },
  },
  {
    check: 'set-up',
    what: 'the Pages Router only',
    files: {
      ...pages,
      'pages/index.tsx': 'export default () => null;',
      'pages/_error.tsx': "export { default } from '@adit/next/screens/pages-error';\n",
    },
  },
  {
    check: 'supported-versions',
    what: 'tags, and ranges that reach far',
    files: {
      'package.json': manifest({ next: 'latest', react: 'workspace:*' }, { engines: { node: '>=18' } }),
      '.nvmrc': 'lts/*\n',
      Dockerfile: 'FROM node:22.12-slim\nFROM nginx\n',
    },
    context: { node: '24.0.0' },
  },
  {
    check: 'supported-versions',
    what: 'a prerelease is installed',
    files: { 'node_modules/next/package.json': '{ "version": "16.5.0-canary.3" }' },
  },
  {
    check: 'peer-ranges',
    what: 'pnpm with @sentry/core',
    files: {
      'package.json': manifest({
        '@sentry/core': '11.8.0',
        '@sentry/nextjs': 'catalog:',
        '@adit/tunnel-server': 'workspace:*',
      }),
      'package-lock.json': undefined,
      'pnpm-lock.yaml': '',
    },
  },
  {
    check: 'one-sentry-core',
    what: 'a lock file that is none',
    files: { 'package-lock.json': undefined, 'yarn.lock': undefined, 'bun.lock': '{' },
  },
  {
    check: 'next-config',
    what: 'a function that calls withAdit',
    files: {
      'next.config.ts': `${head}export default async function config(phase) {\n  if (phase) log(phase);\n  return withAdit(nextConfig);\n}\nconst nextConfig = {} satisfies object;\n`,
    },
  },
  {
    check: 'next-config',
    what: 'wrappers within',
    files: {
      'next.config.ts': `${head}const plugins = [];\nconst config = (phase) => ({});\nexport default withAdit(nx.composePlugins(...plugins)(config));\n`,
    },
  },
  {
    check: 'next-config',
    what: 'a shape that is not known',
    files: {
      'next.config.ts': `${head}const a = b;\nconst b = a;\nexport default process.env.ANALYZE ? withAnalyzer(withAdit(a)) : withAdit(b);\n`,
    },
  },
  {
    check: 'next-config',
    what: 'all options of withAdit',
    files: {
      'next.config.ts': `${head}export default withAdit({}, { release: 'a', sentry: { org: 'a' }, keepBuilds: 3, root, ...others });\n`,
    },
  },
  {
    check: 'next-config',
    what: 'a wrapper of something else',
    files: {
      'next.config.ts': undefined,
      'next.config.mjs': `${head}const config = withAdit({});\nfunction make() {\n  return config;\n}\nexport default make;\nexport { config as other } from './other';\n`,
    },
  },
  {
    check: 'next-config',
    what: 'a list of wrappers',
    files: { 'next.config.ts': `${head}export default wrappers[0](withAdit({}));\n` },
  },
  {
    check: 'next-config',
    what: 'no default export',
    files: { 'next.config.ts': `${head}export const config = withAdit({});\nexports.config = config;\n` },
  },
  {
    check: 'sentry-once',
    what: 'the server’s own SDK before Adit',
    files: {
      ...OWN_DSN,
      '.env': `SENTRY_DSN=${DSN}\n`,
      'instrumentation.ts':
        "import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\nexport { onRequestError };\nexport async function register() {\n  require('./sentry.server.config');\n  await registerAdit();\n  await import('./other');\n}\n",
    },
  },
  {
    check: 'sentry-once',
    what: 'another init',
    files: client(
      "import { captureException } from '@sentry/nextjs';\nimport { i18n } from './i18n';\ni18n.init({});\nexport default () => captureException(1);\n",
    ),
  },
  {
    check: 'sentry-once',
    what: 'an empty init of the server',
    files: { 'sentry.edge.config.ts': "import { init } from '@sentry/nextjs';\ninit();\n" },
  },
  {
    check: 'screens',
    what: 'screens of its own that report',
    files: {
      'app/error.tsx': "'use client';\nimport { Box } from './box';\nexport default Box;\n",
      'app/box/index.tsx': "import { captureException } from '@sentry/nextjs';\nimport './index';\n",
      'app/shop/error.jsx':
        "'use client';\nimport * as Sentry from '@sentry/nextjs';\nexport default () => Sentry.captureException(1);\n",
    },
  },
  {
    check: 'screens',
    what: 'forbidden() with a screen',
    files: {
      'app/forbidden.tsx': "import Link from 'next/link';\nexport default () => <Link href='/' />;\n",
      'app/a/page.tsx': "import { forbidden } from 'next/navigation';\nexport default () => forbidden();\n",
    },
  },
  {
    check: 'screens',
    what: 'unauthorized() that is switched on',
    files: {
      'next.config.ts': config('experimental: { authInterrupts: true }'),
      'app/a/page.tsx':
        "import { unauthorized } from 'next/navigation';\nexport default () => unauthorized();\n",
    },
  },
  {
    check: 'screens',
    what: 'pages with routes of an API only',
    files: { 'pages/api/orders.ts': 'export default () => {};' },
  },
  {
    check: 'tunnel-path',
    what: 'the tunnel server has the base path',
    files: {
      'next.config.ts': config("basePath: '/shop'"),
      'fly.toml': '[env]\n# ADIT_PATH = "/old"\nADIT_PATH = "/shop/monitoring-tunnel"\n',
    },
  },
  {
    check: 'tunnel-path',
    what: 'a computed path',
    files: {
      'adit.config.ts': adit('monitoring: { tunnelPath: PATH }'),
      'app/quarry/route.ts': ROUTE,
      'proxy.ts': 'export function proxy() {}\n',
    },
  },
  {
    check: 'tunnel-path',
    what: 'a computed base path',
    files: { 'next.config.ts': config('basePath: BASE') },
  },
  {
    check: 'tunnel-answered',
    what: 'a route file on Netlify, Cloudflare and in a group',
    files: {
      ...TRUSTED,
      'netlify.toml': '',
      'app/(public)/monitoring-tunnel/route.ts': `${ROUTE}export const runtime = 'nodejs';\n`,
    },
  },
  {
    check: 'tunnel-answered',
    what: 'redirects that do not catch it',
    files: {
      'app/monitoring-tunnel/route.ts': ROUTE,
      'next.config.ts': config(
        "redirects: async () => [{ source: '/:path*', has: [{ type: 'host', value: 'old' }], destination: '/', permanent: true }, { source: PATH, destination: '/', statusCode: 301 }], rewrites: async () => [{ source: '/:path*', destination: '/' }]",
      ),
    },
  },
  {
    check: 'tunnel-answered',
    what: 'nginx passes it on for a static export',
    files: {
      ...TRUSTED,
      'next.config.ts': config("output: 'export'"),
      'instrumentation.ts': undefined,
      'nginx.conf': 'location = /monitoring-tunnel { return 200; }\n',
    },
  },
  {
    check: 'tunnel-path',
    what: 'that of the build, with basePath',
    files: {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nexport default withAdit({ basePath: '/shop' });\n",
      '.next/required-server-files.json': built({
        ADIT_BASE_PATH: '/shop',
        ADIT_BUILT_TUNNEL_PATH: '/monitoring-tunnel',
      }),
    },
  },
  {
    check: 'tunnel-path',
    what: 'the build does not note its path',
    files: {
      'adit.config.ts': adit("monitoring: { tunnelPath: '/amber-brook' }"),
      '.next/required-server-files.json': built(),
    },
  },
  {
    check: 'tunnel-matcher',
    what: 'the matcher leaves it out',
    files: {
      'app/monitoring-tunnel/route.ts': ROUTE,
      'proxy.ts':
        "export const proxy = () => {};\nexport const config = { matcher: '/((?!api|monitoring-tunnel).*)' };\n",
    },
  },
  {
    check: 'tunnel-matcher',
    what: 'next start answers before it',
    files: { 'proxy.ts': 'export const proxy = () => {};\n' },
  },
  {
    check: 'tunnel-matcher',
    what: 'the proxy lets it pass',
    files: {
      ...TRUSTED,
      'vercel.json': '{}',
      'app/monitoring-tunnel/route.ts': ROUTE,
      'proxy.ts':
        "export const proxy = (r) => (r.nextUrl.pathname === '/monitoring-tunnel' ? next() : auth(r));\n",
    },
  },
  {
    check: 'block-lists',
    what: 'two plain words',
    files: { 'adit.config.ts': adit("monitoring: { tunnelPath: '/amber-brook' }") },
  },
  {
    check: 'screens',
    what: 'routes of an API only',
    files: {
      ...NO_PAGES,
      'app/orders/route.ts': 'export const GET = () => new Response();',
    },
  },
];
