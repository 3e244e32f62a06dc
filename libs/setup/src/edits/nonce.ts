import { constantOf, findAll, importsFrom, type Source, unwrap } from '@adit/codebase/source';
import ts from 'typescript';

/**
 * The code of the nonce for an element of a layout: a variable before it that reads a header of the request, such as
 * `const nonce = (await headers()).get('x-nonce')`. `undefined` if there is none.
 */
export function nonceFor(element: ts.Node): string | undefined {
  const isBefore = (declared: ts.VariableDeclaration): boolean => {
    const scope = ts.findAncestor(declared, (node) => ts.isBlock(node) || ts.isSourceFile(node));
    return declared.end <= element.pos && ts.findAncestor(element, (node) => node === scope) !== undefined;
  };
  return findAll(element.getSourceFile(), ts.isVariableDeclaration)
    .filter(isBefore)
    .flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name) || !initializer || !readsNonce(initializer)) return [];
      // A header that is missing is null, which the types of React do not accept.
      const mayBeNull = isHeader(plain(initializer)) || /\bnull\b/.test(initializer.getText());
      return [mayBeNull ? `${name.text} ?? undefined` : name.text];
    })
    .at(-1);
}

/** Whether an expression is a header with the nonce, or that with a default. */
function readsNonce(node: ts.Expression): boolean {
  const value = unwrap(node);
  const isDefault =
    ts.isBinaryExpression(value) &&
    (value.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken ||
      value.operatorToken.kind === ts.SyntaxKind.BarBarToken);
  return isDefault ? readsNonce(value.left) : isHeader(value);
}

/** `….get('x-nonce')`. */
function isHeader(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const name = constantOf(node.arguments[0]);
  return node.expression.name.text === 'get' && typeof name === 'string' && /nonce/i.test(name);
}

const plain = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? plain(node.expression) : node;

/** Whether a layout has an `AditRoot` without a nonce. */
export const lacksNonce = ({ file }: Source): boolean => {
  const names = importsFrom(file, '@adit/next/root').flatMap(
    ({ names: found }) => found.get('AditRoot') ?? [],
  );
  return findAll(file, ts.isJsxOpeningElement).some(
    ({ tagName, attributes }) =>
      names.includes(tagName.getText()) &&
      !attributes.properties.some((one) => ts.isJsxSpreadAttribute(one) || one.name.getText() === 'nonce'),
  );
};
