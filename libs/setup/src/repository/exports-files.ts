import ts from 'typescript';

/** Whether a Next configuration has `output: 'export'`, written as a literal. */
export function exportsFiles(text: string): boolean {
  const source = ts.createSourceFile('next.config.ts', text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): boolean =>
    (ts.isPropertyAssignment(node) &&
      /^['"]?output['"]?$/.test(node.name.getText(source)) &&
      isExport(node.initializer)) ||
    (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  return visit(source);
}

function isExport(value: ts.Expression): boolean {
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return isExport(value.expression);
  return ts.isStringLiteralLike(value) && value.text === 'export';
}
