import { addLines, inStyle, type MagicString, readStyle } from '@adit/codebase/source';
import ts from 'typescript';
import { findExportedHook } from './exported-hook.ts';
import type { ModuleScope } from './module-scope.ts';

/** A function of the SDK that Next calls as a hook, and the function of Adit that replaces it. */
export interface HookSwap {
  /** The SDK's name. */
  readonly sdk: string;
  /** The module and name of Adit's, and its alias in a file with a function of the same name. */
  readonly module: string;
  readonly name: string;
  readonly alias: string;
}

/** The code that a file gives up. */
export interface TakenHook {
  readonly statements: readonly ts.Statement[];
  /** The callees that Adit's function replaces. */
  readonly callees: readonly ts.Expression[];
  readonly edit: (edited: MagicString) => void;
}

/**
 * Finds the code to remove from a file so that Adit's hook replaces the SDK's. A function that filters first stays, and
 * calls Adit's. Returns the reason if the file uses the SDK's in another way.
 */
export function takeHook(
  module: ModuleScope,
  { sdk, module: from, name, alias }: HookSwap,
): TakenHook | { readonly why: string } {
  const { statements, callees, isUsedElse } = findExportedHook(module, sdk);
  const isWired = callees.length > 0;
  if (isUsedElse || (isWired && (statements.length > 0 || !exportsName(module, name))))
    return { why: `its own code uses ${sdk} in a way that is not known` };
  return {
    statements,
    callees,
    edit: (edited) => {
      for (const callee of callees) {
        edited.overwrite(callee.getStart(), callee.getEnd(), alias);
        if (/\.tsx?$/.test(module.path)) castArguments(callee.parent as ts.CallExpression, alias, edited);
      }
      const style = readStyle(module.source);
      const line = inStyle(`import { ${name} as ${alias} } from '${from}';`, style);
      if (isWired) addLines({ text: module.text, file: module.source, style }, edited, [line]);
    },
  };
}

/** The application's own types of the passed arguments may be narrower than Adit's. */
function castArguments(call: ts.CallExpression, alias: string, edited: MagicString): void {
  const home = ts.findAncestor(call, ts.isFunctionLike);
  const typed = new Set(home?.parameters.flatMap(({ name, type }) => (type ? [name.getText()] : [])));
  for (const argument of call.arguments) {
    const isSpread = ts.isSpreadElement(argument);
    const value = isSpread ? argument.expression : argument;
    if (!typed.has(value.getText())) continue;
    if (!isSpread) edited.appendLeft(value.getEnd(), ' as never');
    else
      edited
        .appendRight(value.getStart(), '(')
        .appendLeft(value.getEnd(), ` as unknown as Parameters<typeof ${alias}>)`);
  }
}

const exportsName = ({ source }: ModuleScope, name: string): boolean =>
  source.statements.some((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return false;
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name;
    return (
      ts.isVariableStatement(statement) &&
      statement.declarationList.declarations.some((one) => one.name.getText() === name)
    );
  });
