import ts from 'typescript';
import {
  addLines,
  type Edit,
  editSource,
  findAll,
  findDefaultExport,
  importsFrom,
  inStyle,
  mentions,
  NO_LINE,
  parseSource,
  SAME,
  type Source,
  takeLines,
  unknown,
  usesOf,
} from '@adit/codebase/source';
import { addFirst, functionOf, type FunctionWithBody, takeStatement } from './functions.ts';
import { addErrorProp, takeErrorProp } from './error-prop.ts';

const MODULE = '@adit/next/report';
const NAME = 'captureError';
const HOOK = 'useEffect';

/** Adds a report of the error to an application's own `error` or `global-error`. */
export const addToOwnScreen = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    if (text.includes('@adit/next/')) return SAME;
    if (mentions(source, 'captureException'))
      return unknown('it reports the error itself; write captureError in place of captureException');
    if (mentions(source, NAME)) return unknown(`it has a ${NAME} of its own`);
    const screen = functionOf(findDefaultExport(source)) ?? functionBehind(source);
    const hook = findHook(source);
    if (hook === undefined) return unknown(`it has a ${HOOK} that could not be told from an added one`);
    const error = screen && (errorOf(screen) ?? addErrorProp(source, out, screen));
    if (!screen || !error) return unknown('the shape of its component is not known');

    const lines = [
      ...(hook.isMissing ? [`import { ${HOOK} } from 'react';`] : []),
      `import { ${NAME} } from '${MODULE}';`,
    ];
    const report = `${hook.name}(() => ${NAME}(${error}), [${error}]);`;
    if (!addFirst(source, out, screen.body, inStyle(report, source.style))) return unknown(NO_LINE);
    const styled = lines.map((line) => inStyle(line, source.style));
    return addLines(source, out, styled) ? undefined : unknown(NO_LINE);
  });

/** The function that `export default Name` refers to. */
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

/** The component's expression for the error: `error`, or `props.error`. */
function errorOf({ parameters }: FunctionWithBody): string | undefined {
  const name = parameters[0]?.name;
  if (!name) return undefined;
  if (ts.isIdentifier(name)) return `${name.text}.error`;
  if (!ts.isObjectBindingPattern(name)) return undefined;
  const element = name.elements.find((one) => (one.propertyName ?? one.name).getText() === 'error');
  return element && ts.isIdentifier(element.name) ? element.name.text : undefined;
}

/**
 * How the file can call the hook; `undefined` if it has an import for it that could not be distinguished from an added
 * one.
 */
function findHook(source: Source): { readonly name: string; readonly isMissing: boolean } | undefined {
  const [local] = importsFrom(source.file, 'react').flatMap(({ names }) => names.get(HOOK) ?? []);
  if (local !== undefined)
    return local === HOOK && usesOf(source.file, HOOK).length > 1
      ? { name: HOOK, isMissing: false }
      : undefined;
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

/** Removes `captureError` from a screen. */
export const takeFromOwnScreen = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const found = findReports(source);
    if (found === undefined) return SAME;
    if (found === 'other') return unknown(`it uses ${NAME} in places of its own`);
    for (const report of found.reports) {
      takeStatement(source, out, report);
      takeErrorProp(out, report.parent.parent as FunctionWithBody);
    }
    takeLines(source, out, found.imports);
    return undefined;
  });

/** The code that `takeFromOwnScreen` removes: a user may have written the same. */
export function linesOfReport(path: string, text: string): readonly string[] {
  const source = parseSource(path, text);
  const found = source && findReports(source);
  return found === undefined || found === 'other'
    ? []
    : [...found.imports, ...found.reports].map((statement) => statement.getText().replaceAll(/\s+/g, ' '));
}

/** The reports and imports as `addToOwnScreen` writes them; `other` if the name has other uses. */
function findReports(
  source: Source,
):
  | { readonly reports: readonly ts.ExpressionStatement[]; readonly imports: readonly ts.Statement[] }
  | 'other'
  | undefined {
  const [found] = importsFrom(source.file, MODULE);
  if (!found) return undefined;
  const reports = findAll(source.file, isReport);
  const uses = usesOf(source.file, NAME).length;
  if (!found.names.has(NAME) || found.names.size + found.types.length !== 1 || reports.length !== uses - 1)
    return 'other';
  const { statements } = source.file;
  const above = statements[statements.indexOf(found.statement) - 1];
  const [hook] = importsFrom(source.file, 'react').filter(
    ({ statement, names, types }) =>
      statement === above && names.size + types.length === 1 && names.has(HOOK),
  );
  const inReports = reports.filter(
    ({ expression }) => ts.isCallExpression(expression) && expression.expression.getText() === HOOK,
  ).length;
  const isOurs = hook !== undefined && usesOf(source.file, HOOK).length === 1 + inReports;
  return { reports, imports: [...(isOurs ? [hook.statement] : []), found.statement] };
}

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
