import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';
import { sdkCalls } from './sdk-names.ts';

/** Where a file starts the SDK. */
export interface Init {
  readonly statement: ts.ExpressionStatement;
  readonly options: ts.ObjectLiteralExpression;
}

/** Finds the one call of `Sentry.init` with options as an object; else says why there is none. */
export function findInit(module: ModuleScope): Init | { readonly why: string } | undefined {
  const [call, other] = sdkCalls(module, 'init');
  if (call === undefined) return undefined;
  if (other) return { why: 'it calls Sentry.init more than once' };
  const statement = call.parent;
  if (!ts.isExpressionStatement(statement) || !ts.isSourceFile(statement.parent))
    return { why: 'its Sentry.init does not stand alone at the top level, so it may run only sometimes' };
  const [options] = call.arguments;
  if (options === undefined || !ts.isObjectLiteralExpression(options))
    return { why: 'the options of its Sentry.init are not written as an object' };
  return { statement, options };
}
