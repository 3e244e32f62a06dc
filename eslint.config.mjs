import eslint from '@eslint/js';
import next from '@next/eslint-plugin-next';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { noUpwardImport } from './tools/src/layers.mjs';

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.test.mjs', '**/*.{contract,helper}.ts'];

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
const TUNNEL_CORE = 'outcome,request,limits,envelope,send,redelivery';
const POLICY_CORE = 'noise,scrub,patterns,document,rules,budget,page,judge';
const ROUTER_CORE = 'url,failures,redirects,reload,monitors,fetch,prefetch,navigation';

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
      // Separate applications, outside the workspaces.
      'examples',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    // The rules that need types are in .oxlintrc.json: oxlint takes a twelfth of the time for them.
    extends: [...tseslint.configs.strict],
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/consistent-type-imports': 'error',
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
    files: ['**/*.test.mjs', 'tools/src/{temporary-folder,workspace-root}.mjs'],
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
          // Regular expressions. Imported by name, so that another module can replace them; a `#` name has one file for servers, another for browsers.
          allow: ['@adit/next/config-file', '@adit/next/sentry', '^#'],
          depConstraints: [
            { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:kit', 'type:lib', 'type:testing'] },
            { sourceTag: 'type:kit', onlyDependOnLibsWithTags: ['type:lib', 'type:common', 'type:testing'] },
            { sourceTag: 'type:plugin', onlyDependOnLibsWithTags: ['type:lib'] },
            { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib', 'type:common', 'type:testing'] },
            { sourceTag: 'type:common', onlyDependOnLibsWithTags: ['type:testing'] },
            { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:testing', 'type:lib'] },
            { sourceTag: 'type:testing', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:tool', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'platform:react', bannedExternalImports: ['next', 'next/*', '@sentry/*'] },
            // A library imports only layers below its own.
            ...[0, 1, 2, 3, 4, 5].map((layer) => ({
              sourceTag: `layer:${layer}`,
              onlyDependOnLibsWithTags: [
                'type:testing',
                ...Array.from({ length: layer }, (_, below) => `layer:${below}`),
              ],
            })),
          ],
        },
      ],
    },
  },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },

  // Playwright reads a fixture's dependencies from its first parameter, which must be a pattern even if it is empty.
  {
    files: ['apps/web-e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },

  // Benchmarks are not packages, so they can import each other only by path.
  { files: ['tools/{bench,deploy,simulation}/**'], rules: { '@nx/enforce-module-boundaries': 'off' } },

  // Only tests use the test helpers.
  forbidImports(['apps/{web,tunnel-server}/src/**'], 'Only tests may import @adit/testing.', [
    '^@adit/testing',
  ]),

  // No imports from upper rows: the rows are in tools/src/layers.mjs. Tests may import anything of their library.
  {
    files: ['libs/*/src/**/*.{ts,tsx}', 'apps/tunnel-server/src/**/*.ts'],
    ignores: TESTS,
    plugins: { adit: { rules: { layers: noUpwardImport } } },
    rules: { 'adit/layers': 'error' },
  },

  // Libraries that a page loads, or that configure it, import no other library.
  forbidImports(
    ['libs/{codebase,common,fallback-ui,monitoring-client,policy,router}/src/**'],
    'This library knows @adit/common alone, and in tests @adit/testing.',
    ['^@adit/(?!common$)'],
  ),
  // The packages of the set-up import no library of a page. The Nx plugin and the CLI are their interfaces.
  forbidImports(['libs/setup/src/**'], 'setup knows @adit/codebase alone.', [
    '^@adit/(?!codebase(/source)?$)',
  ]),
  forbidImports(
    ['libs/doctor/src/**'],
    'The doctor knows @adit/codebase, @adit/setup and @adit/common alone.',
    ['^@adit/(?!(codebase|codebase/source|setup|common|common/adit-options)$)'],
  ),
  forbidImports(
    ['libs/nx-plugin/src/**'],
    'The plugin knows @adit/codebase, @adit/setup and @adit/doctor alone.',
    ['^@adit/(?!(codebase|setup|doctor)$)'],
  ),

  // The shared library depends on nothing.
  forbidImports(['libs/common/src/**'], 'common has no dependencies.', ['^[^.]']),

  // monitoring-config is pure: it receives the environment and returns options.
  forbidImports(
    ['libs/monitoring-config/src/**'],
    'monitoring-config is pure: no React, no Next, no Node built-ins; Sentry by type only.',
    ['^(react|next)(/|$)', '^node:', '^@sentry/', '^@adit/(?!(common|policy|policy/bots|policy/page)$)'],
    { allowTypeImports: true },
  ),
  forbidGlobals(['libs/monitoring-config/src/**'], ['process', 'window', 'document', 'fetch', 'setTimeout']),

  // monitoring-client: the first load imports no SDK; the code that starts the SDK imports the core's types and
  // functions.
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

  // tunnel: the core runs on any runtime, and stores are passed in.
  forbidImports(
    ['libs/tunnel/src/*.ts', `libs/tunnel/src/{${TUNNEL_CORE}}/**`],
    'The core has no Node built-ins and knows no adapter and no store but those in memory.',
    ['^node:', '/adapters/', '^@adit/(?!(common|envelope|spool|spool/memory)$)'],
  ),
  forbidImports(
    ['libs/spool/src/stores/{stores,memory*}.ts', 'libs/spool/src/drain/**'],
    'Memory stores and the drain run on any runtime.',
    ['^node:', '^@adit/(?!envelope$)'],
  ),
  forbidImports(['libs/envelope/src/protocol/**'], 'The protocol imports nothing but itself.', [
    '^node:',
    '^\\.\\./',
    '^@adit/(?!common$)',
  ]),
  forbidGlobals(
    [
      'libs/tunnel/src/*.ts',
      `libs/tunnel/src/{${TUNNEL_CORE}}/**`,
      'libs/envelope/src/*.ts',
      'libs/envelope/src/{clock,protocol}/**',
      'libs/spool/src/drain/**',
      'libs/spool/src/stores/{stores,memory*}.ts',
    ],
    ['process', 'Buffer', 'fetch', 'setTimeout', 'clearTimeout', 'performance'],
  ),
  // In these modules, where options get their defaults, the runtime's own fetch and timers are allowed.
  forbidGlobals(
    ['libs/tunnel/src/{options,fetch-transport}.ts', 'libs/envelope/src/clock/system-clock.ts'],
    ['process', 'Buffer'],
  ),

  // Durations of the tunnel are measured by the monotonic clock, because the wall clock may be set.
  {
    files: ['libs/{envelope,spool,tunnel,operations}/src/**', 'apps/tunnel-server/src/**'],
    ignores: [
      ...TESTS,
      // The defaults of an option, dates of files, and code that compares the two clocks.
      'libs/envelope/src/clock/system-clock.ts',
      'libs/spool/src/stores/disk-limits.ts',
      'libs/spool/src/stores/redis/redis-limits.ts',
      'libs/spool/src/stores/durable/durable-spool.ts',
      'libs/spool/src/stores/disk/{boot-clock,log-reader,store}.ts',
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

  // policy: what judges runs on any host. Its sources alone reach files, networks and timers.
  forbidImports(
    ['libs/policy/src/*.ts', `libs/policy/src/{${POLICY_CORE}}/**`],
    'What judges has no Node built-ins and knows no source.',
    ['^node:', '/source/', '^@adit/(?!common$)'],
    { allowTypeImports: true },
  ),
  forbidGlobals(
    ['libs/policy/src/*.ts', `libs/policy/src/{${POLICY_CORE}}/**`],
    ['process', 'Buffer', 'window', 'document', 'location', 'fetch', 'setTimeout', 'clearTimeout'],
  ),
  // The watch runs wherever there is a fetch: only files need Node.
  forbidImports(['libs/policy/src/source/!(file-source).ts'], 'Only file-source.ts has Node built-ins.', [
    '^node:',
    '^@adit/(?!common$)',
  ]),
  forbidGlobals(['libs/policy/src/source/**'], ['process', 'Buffer', 'window', 'document', 'location']),

  // router: only the bindings import a framework.
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
  {
    files: [
      'tools/**',
      'libs/envelope/fuzz/**',
      'apps/tunnel-server/testing/outage/**',
      'apps/*/src/main.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  prettier,
);
