import ts from 'typescript';
import type { Subject } from '../check.ts';
import { callsOf, constantOf, lineOf, textOf } from '@adit/codebase/source';

/** An option of a `Sentry.init` of the application. */
export interface InitOption {
  readonly path: string;
  readonly line: number;
  /** The constant; `undefined` if the code computes it. */
  readonly value: string | number | boolean | undefined;
  /** The variable that the code reads. */
  readonly variable: string | undefined;
}

/** The calls of `Sentry.init` in a file. */
export const initCallsOf = (source: ts.SourceFile): ts.CallExpression[] =>
  callsOf(source, 'init').filter(
    ({ expression }) => ts.isIdentifier(expression) || /^Sentry\b/.test(expression.getText()),
  );

/** An option in `sentry.server.config` and `sentry.edge.config`. */
export function serverInitOptions({ application, reader }: Subject, name: string): InitOption[] {
  return application.files.sentryConfigs
    .filter((path) => !path.includes('sentry.client.config'))
    .flatMap((path) => {
      const source = reader.code(path);
      return (source ? initCallsOf(source) : []).flatMap((call) => {
        const [options] = call.arguments;
        const properties: readonly ts.ObjectLiteralElementLike[] =
          options && ts.isObjectLiteralExpression(options) ? options.properties : [];
        return properties
          .filter(ts.isPropertyAssignment)
          .filter((property) => textOf(property.name) === name)
          .map((property) => ({
            path,
            line: lineOf(property),
            value: constantOf(property.initializer),
            variable: variableIn(property.initializer),
          }));
      });
    });
}

/** The name in `process.env.NAME` or `process.env['NAME']`. */
function variableIn(node: ts.Node): string | undefined {
  const match = /\bprocess\.env(?:\.(\w+)|\[['"](\w+)['"]\])/.exec(node.getText());
  return match?.[1] ?? match?.[2];
}
