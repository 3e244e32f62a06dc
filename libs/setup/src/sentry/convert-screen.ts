import ts from 'typescript';
import { findAll } from '@adit/codebase/source';
import { earlyCalls } from './early-calls.ts';
import type { ModuleScope } from './module-scope.ts';
import { sdkCalls } from './sdk-names.ts';
import { useCaptureError } from './use-capture-error.ts';

/** The result for an error screen that reports to Sentry. */
export type ScreenConversion =
  /** It is the wizard's own, so Adit's replaces it. */
  | { readonly kind: 'wizard' }
  | { readonly kind: 'changed'; readonly text: string }
  | { readonly kind: 'unknown'; readonly why: string };

const WIZARD_IMPORTS = /^(?:@sentry\/nextjs|next\/error|react)$/;

/** Replaces `Sentry.captureException` with `captureError`. `undefined` if the file does not report to Sentry. */
export function convertScreen(module: ModuleScope): ScreenConversion | undefined {
  const calls = sdkCalls(module, 'captureException');
  const inPages = sdkCalls(module, 'captureUnderscoreErrorException');
  if (calls.length + inPages.length === 0) return undefined;
  if (isWizardScreen(module)) return { kind: 'wizard' };
  if (inPages.length > 0)
    return { kind: 'unknown', why: 'it has a design of its own and calls captureUnderscoreErrorException' };
  const uses = earlyCalls(module).filter(({ name }) => name === 'captureException');
  const open = uses.find(({ replaced }) => !replaced);
  if (open) return { kind: 'unknown', why: `it calls captureException ${open.why}`.trim() };
  if (/\bcaptureError\b/.test(module.text))
    return { kind: 'unknown', why: 'it has a captureError of its own' };
  return {
    kind: 'changed',
    text: useCaptureError(
      module,
      uses.flatMap(({ replaced }) => replaced ?? []),
    ),
  };
}

/** Whether it shows only Next's own error page. */
function isWizardScreen({ source }: ModuleScope): boolean {
  const imports = source.statements.filter(ts.isImportDeclaration);
  const shown = imports
    .filter(({ moduleSpecifier }) => moduleSpecifier.getText().slice(1, -1) === 'next/error')
    .map(({ importClause }) => importClause?.name?.text);
  const tags = findAll(source, ts.isJsxOpeningLikeElement).map(({ tagName }) => tagName.getText());
  return (
    imports.every(({ moduleSpecifier }) => WIZARD_IMPORTS.test(moduleSpecifier.getText().slice(1, -1))) &&
    tags.some((tag) => shown.includes(tag)) &&
    tags.every((tag) => tag === 'html' || tag === 'body' || shown.includes(tag))
  );
}
