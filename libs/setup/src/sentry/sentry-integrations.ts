import type ts from 'typescript';
import { indentationAt, reindent } from './indent.ts';
import type { ModuleScope } from './module-scope.ts';
import { moveCode } from './moved-code.ts';
import type { SplitOptions } from './split-options.ts';

/** The file, next to `adit.config`, that Adit loads with the browser's SDK. */
export const INTEGRATIONS_FILE = 'sentry.integrations';

const OPTIONS = 'sentryOptions';

/**
 * Writes the file of the integrations, and of the options that `adit.config` does not have. `undefined` if there are none.
 * Says why if the code cannot move.
 */
export function writeIntegrations(
  module: ModuleScope,
  { filters, late, integrations }: SplitOptions,
  { folder, language }: { readonly folder: string; readonly language: 'ts' | 'js' },
):
  | { readonly text: string; readonly statements: readonly ts.Statement[] }
  | { readonly why: string }
  | undefined {
  const nodes = [...filters, ...late, ...integrations];
  if (nodes.length === 0) return undefined;
  const code = moveCode(module, nodes, folder);
  if ('why' in code) return code;
  const clash = [OPTIONS, 'integrations'].find((name) =>
    code.statements.some((statement) => statement.getText().match(new RegExp(`\\b${name}\\b`))),
  );
  if (clash !== undefined) return { why: `its code has a name that the new file needs: ${clash}` };

  const isTyped = language === 'ts';
  const written = (node: ts.Node, indent: string): string =>
    reindent(code.textOf(node), indentationAt(module.text, node.getStart()), indent);
  const sdk = [
    ...code.sdkNames,
    ...(filters.length > 0 ? ['eventFiltersIntegration'] : []),
    ...(isTyped && late.length > 0 ? ['type BrowserOptions'] : []),
  ].sort((one, other) => (plain(one) < plain(other) ? -1 : 1));
  const lines = [
    ...(sdk.length > 0 ? [`import { ${[...new Set(sdk)].join(', ')} } from '@sentry/nextjs';`] : []),
    ...code.imports,
    '',
    ...code.statements.flatMap((statement) => [code.textOf(statement), '']),
    ...(late.length > 0
      ? [
          ...lateOptions(
            late.map((node) => written(node, '  ')),
            isTyped,
          ),
          '',
        ]
      : []),
    `export const integrations${isTyped && late.length > 0 ? LIST_TYPE : ''} = [`,
    ...integrations.map((node) => `  ${written(node, '  ')},`),
    ...(filters.length > 0 ? filterOptions(filters.map((node) => written(node, '    '))) : []),
    ...(late.length > 0 ? LATE_INTEGRATION : []),
    '];',
    '',
  ];
  return { text: lines.join('\n').replace(/^\n/, ''), statements: code.statements };
}

const plain = (name: string): string => name.replace('type ', '');

/** Adit counts what Sentry's own filters would drop, so they stay off. */
const filterOptions = (properties: readonly string[]): string[] => [
  '  eventFiltersIntegration({',
  '    disableErrorDefaults: true,',
  ...properties.map((property) => `    ${property},`),
  '  }),',
];

const lateOptions = (properties: readonly string[], isTyped: boolean): string[] => [
  ...(isTyped ? [] : ["/** @type {import('@sentry/nextjs').BrowserOptions} */"]),
  `const ${OPTIONS}${isTyped ? ': BrowserOptions' : ''} = {`,
  ...properties.map((property) => `  ${property},`),
  '};',
];

/** The SDK does not export the type of an integration. */
const LIST_TYPE = ": Extract<BrowserOptions['integrations'], unknown[]>";

const LATE_INTEGRATION = [
  '  {',
  "    name: 'ApplicationOptions',",
  '    setup: (client) => {',
  `      Object.assign(client.getOptions(), ${OPTIONS});`,
  '    },',
  '  },',
];
