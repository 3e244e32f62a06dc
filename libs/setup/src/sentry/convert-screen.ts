import MagicString from 'magic-string';
import ts from 'typescript';
import { inStyle, readStyle } from '../source/style.ts';
import type { ModuleScope } from './module-scope.ts';
import { importsSdk, sdkCalls } from './sdk-names.ts';

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
    return { kind: 'unknown', why: 'it has a design of its own and calls captureUnderscoreErrorException' };
  if (calls.some((call) => call.arguments.length !== 1))
    return { kind: 'unknown', why: 'it passes more than the error to captureException' };
  if (/\bcaptureError\b/.test(module.text))
    return { kind: 'unknown', why: 'it has a captureError of its own' };
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
  const used = new Set<ts.Statement>();
  const visit = (node: ts.Node): void => {
    if (callees.has(node)) return;
    const found = module.resolve(node);
    if (found) used.add(found.statement);
    ts.forEachChild(node, visit);
  };
  for (const other of source.statements) if (!importsSdk(other)) visit(other);

  const [statement] = source.statements.filter(importsSdk);
  if (statement) {
    const own = inStyle("import { captureError } from '@adit/next/report';", readStyle(source));
    const isUsed = used.has(statement);
    edited.overwrite(
      statement.getStart(),
      statement.getEnd(),
      isUsed ? `${own}\n${statement.getText()}` : own,
    );
  }
  return edited.toString();
}
