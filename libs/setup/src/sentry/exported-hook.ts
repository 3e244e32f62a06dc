import ts from 'typescript';
import { isExported, plainExpression } from '@adit/codebase/source';
import type { ModuleScope } from './module-scope.ts';
import { sdkNameOf } from './sdk-names.ts';

/** How a file uses a function of the SDK that Next calls as a hook. */
export interface ExportedHook {
  /** The statements that only re-export it: `export const onRequestError = Sentry.captureRequestError`. */
  readonly statements: readonly ts.Statement[];
  /** The callees where a function of the file calls it. */
  readonly callees: readonly ts.Expression[];
  /** Whether the file uses it in another way. */
  readonly isUsedElse: boolean;
}

/** Finds a function of the SDK among a file's exports. */
export function findExportedHook(module: ModuleScope, name: string): ExportedHook {
  const { statements: all } = module.source;
  const statements = all.filter((statement) => passesOn(module, statement, name));
  const uses = all
    .filter((statement) => !statements.includes(statement) && !ts.isImportDeclaration(statement))
    .flatMap((statement) => usesOf(module, statement, name));
  const callees = uses.filter(
    ({ parent, ...node }) => ts.isCallExpression(parent) && parent.expression.pos === node.pos,
  );
  return { statements, callees, isUsedElse: callees.length < uses.length };
}

/** The uses of a name of the SDK in code. Types are skipped. */
function usesOf(module: ModuleScope, node: ts.Node, name: string): readonly ts.Expression[] {
  if (ts.isTypeNode(node)) return [];
  if (ts.isExpression(node) && sdkNameOf(module, node) === name) return [node];
  const found: ts.Expression[] = [];
  ts.forEachChild(node, (child) => void found.push(...usesOf(module, child, name)));
  return found;
}

function passesOn(module: ModuleScope, statement: ts.Statement, name: string): boolean {
  if (ts.isExportDeclaration(statement))
    return /@sentry\/nextjs['"]/.test(statement.getText()) && statement.getText().includes(name);
  if (ts.isFunctionDeclaration(statement))
    return isExported(statement, false) && onlyCalls(module, statement, name);
  if (!ts.isVariableStatement(statement)) return false;
  const values = statement.declarationList.declarations.map(({ initializer }) => initializer);
  return values.every(
    (value) =>
      value !== undefined &&
      (sdkNameOf(module, value) === name ||
        (isExported(statement, false) &&
          (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) &&
          onlyCalls(module, value, name))),
  );
}

type Function = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** Whether a function only calls the SDK's with all its arguments. */
function onlyCalls(module: ModuleScope, { parameters, body }: Function, name: string): boolean {
  if (!body) return false;
  const [only, other] = ts.isBlock(body) ? body.statements : [];
  if (other) return false;
  const value = ts.isBlock(body)
    ? only && (ts.isExpressionStatement(only) || ts.isReturnStatement(only)) && only.expression
    : body;
  const call = value && ts.isAwaitExpression(value) ? value.expression : value;
  if (!call || !ts.isCallExpression(call) || sdkNameOf(module, call.expression) !== name) return false;
  const given = call.arguments.map(withoutCasts);
  const taken = parameters.map((one) => `${one.dotDotDotToken ? '...' : ''}${one.name.getText()}`);
  return given.join() === taken.join();
}

/** The text of an argument, without parts that only the compiler reads: `...args` for `...(args as Arguments)`. */
const withoutCasts = (node: ts.Expression): string =>
  ts.isSpreadElement(node)
    ? `...${plainExpression(node.expression).getText()}`
    : plainExpression(node).getText();
