import ts from 'typescript';
import { type Edit, findNamedExport, inStyle, plainExpression, type Source } from '@adit/codebase/source';

/**
 * A hook that another function creates, such as `onRequestError = createHandler(logger)`: returns why it stays, and
 * what to write.
 */
export function findComputedHook(
  source: Source,
  module: string,
  { name, alias }: { readonly name: string; readonly alias: string },
): Edit | undefined {
  const exported = findNamedExport(source, name);
  if (exported.kind !== 'expression') return undefined;
  const value = plainExpression(exported.node);
  if (!ts.isCallExpression(value)) return undefined;
  const isTyped = /\.[cm]?tsx?$/.test(source.file.fileName);
  // The types of its arguments may be narrower or wider than Adit's.
  const passed = isTyped ? `(args as unknown as Parameters<typeof ${alias}>)` : 'args';
  const lines = [
    `import { ${name} as ${alias} } from '${module}';`,
    '',
    `const own = ${exported.node.getText(source.file)};`,
    '',
    `export const ${name}${isTyped ? ': typeof own' : ''} = (...args) => {`,
    `  ${alias}(...${passed});`,
    '  return own(...args);',
    '};',
    '',
    '// Then run the command again: it does the rest.',
  ];
  return {
    kind: 'unknown',
    why: `its ${name} is made by ${value.expression.getText(source.file)}, so Adit cannot be called from it`,
    snippet: inStyle(lines.join('\n'), source.style),
  };
}
