// The layers of each library, lowest first. A module imports its own row and the rows before it, types included.
import { dirname, relative, resolve } from 'node:path';
import { ROOT } from './projects.mjs';

/**
 * Each name is a folder of `libs/<library>/src`, or one of its files without the ending. Folders in one row may import each
 * other as long as no circle comes of it.
 */
export const LAYERS = {
  tunnel: [
    'clock protocol read-stream thenable option-error read-option ignore-failure',
    'outcome stores',
    'limits request',
    'envelope fetch-adapter',
    'send web-decoders',
    'spool fetch-transport',
    'options guard',
    'stats',
    'metrics tunnel-context',
    'close-tunnel read-stats',
    'tunnel',
    'adapters index operations',
  ],
  router: [
    'refuse-option max-timer-ms',
    'platform window-events call-safely options require-build-id hard-navigation-reason history-mode prefetch-types presets deferred request',
    'ask-safely',
    'events',
    'url',
    'failures',
    'redirects',
    'reload',
    'monitors',
    'fetch',
    'prefetch',
    'telemetry',
    'navigation',
    'index',
    'browser',
    'governor links',
    'react',
    'next',
  ],
  'monitoring-config': [
    'config-error variables is-production trim-event outcome-log',
    'platforms limits noise scrub',
    'environment release watch-outcomes',
    'define-monitoring',
    'options define-for-server build-environment runtime-config session-replay',
    'instrumentation',
    'index',
  ],
  'monitoring-client': ['early not-found-document page-state', 'start-monitoring', 'sdk', 'index'],
  'fallback-ui': [
    'not-accepted without-nulls copy-style palette retry-after',
    'digest texts styles',
    'boundary describe-screen fallback-style',
    'screen-props search-fields',
    'document screen-content',
    'fallback-screen global-error-screen',
    'screens',
    'client deferred index',
  ],
  setup: [
    'files join-path',
    'source tunnel-path',
    'repository edits',
    'plan',
    'set-up',
    'removal',
    'sentry',
    'doctor',
    'index',
  ],
  'nx-plugin': ['options', 'inference migrations workspace', 'generators', 'index'],
  next: [
    'options built-values',
    'built-settings check-texts',
    'define-adit config-file check-options',
    'adit-config',
    'tunnel-path noise-filter-of monitoring-overrides',
    'server config browser',
    'screens',
    'client instrumentation report root index',
  ],
};

const ROWS = Object.fromEntries(
  Object.entries(LAYERS).map(([library, rows]) => [
    library,
    new Map(rows.flatMap((row, index) => row.split(' ').map((name) => [name, index]))),
  ]),
);

/** The library, the name in its table and the row of a file; no row for a file that its table does not name. */
export function layerOf(path) {
  const [, library, first] = /^libs\/([^/]+)\/src\/([^/]+)/.exec(relative(ROOT, path)) ?? [];
  const name = first?.replace(/\.tsx?$/, '');
  return { library, name, row: ROWS[library]?.get(name) };
}

/** What is wrong with an import of `target`, as written in the file `from`; `undefined` if nothing is. */
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

/** The lint rule: no module imports one of a row above its own. */
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
