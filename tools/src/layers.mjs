// The layers of each library, and of the tunnel server, lowest first. A module may import its own row and the rows before it, including types.
import { dirname, relative, resolve } from 'node:path';
import { ROOT } from './projects.mjs';

/**
 * Each name is a folder of `libs/<library>/src` or `apps/tunnel-server/src`, or one of its files without the extension. Folders in one row may
 * import each other if this causes no circle.
 */
export const LAYERS = {
  envelope: [
    'clock protocol read-stream thenable option-error read-option ignore-failure',
    'decoders',
    'index',
  ],
  spool: ['stores', 'drain', 'index'],
  tunnel: [
    'outcome times',
    'ledger limits request',
    'envelope fetch-adapter',
    'send',
    'redelivery fetch-transport',
    'options guard',
    'tunnel-context',
    'admit close-tunnel stats',
    'deliver',
    'answer-request expect-exit',
    'answer-own',
    'tunnel',
    'adapters index',
  ],
  'tunnel-server': [
    'ignore-signals version',
    'log',
    'config',
    'http metrics redis',
    'process',
    'admin cluster',
    'server',
    'main',
  ],
  operations: [
    'access forward-trail oldest-age outcomes policy process-meter',
    'reporter',
    'counts recorded',
    'metrics server-state',
    'history state',
    'board',
    'find-event',
    'page',
    'answers event-stream',
    'policy-recent stream-events answer-outcomes',
    'answer-operations',
    'operations',
    'index',
  ],
  router: [
    'refuse-option max-timer-ms',
    'platform window-events options require-build-id hard-navigation-reason history-mode prefetch-types presets deferred request',
    'ask-safely',
    'events',
    'url',
    'failures',
    'redirects',
    'reload',
    'monitors',
    'fetch',
    'prefetch',
    'navigation',
    'index',
    'browser',
    'governor links',
    'hold',
    'react',
    'next',
  ],
  policy: [
    'noise scrub patterns',
    'document page',
    'rules budget',
    'recent',
    'judge source',
    'follow',
    'index tunnel bots',
  ],
  'monitoring-config': [
    'config-error variables is-production trim-event outcome-log tunnel-url',
    'platforms limits resolve-scrub create-noise-filter default-sample-rate',
    'environment release watch-outcomes',
    'define-monitoring',
    'options define-for-server build-environment runtime-config sent-settings session-replay',
    'instrumentation browser rules',
    'index',
  ],
  'monitoring-client': [
    'answers early not-found-document page-state',
    'recorded',
    'kept',
    'visit',
    'start-monitoring',
    'sdk',
    'index',
  ],
  'fallback-ui': [
    'not-accepted without-nulls copy-style palette retry-after document-nonce',
    'digest texts styles',
    'boundary describe-screen fallback-style',
    'screen-props search-fields',
    'document screen-content',
    'fallback-screen global-error-screen',
    'screens',
    'client deferred index',
  ],
  codebase: ['files join-path', 'source', 'repository', 'plan', 'index'],
  setup: ['edits tunnel-path', 'set-up kits', 'removal', 'sentry', 'index'],
  doctor: ['report', 'check', 'code', 'facts', 'checks', 'all-checks online', 'diagnose', 'fixes', 'index'],
  'nx-plugin': ['options', 'inference workspace', 'generators', 'index'],
  next: [
    'options built-values old-assets',
    'built-settings check-texts',
    'define-adit config-file check-options',
    'adit-config',
    'tunnel-path noise-filter-of monitoring-overrides',
    'server config browser',
    'screens',
    'status-pages',
    'instrumentation report root index',
  ],
  kits: [
    'built shared-server',
    'server browser vite',
    'react',
    'react-router sveltekit tanstack-start astro nuxt',
  ],
};

const ROWS = Object.fromEntries(
  Object.entries(LAYERS).map(([library, rows]) => [
    library,
    new Map(rows.flatMap((row, index) => row.split(' ').map((name) => [name, index]))),
  ]),
);

/** The library, the name in its table and the row of a file; no row for a file that is not in its table. */
export function layerOf(path) {
  const [, library, first] = /^(?:libs|apps)\/([^/]+)\/src\/([^/]+)/.exec(relative(ROOT, path)) ?? [];
  const name = first?.replace(/\.tsx?$/, '');
  return { library, name, row: ROWS[library]?.get(name) };
}

/** The fault of an import of `target`, as written in the file `from`; `undefined` if there is none. */
export function upwardArrow(from, target) {
  if (!target.startsWith('.')) return undefined;
  const here = layerOf(from);
  const there = layerOf(resolve(dirname(from), target));
  if (here.row === undefined || there.library !== here.library) return undefined;
  if (there.row === undefined) return `"${there.name}" has no row in tools/src/layers.mjs.`;
  return there.row > here.row
    ? `"${here.name}" lies below "${there.name}" in tools/src/layers.mjs.`
    : undefined;
}

/** The lint rule: no module imports from a row above its own. */
export const noUpwardImport = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = ({ source }) => {
      const message = source && upwardArrow(context.filename, String(source.value));
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};
