import type { BrokenApplication } from './broken-set-up.helper.ts';
import { manifest } from './applications.helper.ts';
import { built } from './broken-run.helper.ts';

const ROUTE = "export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@adit/next/route';\n";
const TRUSTED = { '.env': 'ADIT_TRUSTED_PROXIES=10.0.0.0/8\n' };

const config = (options: string): string =>
  `import { withAdit } from '@adit/next/config';\nexport default withAdit({\n  ${options}\n});\n`;
const adit = (monitoring: string): string =>
  `import { defineAdit } from '@adit/next';\nexport default defineAdit({\n  monitoring: { ${monitoring} },\n});\n`;

/** Mistakes in the tunnel. */
export const BROKEN_TUNNEL: readonly BrokenApplication[] = [
  {
    check: 'tunnel-path',
    mistake: 'the route file is elsewhere',
    files: {
      'adit.config.ts': adit("tunnelPath: '/quarry'"),
      'app/(shop)/monitoring-tunnel/route.ts': ROUTE,
    },
    level: 'error',
    at: 'app/(shop)/monitoring-tunnel/route.ts:1',
  },
  {
    check: 'tunnel-path',
    mistake: 'no path',
    files: { 'adit.config.ts': adit("tunnelPath: 'quarry?o=1'") },
    level: 'error',
    at: 'adit.config.ts:3',
  },
  {
    check: 'tunnel-path',
    mistake: 'tunnelRoute is left',
    files: {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nexport default withAdit({}, {\n  sentry: { tunnelRoute: '/errors' },\n});\n",
    },
    level: 'error',
    at: 'next.config.ts:3',
  },
  {
    check: 'tunnel-path',
    mistake: 'the tunnel server has another path',
    files: {
      'next.config.ts': config("basePath: '/shop',"),
      'compose.yaml':
        'services:\n  tunnel:\n    image: adit-tunnel:0.1.0\n    environment:\n      ADIT_PATH: /monitoring-tunnel\n',
    },
    level: 'error',
    at: 'compose.yaml:5',
  },
  {
    check: 'tunnel-path',
    mistake: 'a variable has another path',
    files: { '.env.production': '\nADIT_PATH=/quarry\n' },
    level: 'error',
    at: '.env.production:2',
  },
  {
    check: 'tunnel-path',
    mistake: 'the build has another path',
    files: {
      'adit.config.ts': adit("tunnelPath: '/amber-brook'"),
      '.next/required-server-files.json': built({ ADIT_BUILT_TUNNEL_PATH: '/quarry' }),
    },
    level: 'warning',
    at: 'adit.config.ts:3',
  },
  {
    check: 'tunnel-path',
    mistake: 'the build has another basePath',
    files: {
      'next.config.ts': config("basePath: '/shop',"),
      '.next/required-server-files.json': built({ ADIT_BUILT_TUNNEL_PATH: '/monitoring-tunnel' }),
    },
    level: 'warning',
    at: 'next.config.ts',
  },
  {
    check: 'tunnel-answered',
    mistake: 'no route file on Vercel',
    files: { ...TRUSTED, 'vercel.json': '{}' },
    level: 'error',
    at: 'vercel.json:1',
  },
  {
    check: 'tunnel-answered',
    mistake: 'a static export without a tunnel',
    files: { 'next.config.ts': config("output: 'export',"), 'instrumentation.ts': undefined },
    level: 'warning',
    at: 'next.config.ts',
  },
  {
    check: 'tunnel-answered',
    mistake: 'the route runs on the edge',
    files: { 'app/monitoring-tunnel/route.ts': `${ROUTE}export const runtime = 'edge';\n` },
    level: 'error',
    at: 'app/monitoring-tunnel/route.ts:2',
  },
  {
    check: 'tunnel-answered',
    mistake: 'a redirect comes before the route',
    files: {
      'next.config.ts': config(
        "redirects: async () => [\n    { source: '/old', destination: '/', permanent: true },\n    { source: '/:path', destination: '/en/:path', permanent: false },\n  ],",
      ),
      'app/monitoring-tunnel/route.ts': ROUTE,
    },
    level: 'error',
    at: 'next.config.ts:5',
  },
  {
    check: 'tunnel-matcher',
    mistake: 'the proxy runs for the route file',
    files: {
      'app/monitoring-tunnel/route.ts': ROUTE,
      'proxy.ts':
        "export { auth as proxy } from '@/auth';\nexport const config = {\n  matcher: ['/((?!api|_next).*)'],\n};\n",
    },
    level: 'error',
    at: 'proxy.ts:3',
  },
  {
    check: 'tunnel-matcher',
    mistake: 'the middleware has no matcher',
    files: {
      'package.json': manifest({ next: '15.5.0' }),
      'app/monitoring-tunnel/route.ts': ROUTE,
      'middleware.ts': 'export function middleware() {}\n',
    },
    level: 'error',
    at: 'middleware.ts:1',
  },
  {
    check: 'block-lists',
    mistake: 'two lists have a rule',
    files: { 'adit.config.ts': adit("tunnelPath: '/ahoy/visits'") },
    level: 'warning',
    at: 'adit.config.ts:3',
  },
  {
    check: 'block-lists',
    mistake: 'one list has a rule for the whole path',
    files: {
      'adit.config.ts': adit("tunnelPath: '/v1/metrics'"),
      'next.config.ts': config("basePath: '/api',"),
    },
    level: 'warning',
    at: 'adit.config.ts:3',
  },
  {
    check: 'block-lists',
    mistake: 'the path names Sentry',
    files: { 'adit.config.ts': adit("tunnelPath: '/sentry'") },
    level: 'warning',
    at: 'adit.config.ts:3',
  },
];
