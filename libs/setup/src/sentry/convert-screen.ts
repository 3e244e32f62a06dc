import MagicString from 'magic-string';
import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';
import { sdkCalls } from './sdk-names.ts';
import { importText } from './import-text.ts';

/** What an error screen that reports to Sentry becomes. */
export type ScreenConversion =
  /** It is the wizard's own, so Adit's takes its place. */
  | { readonly kind: 'wizard' }
  | { readonly kind: 'changed'; readonly text: string }
  | { readonly kind: 'unknown'; readonly why: string };

const WIZARD_IMPORTS = /^(?:@sentry\/nextjs|next\/error|react)$/;

/** Writes `captureError` in place of `Sentry.captureException`. `undefined` if the file does not report to Sentry. */
export function convertScreen(module: ModuleScope): ScreenConversion | undefined {
  const calls = sdkCalls(module, 'captureException');
  const inPages = sdkCalls(module, 'captureUnderscoreErrorException');
  if (calls.length + inPages.length === 0) return undefined;
  if (isWizardScreen(module)) return { kind: 'wizard' };
  if (inPages.length > 0)
    return { kind: 'unknown', why: 'It has a design of its own and calls captureUnderscoreErrorException.' };
  if (calls.some((call) => call.arguments.length !== 1))
    return { kind: 'unknown', why: 'It passes more than the error to captureException.' };
  if (/\bcaptureError\b/.test(module.text))
    return { kind: 'unknown', why: 'It has a captureError of its own.' };
  return { kind: 'changed', text: useCaptureError(module, calls) };
}

/** Whether all it shows is Next's own error page. */
function isWizardScreen({ source }: ModuleScope): boolean {
  const imports = source.statements.filter(ts.isImportDeclaration);
  const shown = imports
    .filter(({ moduleSpecifier }) => moduleSpecifier.getText().slice(1, -1) === 'next/error')
    .map(({ importClause }) => importClause?.name?.text);
  const tags: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) tags.push(node.tagName.getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return (
    imports.every(({ moduleSpecifier }) => WIZARD_IMPORTS.test(moduleSpecifier.getText().slice(1, -1))) &&
    tags.some((tag) => shown.includes(tag)) &&
    tags.every((tag) => tag === 'html' || tag === 'body' || shown.includes(tag))
  );
}

function useCaptureError(module: ModuleScope, calls: readonly ts.CallExpression[]): string {
  const { source, text } = module;
  const edited = new MagicString(text);
  for (const { expression } of calls)
    edited.overwrite(expression.getStart(), expression.getEnd(), 'captureError');

  const callees = new Set<ts.Node>(calls.map(({ expression }) => expression));
  const used = new Set<ts.Declaration>();
  const visit = (node: ts.Node): void => {
    if (callees.has(node)) return;
    const found = module.resolve(node);
    if (found && found.statement !== node.parent) used.add(found.declaration);
    ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) if (!ts.isImportDeclaration(statement)) visit(statement);

  const [statement] = source.statements.filter(
    (one): one is ts.ImportDeclaration =>
      ts.isImportDeclaration(one) && one.moduleSpecifier.getText().slice(1, -1) === '@sentry/nextjs',
  );
  if (!statement) return edited.toString();
  const quote = statement.moduleSpecifier.getText().charAt(0);
  const end = statement.getText().endsWith(';') ? ';' : '';
  const own = `import { captureError } from ${quote}@adit/next/report${quote}${end}`;
  const kept = importText({ statement, declarations: used }, (from) => from);
  const isUsed = !/^import (?:type )? from/.test(kept);
  edited.overwrite(statement.getStart(), statement.getEnd(), isUsed ? `${own}\n${statement.getText()}` : own);
  return edited.toString();
}
