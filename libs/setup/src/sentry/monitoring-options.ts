import type ts from 'typescript';
import { ownCommentsAbove } from './comments.ts';
import { indentationAt, reindent } from './indent.ts';
import type { ModuleScope } from './module-scope.ts';
import { moveCode } from './moved-code.ts';
import type { MovedOption } from './split-options.ts';

/** What goes into `adit.config`: lines of options of `monitoring`, and code that they need above them. */
export interface MonitoringCode {
  /** By name; the text has no comma at the end. Lines after the first are indented as the first line is, by nothing. */
  readonly options: ReadonlyMap<string, string>;
  /** Imports and statements, as text. */
  readonly needs: readonly string[];
  readonly statements: readonly ts.Statement[];
}

/** Writes the options for `monitoring` in `adit.config`. Says why if the code cannot move. */
export function writeMonitoring(
  module: ModuleScope,
  moved: readonly MovedOption[],
  folder: string,
): MonitoringCode | { readonly why: string } {
  const nodes = moved.flatMap((option) => ('property' in option ? [option.property] : option.nodes));
  const code = moveCode(module, nodes, folder);
  if ('why' in code) return code;
  // In the first load of every page.
  if (code.sdkNames.some((name) => !name.startsWith('type ')))
    return { why: 'an option that adit.config would hold needs code of the SDK' };

  const flat = (node: ts.Node): string =>
    reindent(code.textOf(node), indentationAt(module.text, node.getStart()), '');
  const options = moved.map((option): [string, string] => {
    if (!('property' in option))
      return [option.name, `${option.name}: ${fill(option.value, option.nodes.map(flat))}`];
    const comments = ownCommentsAbove(module.source, option.property);
    return [option.name, [...comments, flat(option.property)].join('\n')];
  });
  const types = code.sdkNames.map((name) => name.replace('type ', ''));
  return {
    options: new Map(options),
    needs: [
      ...(types.length > 0 ? [`import type { ${types.join(', ')} } from '@sentry/nextjs';`] : []),
      ...code.imports,
      ...code.statements.map(code.textOf),
    ],
    statements: code.statements,
  };
}

const fill = (pattern: string, texts: readonly string[]): string =>
  pattern.replaceAll(/\$(\d)/g, (_whole, index: string) => texts[Number(index)] ?? '');
