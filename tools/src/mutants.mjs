// Small changes to a source file that its tests must detect, found in its syntax tree.
import ts from 'typescript';
import { createRandom } from './random.mjs';

const { SyntaxKind } = ts;

/** Each operator and its replacement: boundaries are moved rather than directions reversed. */
const OPERATORS = {
  [SyntaxKind.LessThanToken]: '<=',
  [SyntaxKind.LessThanEqualsToken]: '<',
  [SyntaxKind.GreaterThanToken]: '>=',
  [SyntaxKind.GreaterThanEqualsToken]: '>',
  [SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [SyntaxKind.EqualsEqualsToken]: '!=',
  [SyntaxKind.ExclamationEqualsToken]: '==',
  [SyntaxKind.AmpersandAmpersandToken]: '||',
  [SyntaxKind.BarBarToken]: '&&',
  [SyntaxKind.PlusToken]: '-',
  [SyntaxKind.MinusToken]: '+',
  [SyntaxKind.AsteriskToken]: '/',
};

const isText = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
const isNumber = (node) => node && ts.isNumericLiteral(node);

/** Nodes whose content no test can detect: types, imports, and texts that are names, not values. */
function isSilent(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

/** The replacement of one node as `[start, end, text]`, or `undefined` if it has none. */
function mutationOf(node, source) {
  const whole = (text) => [node.getStart(source), node.end, text];
  if (ts.isBinaryExpression(node)) {
    const text = OPERATORS[node.operatorToken.kind];
    const joinsText = isText(node.left) || isText(node.right) || ts.isTemplateExpression(node.right);
    if (!text || (joinsText && (text === '-' || text === '+'))) return undefined;
    return [node.operatorToken.getStart(source), node.operatorToken.end, text];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    return whole(node.operand.getText(source));
  }
  if (node.kind === SyntaxKind.TrueKeyword) return whole('false');
  if (node.kind === SyntaxKind.FalseKeyword) return whole('true');
  if (isNumber(node)) return whole(`(${node.text} + 1)`);
  if (ts.isConditionalExpression(node)) return [...whole('').slice(0, 2), node.whenFalse.getText(source)];
  if (ts.isIfStatement(node)) {
    return [
      node.expression.getStart(source),
      node.expression.end,
      `false && (${node.expression.getText(source)})`,
    ];
  }
  if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression)) return whole(';');
  if (isText(node) && node.text !== '' && !ts.isPropertyAssignment(node.parent)) return whole("''");
  return undefined;
}

/**
 * Every mutant of a source text, in its order.
 *
 * @returns {{ line: number, before: string, after: string, text: string }[]} `text` is the whole mutated source
 */
export function mutantsOf(text, fileName = 'source.tsx') {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const visit = (node) => {
    if (isSilent(node)) return;
    const mutation = mutationOf(node, source);
    if (mutation) {
      const [start, end, after] = mutation;
      mutants.push({
        line: source.getLineAndCharacterOfPosition(start).line + 1,
        before: text.slice(start, end),
        after,
        text: text.slice(0, start) + after + text.slice(end),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** `count` of the items, the same ones for the same seed. */
export function sample(items, count, seed) {
  const pool = [...items];
  const random = createRandom(seed);
  const chosen = [];
  while (chosen.length < count && pool.length > 0) {
    chosen.push(...pool.splice(Math.floor(random() * pool.length), 1));
  }
  return chosen;
}
