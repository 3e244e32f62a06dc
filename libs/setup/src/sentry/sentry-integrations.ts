import type ts from 'typescript';
import { inStyle, propertyName, readStyle } from '@adit/codebase/source';
import { indentationAt, reindent } from '../edits/indent.ts';
import type { ModuleScope } from './module-scope.ts';
import { moveCode } from './moved-code.ts';
import { GONE_NAMES, type SdkMajor } from './sdk-major.ts';
import type { SplitOptions } from './split-options.ts';

/** The file, next to `adit.config`, that Adit loads with the browser's SDK. */
export const INTEGRATIONS_FILE = 'sentry.integrations';

const OPTIONS = 'sentryOptions';

/**
 * Writes the file with the integrations, replay's options, and options that `adit.config` does not support. `undefined`
 * if there are none. Returns the reason if the code cannot be moved.
 */
export function writeIntegrations(
  module: ModuleScope,
  { filters, late, integrations, replay }: SplitOptions,
  {
    folder,
    language,
    sdk,
  }: { readonly folder: string; readonly language: 'ts' | 'js'; readonly sdk: SdkMajor },
):
  | {
      readonly text: string;
      readonly statements: readonly ts.Statement[];
      /** The exports that `adit.config` loads. */
      readonly exports: readonly ('integrations' | 'replay')[];
    }
  | { readonly why: string }
  | undefined {
  const listed = [...filters, ...late, ...integrations];
  const nodes = replay ? [...listed, replay] : listed;
  if (nodes.length === 0) return undefined;
  const code = moveCode(module, nodes, folder);
  if ('why' in code) return code;
  const gone = sdk === 10 ? undefined : code.sdkNames.find((name) => Object.hasOwn(GONE_NAMES, name));
  if (gone !== undefined)
    return { why: `SDK 11 does not have ${gone}; in its place it has ${GONE_NAMES[gone]}` };
  const clash = [OPTIONS, 'integrations', 'replay'].find((name) =>
    code.statements.some((statement) => statement.getText().match(new RegExp(`\\b${name}\\b`))),
  );
  if (clash !== undefined) return { why: `its code has a name that the new file needs: ${clash}` };

  const isTyped = language === 'ts';
  const hasScope = late.some((property) => propertyName(property) === 'initialScope');
  const style = readStyle(module.source);
  const [one, two] = [style.indent, style.indent.repeat(2)];
  const styled = (lines: readonly string[]): string[] => lines.map((line) => inStyle(line, style));
  const flat = (node: ts.Node, indent = ''): string =>
    reindent(code.textOf(node), indentationAt(module.text, node.getStart()), indent);
  const written = (node: ts.Node, indent: string): string => `${indent}${flat(node, indent)},`;
  const names = [
    ...code.sdkNames,
    ...(filters.length > 0 ? ['eventFiltersIntegration'] : []),
    ...(hasScope ? ['getCurrentScope'] : []),
    ...(isTyped && late.length > 0 ? ['type BrowserOptions'] : []),
    ...(isTyped && replay ? ['type replayIntegration'] : []),
  ].sort((first, second) => (plain(first) < plain(second) ? -1 : 1));
  const sdkImport = `import { ${[...new Set(names)].join(', ')} } from '@sentry/nextjs';`;
  const lines = [
    ...styled([...(names.length > 0 ? [sdkImport] : []), ...code.imports]),
    '',
    ...code.statements.flatMap((statement) => [code.textOf(statement), '']),
    ...(late.length > 0
      ? [...styled(optionsStart(isTyped)), ...late.map((node) => written(node, one)), `}${style.end}`, '']
      : []),
    ...(replay ? [`export const replay${isTyped ? REPLAY_TYPE : ''} = ${flat(replay)}${style.end}`, ''] : []),
    ...(listed.length > 0
      ? [
          ...styled([`export const integrations${isTyped && late.length > 0 ? LIST_TYPE : ''} = [`]),
          // First, because others may read the options when they are set up.
          ...styled(late.length > 0 ? lateIntegration(hasScope) : []),
          ...integrations.map((node) => written(node, one)),
          ...(filters.length > 0
            ? [...styled(FILTERS), ...filters.map((node) => written(node, two)), `${one}}),`]
            : []),
          `]${style.end}`,
          '',
        ]
      : []),
  ];
  return {
    text: lines.join('\n').replace(/^\n/, '').replace(/\n\n$/, '\n'),
    statements: code.statements,
    exports: [
      ...(listed.length > 0 ? (['integrations'] as const) : []),
      ...(replay ? (['replay'] as const) : []),
    ],
  };
}

const plain = (name: string): string => name.replace('type ', '');

/** Adit counts what Sentry's own filters would drop, so they stay off. */
const FILTERS = ['  eventFiltersIntegration({', '    disableErrorDefaults: true,'];

const optionsStart = (isTyped: boolean): string[] => [
  ...(isTyped ? [] : ["/** @type {import('@sentry/nextjs').BrowserOptions} */"]),
  `const ${OPTIONS}${isTyped ? ': BrowserOptions' : ''} = {`,
];

/** The SDK does not export the type of an integration. */
const LIST_TYPE = ": Extract<BrowserOptions['integrations'], unknown[]>";

const REPLAY_TYPE = ': NonNullable<Parameters<typeof replayIntegration>[0]>';

const lateIntegration = (hasScope: boolean): string[] => [
  '  {',
  "    name: 'ApplicationOptions',",
  '    setup: (client) => {',
  `      Object.assign(client.getOptions(), ${OPTIONS});`,
  // The SDK has already read it at its start.
  ...(hasScope ? [`      getCurrentScope().update(${OPTIONS}.initialScope);`] : []),
  '    },',
  '  },',
];
