import ts from 'typescript';
import { loadsInBrowser, needsBrowser } from './browser-globals.ts';
import { ownCommentsAbove } from './comments.ts';
import { propertyValue } from '@adit/codebase/source';
import { indentationAt, reindent } from '../edits/indent.ts';
import type { ModuleScope } from './module-scope.ts';
import { moveCode } from './moved-code.ts';
import type { MovedOption } from './option-parts.ts';

/** Code for `adit.config`: the options of `monitoring`, and the code that they need above them. */
export interface MonitoringCode {
  /** By name; the text has no comma at the end. Lines after the first have the same indentation as the first: none. */
  readonly options: ReadonlyMap<string, string>;
  /** Imports and statements, as text. */
  readonly needs: readonly string[];
  readonly statements: readonly ts.Statement[];
}

/** Writes the options for `monitoring` in `adit.config`. Returns the reason if the code cannot be moved. */
export function writeMonitoring(
  module: ModuleScope,
  moved: readonly MovedOption[],
  folder: string,
): MonitoringCode | { readonly why: string } {
  const nodes = moved.flatMap((option) => ('property' in option ? [option.property] : option.nodes));
  const code = moveCode(module, nodes, folder);
  if ('why' in code) return code;
  // It would be in the first load of every page.
  if (code.sdkNames.some((name) => !name.startsWith('type ')))
    return { why: 'an option that adit.config would hold needs code of the SDK' };

  const late = code.statements.find((statement) => loadsInBrowser(module, statement));
  if (late) return { why: `its options share what only a browser has: ${late.getText()}` };

  const flat = (node: ts.Node): string =>
    reindent(code.textOf(node), indentationAt(module.text, node.getStart()), '');
  const textOf = (name: string, property: ts.ObjectLiteralElementLike): string => {
    const value = propertyValue(property);
    const isFunction = value === property || ts.isFunctionLike(value);
    return isFunction || !needsBrowser(module, property)
      ? flat(property)
      : `${name}: ${inBrowser(flat(value))}`;
  };
  const options = moved.map((option): [string, string] => {
    if (!('property' in option)) {
      const value = fill(option.value, option.nodes.map(flat));
      const isGuarded = option.name === 'enabled' || !option.nodes.some((node) => needsBrowser(module, node));
      return [option.name, `${option.name}: ${isGuarded ? value : inBrowser(value)}`];
    }
    const comments = ownCommentsAbove(module.source, option.property);
    return [option.name, [...comments, textOf(option.name, option.property)].join('\n')];
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

/** `adit.config` also runs on the server. */
const inBrowser = (value: string): string => `typeof window === 'undefined' ? undefined : ${value}`;

const fill = (pattern: string, texts: readonly string[]): string =>
  pattern.replaceAll(/\$(\d)/g, (_whole, index: string) => texts[Number(index)] ?? '');
