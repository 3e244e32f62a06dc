import eslint from '@eslint/js';
import next from '@next/eslint-plugin-next';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { noUpwardImport } from './tools/src/layers.mjs';

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.test.mjs', '**/*.contract.ts'];

/** A folder rule: files of `from` may not import what matches `patterns`. Type imports pass where they cost nothing at run time. */
const forbidImports = (from, message, patterns, { allowTypeImports = false } = {}) => ({
  files: from,
  ignores: TESTS,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: patterns.map((regex) => ({ regex, message, allowTypeImports })) },
    ],
  },
});

/** Ambient access that makes a core depend on its host; each is handed in as an option instead. */
const forbidGlobals = (from, names) => ({
  files: from,
  ignores: TESTS,
  rules: {
    'no-restricted-globals': [
      'error',
      ...names.map((name) => ({
        name,
        message: `Receive "${name}" as an option: the core runs on any host.`,
      })),
    ],
  },
});

/** Folders that run on any host. Which of them may import which: tools/src/layers.mjs. */
const TUNNEL_CORE = 'clock,outcome,request,limits,envelope,send,spool';
const ROUTER_CORE = 'url,failures,redirects,reload,monitors,fetch,prefetch,telemetry,navigation';

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/out-tsc',
      '**/.site',
      '**/.next',
      '**/coverage',
      '**/test-output',
      '**/next-env.d.ts',
      '.nx',
      // Compiled with the code blocks that need them.
      'apps/docs/snippets',
      // Applications of their own, outside the workspaces.
      'examples',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Anything can be thrown in JavaScript; the libraries pass a foreign reason on as it came.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        AbortSignal: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        process: 'readonly',
        require: 'readonly',
      },
    },
  },
  {
    // Scripts of test pages.
    files: ['apps/web-e2e/pages/**'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'DOMException',
          'Event',
          'URLSearchParams',
          'addEventListener',
          'clearInterval',
          'document',
          'location',
          'queueMicrotask',
          'reportError',
          'requestAnimationFrame',
          'setInterval',
          'setTimeout',
          'window',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.test.mjs', 'tools/src/workspace-root.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['afterAll', 'beforeAll', 'describe', 'expect', 'it', 'jest'].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // They run in Node, Deno, Bun and workers alike.
    files: ['tools/everywhere/harness/**'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortController',
          'Response',
          'TextEncoder',
          'TransformStream',
          'afterEach',
          'beforeEach',
          'clearTimeout',
          'describe',
          'expect',
          'it',
          'setTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // They read a page.
    files: ['tools/operations/**'],
    languageOptions: { globals: { document: 'readonly', window: 'readonly' } },
  },
  {
    // Journeys: tests of Node, with functions that run in a page.
    files: ['tools/everywhere/browsers/**'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'Blob',
          'PerformanceObserver',
          'afterAll',
          'afterEach',
          'beforeAll',
          'beforeEach',
          'describe',
          'document',
          'expect',
          'getComputedStyle',
          'history',
          'it',
          'location',
          'matchMedia',
          'requestAnimationFrame',
          'sessionStorage',
          'setTimeout',
          'window',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { '@nx': nx },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: true,
          // Imported by its public name, so that an application's file can take its place.
          allow: ['@adit/next/config-file'],
          depConstraints: [
            { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:kit', 'type:lib', 'type:testing'] },
            { sourceTag: 'type:kit', onlyDependOnLibsWithTags: ['type:lib', 'type:common', 'type:testing'] },
            { sourceTag: 'type:plugin', onlyDependOnLibsWithTags: ['type:lib'] },
            { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:common', 'type:testing'] },
            { sourceTag: 'type:common', onlyDependOnLibsWithTags: ['type:testing'] },
            { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:testing', 'type:lib'] },
            { sourceTag: 'type:testing', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:tool', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'platform:react', bannedExternalImports: ['next', 'next/*', '@sentry/*'] },
          ],
        },
      ],
    },
  },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },

  // Playwright reads a fixture's needs from its first parameter, which must be a pattern even where it is empty.
  {
    files: ['apps/web-e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },

  // Benchmarks are no packages, so a path is the only way between them.
  { files: ['tools/{bench,deploy,simulation}/**'], rules: { '@nx/enforce-module-boundaries': 'off' } },

  // Only tests see the test helpers.
  forbidImports(['apps/{web,tunnel-server}/src/**'], 'Only tests may import @adit/testing.', [
    '^@adit/testing',
  ]),

  // No arrow upwards: the rows are in tools/src/layers.mjs. Tests may import anything of their library.
  {
    files: ['libs/*/src/**/*.{ts,tsx}'],
    ignores: TESTS,
    plugins: { adit: { rules: { layers: noUpwardImport } } },
    rules: { 'adit/layers': 'error' },
  },

  // Libraries meet in the apps, never in each other.
  forbidImports(
    ['libs/!(next|nx-plugin)/src/**'],
    'Libraries do not know each other: only @adit/common, and in tests @adit/testing.',
    ['^@adit/(?!common$)'],
  ),
  // The Nx plugin is a face of @adit/setup, as the CLI is.
  forbidImports(['libs/nx-plugin/src/**'], 'The plugin knows @adit/setup alone.', ['^@adit/(?!setup$)']),

  // What libraries share depends on nothing.
  forbidImports(['libs/common/src/**'], 'common has no dependencies.', ['^[^.]']),

  // monitoring-config is pure: it receives the environment and returns options.
  forbidImports(
    ['libs/monitoring-config/src/**'],
    'monitoring-config is pure: no React, no Next, no Node built-ins; Sentry by type only.',
    ['^(react|next)(/|$)', '^node:', '^@sentry/', '^@adit/(?!common$)'],
    { allowTypeImports: true },
  ),
  forbidGlobals(['libs/monitoring-config/src/**'], ['process', 'window', 'document', 'fetch', 'setTimeout']),

  // monitoring-client: the first load knows no SDK, what starts the SDK knows the core's types and functions.
  forbidImports(
    ['libs/monitoring-client/src/*.ts', 'libs/monitoring-client/src/early/**'],
    'What is in the first load knows no SDK; types only.',
    ['^@sentry/', '/sdk/', '^(react|next)(/|$)', '^node:', '^@adit/(?!common$)'],
    { allowTypeImports: true },
  ),
  forbidImports(
    ['libs/monitoring-client/src/sdk/**'],
    'The SDK is handed in; its core is all that is imported.',
    ['^@sentry/(?!core$)', '^(react|next)(/|$)', '^node:', '^@adit/(?!common$)'],
  ),
  forbidGlobals(
    ['libs/monitoring-client/src/{not-found-document,page-state}.ts'],
    ['process', 'window', 'document', 'location', 'performance', 'fetch', 'setTimeout'],
  ),

  // tunnel: the core runs on any runtime, and stores are handed in.
  forbidImports(['libs/tunnel/src/*.ts'], 'The core has no Node built-ins and knows no adapter.', [
    '^node:',
    '/adapters/',
    '^@adit/(?!common$)',
  ]),
  forbidImports(
    [`libs/tunnel/src/{${TUNNEL_CORE}}/**`],
    'The core has no Node built-ins and knows no store.',
    ['^node:', '/stores/(?!stores\\.ts)', '^@adit/(?!common$)'],
  ),
  forbidImports(['libs/tunnel/src/stores/{stores,memory*}.ts'], 'Memory stores run on any runtime.', [
    '^node:',
    '^@adit/(?!common$)',
  ]),
  forbidImports(['libs/tunnel/src/protocol/**'], 'The protocol imports nothing but itself.', [
    '^node:',
    '^\\.\\./',
    '^@adit/(?!common$)',
  ]),
  forbidGlobals(
    [
      'libs/tunnel/src/*.ts',
      `libs/tunnel/src/{protocol,${TUNNEL_CORE}}/**`,
      'libs/tunnel/src/stores/{stores,memory*}.ts',
    ],
    ['process', 'Buffer', 'fetch', 'setTimeout', 'clearTimeout', 'performance'],
  ),
  // Where the options get their defaults, the runtime's own fetch and timers are the default.
  forbidGlobals(['libs/tunnel/src/{options,fetch-transport,clock/system-clock}.ts'], ['process', 'Buffer']),

  // Durations of the tunnel are measured by the monotonic clock: the wall clock may be set.
  {
    files: ['libs/tunnel/src/**', 'apps/tunnel-server/src/**'],
    ignores: [
      ...TESTS,
      // The defaults of an option, dates of files, and what compares the two clocks.
      'libs/tunnel/src/clock/system-clock.ts',
      'libs/tunnel/src/stores/disk-limits.ts',
      'libs/tunnel/src/stores/redis/redis-limits.ts',
      'libs/tunnel/src/stores/durable/durable-spool.ts',
      'libs/tunnel/src/stores/disk/{boot-clock,log-reader,store}.ts',
      'apps/tunnel-server/src/clock.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'Date',
          property: 'now',
          message: 'Receive a clock: `monotonicNow` for durations, `now` for dates that others read.',
        },
      ],
    },
  },

  // router: only the bindings know a framework.
  forbidImports(
    ['libs/router/src/*.ts', `libs/router/src/{${ROUTER_CORE},browser,governor,links}/**`],
    'The core and the browser platform know no framework.',
    ['^(react|next)(/|$)', '^@adit/(?!common$)'],
  ),
  forbidImports(['libs/router/src/react/**'], 'The React binding does not know Next.', [
    '^next(/|$)',
    '^@adit/(?!common$)',
  ]),
  forbidGlobals(
    ['libs/router/src/*.ts', `libs/router/src/{${ROUTER_CORE}}/**`],
    [
      'window',
      'document',
      'location',
      'history',
      'sessionStorage',
      'localStorage',
      'fetch',
      'setTimeout',
      'process',
    ],
  ),

  {
    files: ['**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    plugins: { '@next/next': next },
    rules: { ...next.configs['core-web-vitals'].rules, '@next/next/no-html-link-for-pages': 'off' },
  },
  // Server actions are async by Next's rule, whether they wait or not.
  { files: ['apps/web/**/actions.ts'], rules: { '@typescript-eslint/require-await': 'off' } },
  {
    files: ['tools/**', 'libs/tunnel/fuzz/**', 'apps/tunnel-server/testing/outage/**', 'apps/*/src/main.ts'],
    rules: { 'no-console': 'off' },
  },
  prettier,
);
