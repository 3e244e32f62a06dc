import ts from 'typescript';
import { callsOf, findAll, propertiesOf } from '@adit/codebase/source';

/**
 * `tunnelRoute` in a `next.config`, if Sentry's build gets it: from the options of `withAdit` or `withSentryConfig`, or
 * from constants and functions of the file that these use. Next ignores `sentry: { tunnelRoute }` of its own
 * configuration. Without such a call, the first one of the file.
 */
export function findTunnelRoute(file: ts.SourceFile | undefined): ts.PropertyAssignment | undefined {
  if (file === undefined) return undefined;
  const properties = propertiesOf(file, 'tunnelRoute');
  const calls = [...callsOf(file, 'withAdit'), ...callsOf(file, 'withSentryConfig')];
  if (calls.length === 0) return properties[0];
  const used = withWhatTheyUse(
    file,
    calls.flatMap((call) => call.arguments.slice(1)),
  );
  return properties.find((property) =>
    used.some((node) => node.pos <= property.pos && property.end <= node.end),
  );
}

/** Code, and the constants and functions of the file that it uses. */
function withWhatTheyUse(file: ts.SourceFile, code: readonly ts.Node[]): readonly ts.Node[] {
  const declared = findAll(file, isNamed);
  const used = new Set(code);
  // Elements that are added to a set during iteration are visited too.
  for (const node of used) {
    const names = new Set(findAll(node, ts.isIdentifier).map(({ text }) => text));
    for (const one of declared) if (names.has(one.name.text)) used.add(one);
  }
  return [...used];
}

type Named = (ts.VariableDeclaration | ts.FunctionDeclaration) & { readonly name: ts.Identifier };

const isNamed = (node: ts.Node): node is Named =>
  (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name);
