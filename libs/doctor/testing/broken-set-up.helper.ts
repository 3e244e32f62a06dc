import { LOCKED, manifest, npmLock, type Overlay } from './applications.helper.ts';

/** An application with one mistake, and the doctor's finding. */
export interface BrokenApplication {
  /** The check that finds the mistake. */
  readonly check: string;
  /** The mistake. */
  readonly mistake: string;
  readonly files: Overlay;
  readonly context?: { readonly env?: Readonly<Record<string, string>>; readonly node?: string };
  readonly level: 'warning' | 'error';
  /** `path:line`, or only the path; empty for none. */
  readonly at: string;
}

const SENTRY_CONFIG =
  "import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: process.env.SENTRY_DSN });\n";

/** Mistakes in packages, next.config and screens. */
export const BROKEN_SET_UP: readonly BrokenApplication[] = [
  {
    check: 'set-up',
    mistake: 'Adit is not there',
    files: {
      'package.json': manifest({ '@adit/next': undefined }),
      'adit.config.ts': undefined,
      'next.config.ts': 'export default {};',
      'instrumentation.ts': undefined,
    },
    level: 'warning',
    at: 'package.json',
  },
  {
    check: 'set-up',
    mistake: 'no layout has AditRoot',
    files: { 'app/layout.tsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n' },
    level: 'warning',
    at: 'app/layout.tsx',
  },
  {
    check: 'set-up',
    mistake: 'a layout imports AditRoot, and leaves it at that',
    files: {
      'app/layout.tsx':
        "import { AditRoot } from '@adit/next/root';\nexport default ({ children }) => <html><body>{children}</body></html>;\n",
    },
    level: 'warning',
    at: 'app/layout.tsx',
  },
  {
    check: 'installed',
    mistake: 'packages are named only',
    files: {
      'node_modules/@adit/next/package.json': undefined,
      'node_modules/@sentry/nextjs/package.json': undefined,
    },
    level: 'warning',
    at: 'package.json:6',
  },
  {
    check: 'adit-config',
    mistake: 'an option is misspelt',
    files: {
      'adit.config.ts':
        "import { defineAdit } from '@adit/next';\nexport default defineAdit({\n  monitoring: { sampelRate: 1 },\n});\n",
    },
    level: 'error',
    at: 'adit.config.ts:3',
  },
  {
    check: 'supported-versions',
    mistake: 'Next is too old',
    files: { 'package.json': manifest({ next: '^13.5.0' }) },
    level: 'error',
    at: 'package.json:8',
  },
  {
    check: 'supported-versions',
    mistake: 'a preview of Next 14.3',
    files: { 'package.json': manifest({ next: '14.3.0-canary.87' }) },
    level: 'error',
    at: 'package.json:8',
  },
  {
    check: 'supported-versions',
    mistake: 'Turbopack of a Next that starts nothing in the browser with it',
    files: { 'package.json': manifest({ next: '15.2.9' }, { scripts: { dev: 'next dev --turbo -p 4000' } }) },
    level: 'error',
    at: 'package.json:13',
  },
  {
    check: 'supported-versions',
    mistake: 'another React is installed than the range says',
    files: { 'node_modules/react/package.json': '{ "version": "18.2.0" }' },
    level: 'error',
    at: 'package.json:9',
  },
  {
    check: 'supported-versions',
    mistake: 'the running Node is too old',
    files: {},
    context: { node: '18.20.4' },
    level: 'error',
    at: '',
  },
  {
    check: 'supported-versions',
    mistake: 'engines demand an old Node',
    files: { 'package.json': manifest({}, { engines: { node: '18.x' } }) },
    level: 'error',
    at: 'package.json:13',
  },
  {
    check: 'supported-versions',
    mistake: '.nvmrc',
    files: { '.nvmrc': 'v18.20.4\n' },
    level: 'error',
    at: '.nvmrc:1',
  },
  {
    check: 'supported-versions',
    mistake: '.nvmrc of a Node that cannot require modules',
    files: { '.nvmrc': 'v22.11.0\n' },
    level: 'error',
    at: '.nvmrc:1',
  },
  {
    check: 'supported-versions',
    mistake: 'the image has an old Node',
    files: {
      Dockerfile:
        '# syntax=docker/dockerfile:1\nFROM --platform=linux/amd64 node:18-alpine AS build\nRUN npm ci\n',
    },
    level: 'error',
    at: 'Dockerfile:2',
  },
  {
    check: 'peer-ranges',
    mistake: '@sentry/nextjs 9',
    files: { 'package.json': manifest({ '@sentry/nextjs': '^9.1.0' }) },
    level: 'error',
    at: 'package.json:7',
  },
  {
    check: 'peer-ranges',
    mistake: 'no @sentry/nextjs',
    files: { 'package.json': manifest({ '@sentry/nextjs': undefined }) },
    level: 'error',
    at: 'package.json',
  },
  {
    check: 'peer-ranges',
    mistake: 'pnpm without @sentry/core',
    files: { 'package-lock.json': undefined, 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" },
    level: 'warning',
    at: 'package.json',
  },
  {
    check: 'peer-ranges',
    mistake: 'a tunnel server of another release',
    files: { 'package.json': manifest({ '@adit/tunnel-server': '0.3.0' }) },
    level: 'warning',
    at: 'package.json:11',
  },
  {
    check: 'one-sentry-core',
    mistake: 'a second @sentry/core beside Adit',
    files: {
      'package-lock.json': npmLock({
        ...LOCKED,
        'node_modules/@adit/monitoring-client/node_modules/@sentry/core': ['11.12.0'],
      }),
    },
    level: 'error',
    at: 'package-lock.json',
  },
  {
    check: 'next-config',
    mistake: 'no next.config',
    files: { 'next.config.ts': undefined },
    level: 'error',
    at: '',
  },
  {
    check: 'next-config',
    mistake: 'nothing calls withAdit',
    files: { 'next.config.ts': 'export default { poweredByHeader: false };\n' },
    level: 'error',
    at: 'next.config.ts:1',
  },
  {
    check: 'next-config',
    mistake: 'another wrapper around withAdit',
    files: {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nimport createMDX from '@next/mdx';\nconst withMDX = createMDX();\nconst config = withAdit({});\nexport default withMDX(config);\n",
    },
    level: 'warning',
    at: 'next.config.ts:5',
  },
  {
    check: 'next-config',
    mistake: 'withAdit twice',
    files: {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nexport default async () =>\n  withAdit(withAdit({}));\n",
    },
    level: 'error',
    at: 'next.config.ts:3',
  },
  {
    check: 'next-config',
    mistake: 'withSentryConfig beside withAdit, from the old path',
    files: {
      'next.config.ts': undefined,
      'next.config.js':
        "const { withAdit } = require('@adit/next/config');\nconst { withSentryConfig } = require('@sentry/nextjs');\nmodule.exports = withSentryConfig(withAdit({}), {});\n",
    },
    level: 'error',
    at: 'next.config.js:3',
  },
  {
    check: 'next-config',
    mistake: 'withAdit from the wrong entry',
    files: { 'next.config.ts': "import { withAdit } from '@adit/next';\nexport default withAdit({});\n" },
    level: 'error',
    at: 'next.config.ts:1',
  },
  {
    check: 'next-config',
    mistake: 'a misspelt option of withAdit, in a constant',
    files: {
      'next.config.ts':
        "import { withAdit } from '@adit/next/config';\nconst options = {\n  ...shared,\n  release: 'a',\n  keepBuild: 3,\n};\nexport default withAdit({}, options);\n",
    },
    level: 'error',
    at: 'next.config.ts:5',
  },
  {
    check: 'sentry-once',
    mistake: 'Sentry.init beside Adit in the browser',
    files: {
      'instrumentation-client.ts': `export { onRouterTransitionStart } from '@adit/next/client';\nimport './monitoring';\n`,
      'monitoring.ts': SENTRY_CONFIG,
    },
    level: 'error',
    at: 'monitoring.ts:2',
  },
  {
    check: 'sentry-once',
    mistake: 'sentry.client.config is left',
    files: { 'sentry.client.config.ts': SENTRY_CONFIG },
    level: 'error',
    at: 'sentry.client.config.ts:2',
  },
  {
    check: 'sentry-once',
    mistake: 'two reports of each error of a request',
    files: {
      'instrumentation.ts':
        "import { register, onRequestError as own } from '@adit/next/instrumentation';\nimport * as Sentry from '@sentry/nextjs';\nexport { register };\nexport const onRequestError = Sentry.captureRequestError;\n",
    },
    level: 'error',
    at: 'instrumentation.ts:4',
  },
  {
    check: 'sentry-once',
    mistake: 'the server’s own SDK after Adit',
    files: {
      'instrumentation.ts':
        "import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\nexport { onRequestError };\nexport async function register() {\n  await registerAdit();\n  await import('./sentry.server.config');\n}\n",
      'sentry.server.config.ts': SENTRY_CONFIG,
    },
    level: 'error',
    at: 'instrumentation.ts:5',
  },
  {
    check: 'agents',
    mistake: 'the block is that of another version',
    files: { 'AGENTS.md': '# Rules\n\n<!-- BEGIN:adit -->\n\nRead OLD.md.\n\n<!-- END:adit -->\n' },
    level: 'warning',
    at: 'AGENTS.md:3',
  },
];
