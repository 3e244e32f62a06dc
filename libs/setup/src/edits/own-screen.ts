import ts from 'typescript';
import { findDefaultExport } from '../source/exported.ts';
import { addFirst, functionOf, takeStatement, type FunctionWithBody } from '../source/functions.ts';
import { importsOf } from '../source/imports.ts';
import { addLines, takeLines } from '../source/lines.ts';
import { mentions, nodesIn, type Source } from '../source/source.ts';
import { inStyle } from '../source/style.ts';
import { editSource, NO_LINE, SAME, unknown, type Edit } from './edit.ts';

const MODULE = '@adit/next/report';
const NAME = 'captureError';
const HOOK = 'useEffect';

/** Reports the error that an application's own `error` or `global-error` shows. */
export const addToOwnScreen = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    if (text.includes('@adit/next/')) return SAME;
    if (mentions(source, 'captureException'))
      return unknown('it reports the error itself; write captureError in place of captureException');
    if (mentions(source, NAME)) return unknown(`it has a ${NAME} of its own`);
    const screen = functionOf(findDefaultExport(source)) ?? functionBehind(source);
    const error = screen && errorOf(screen);
    if (!error) return unknown('the shape of its component is not known');
    const hook = findHook(source);
    if (hook === undefined) return unknown(`it has a ${HOOK} that could not be told from an added one`);

    const lines = [
      ...(hook.isMissing ? [`import { ${HOOK} } from 'react';`] : []),
      `import { ${NAME} } from '${MODULE}';`,
    ];
    const report = `${hook.name}(() => ${NAME}(${error}), [${error}]);`;
    if (!addFirst(source, out, screen.body, inStyle(report, source.style))) return unknown(NO_LINE);
    const styled = lines.map((line) => inStyle(line, source.style));
    return addLines(source, out, styled) ? undefined : unknown(NO_LINE);
  });

/** The function that `export default Name` means. */
function functionBehind(source: Source): FunctionWithBody | undefined {
  const exported = findDefaultExport(source);
  if (exported.kind !== 'expression' || !ts.isIdentifier(exported.node)) return undefined;
  const { text } = exported.node;
  for (const statement of source.file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === text)
      return functionOf({ kind: 'declaration', node: statement, start: statement.pos, end: statement.end });
    if (!ts.isVariableStatement(statement)) continue;
    const { initializer } =
      statement.declarationList.declarations.find(({ name }) => name.getText() === text) ?? {};
    if (initializer) return functionOf({ kind: 'expression', node: initializer, start: 0, end: 0 });
  }
  return undefined;
}

/** How the component has the error: `error`, or `props.error`. */
function errorOf({ parameters }: FunctionWithBody): string | undefined {
  const name = parameters[0]?.name;
  if (!name) return undefined;
  if (ts.isIdentifier(name)) return `${name.text}.error`;
  if (!ts.isObjectBindingPattern(name)) return undefined;
  const element = name.elements.find((one) => (one.propertyName ?? one.name).getText() === 'error');
  return element && ts.isIdentifier(element.name) ? element.name.text : undefined;
}

/** How the file can call the hook; `undefined` if it has an import for it that could not be told from an added one. */
function findHook(source: Source): { readonly name: string; readonly isMissing: boolean } | undefined {
  const [local] = importsOf(source, 'react').flatMap(({ names }) => names.get(HOOK) ?? []);
  if (local !== undefined)
    return local === HOOK && usesOf(source, HOOK) > 1 ? { name: HOOK, isMissing: false } : undefined;
  const [react] = source.file.statements
    .filter(ts.isImportDeclaration)
    .flatMap(({ moduleSpecifier, importClause }) => {
      if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== 'react') return [];
      if (!importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
      const { name, namedBindings } = importClause;
      return name ?? (namedBindings && ts.isNamespaceImport(namedBindings) ? namedBindings.name : []);
    });
  if (react) return { name: `${react.text}.${HOOK}`, isMissing: false };
  return mentions(source, HOOK) ? undefined : { name: HOOK, isMissing: true };
}

const usesOf = ({ file }: Source, name: string): number =>
  [...nodesIn(file)].filter((node) => ts.isIdentifier(node) && node.text === name).length;

/** Takes `captureError` out of a screen. */
export const takeFromOwnScreen = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const [found] = importsOf(source, MODULE);
    if (!found) return SAME;
    const reports = [...nodesIn(source.file)].filter(isReport);
    const uses = usesOf(source, NAME);
    if (found.names.size !== 1 || reports.length !== uses - 1)
      return unknown(`it uses ${NAME} in places of its own`);
    for (const report of reports) takeStatement(source, out, report);

    const { statements } = source.file;
    const above = statements[statements.indexOf(found.statement) - 1];
    const [hook] = importsOf(source, 'react').filter(
      ({ statement, names }) => statement === above && names.size === 1 && names.has(HOOK),
    );
    const inReports = reports.filter(
      ({ expression }) => ts.isCallExpression(expression) && expression.expression.getText() === HOOK,
    ).length;
    const isOurs = hook !== undefined && usesOf(source, HOOK) === 1 + inReports;
    takeLines(source, out, [...(isOurs ? [hook.statement] : []), found.statement]);
    return undefined;
  });

/** `useEffect(() => captureError(error), [error]);` */
function isReport(node: ts.Node): node is ts.ExpressionStatement {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return false;
  const { expression, arguments: given } = node.expression;
  const [effect] = given;
  return (
    expression.getText().endsWith(HOOK) &&
    effect !== undefined &&
    ts.isArrowFunction(effect) &&
    ts.isCallExpression(effect.body) &&
    effect.body.expression.getText() === NAME
  );
}
