import ts from 'typescript';
import { isErrorContext, scopeAsContext } from './error-context.ts';
import type { ModuleScope } from './module-scope.ts';
import { sdkNameOf } from './sdk-names.ts';

/** A use of the SDK in browser code that has less effect before the SDK is loaded. */
export interface EarlyCall {
  readonly name: string;
  /** The replacement, if `captureError` says the same and nobody uses the result. */
  readonly replaced?: { readonly node: ts.Expression; readonly text: string } | undefined;
  /** The reason why it cannot be replaced, if it is not obvious. */
  readonly why: string;
  /** The code to write. */
  readonly snippet: string;
}

const LOADED = (call: string): string =>
  `import { flush } from '@adit/next/report';\n\nvoid flush().then(() => ${call}); // flush loads the SDK`;

/** Functions that need a running SDK, with the code to write. Others only set data on a scope, or are for servers. */
const NEEDS_SDK: Readonly<Record<string, string>> = {
  addIntegration:
    "// integrations of adit.config: monitoring: { integrations: async () => (await import('./integrations')).integrations }",
  captureEvent: LOADED('Sentry.captureEvent(event)'),
  captureException: "import { captureError } from '@adit/next/report';\n\ncaptureError(error);",
  captureFeedback: LOADED('Sentry.captureFeedback(feedback)'),
  captureMessage: LOADED('Sentry.captureMessage(message)'),
  captureReactException: "import { captureError } from '@adit/next/report';\n\ncaptureError(error);",
  captureUserFeedback: LOADED('Sentry.captureFeedback(feedback)'),
  ErrorBoundary:
    "import { captureError } from '@adit/next/report';\n\n<Sentry.ErrorBoundary onError={(error) => captureError(error)}>",
  feedbackAsyncIntegration: '// adit.config: monitoring: { feedback: true }',
  getFeedback: LOADED('Sentry.getFeedback()?.createForm()'),
  getReplay: LOADED('Sentry.getReplay()?.flush()'),
  lastEventId: "import { lastEventId } from '@adit/next/report';",
  lazyLoadIntegration:
    "// integrations of adit.config: monitoring: { integrations: async () => (await import('./integrations')).integrations }",
  reactErrorHandler:
    "import { captureError } from '@adit/next/report';\n\nonUncaughtError: (error) => captureError(error)",
  sendFeedback: LOADED('Sentry.sendFeedback(feedback)'),
  showReportDialog: LOADED('Sentry.showReportDialog()'),
  withErrorBoundary:
    "import { captureError } from '@adit/next/report';\n\nSentry.withErrorBoundary(Component, { onError: (error) => captureError(error) })",
};

/** The uses in a module, in order. */
export function earlyCalls(module: ModuleScope): readonly EarlyCall[] {
  const found: EarlyCall[] = [];
  const add = (name: string, rest: Omit<EarlyCall, 'name' | 'snippet'>): void => {
    const snippet = Object.hasOwn(NEEDS_SDK, name) ? NEEDS_SDK[name] : undefined;
    if (snippet !== undefined) found.push({ name, snippet, ...rest });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isJsxClosingElement(node)) return;
    const scoped = ts.isCallExpression(node) && isUnused(node) ? scopeAsContext(module, node) : undefined;
    if (scoped !== undefined && ts.isExpression(node)) {
      add('captureException', { why: '', replaced: { node, text: scoped } });
      return;
    }
    const name = ts.isExpression(node) ? sdkNameOf(module, node) : undefined;
    if (ts.isExpression(node) && name !== undefined) {
      if (!isReporting(node)) add(name, judge(module, node, name));
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(module.source);
  return found;
}

/** An error boundary whose `onError` calls `captureError`. */
const isReporting = ({ parent }: ts.Node): boolean =>
  (ts.isJsxOpeningElement(parent) && /\bonError=[\s\S]*captureError/.test(parent.getText())) ||
  (ts.isCallExpression(parent) && /\bonError\b[\s\S]*captureError/.test(parent.getText()));

function judge(module: ModuleScope, node: ts.Expression, name: string): Pick<EarlyCall, 'why' | 'replaced'> {
  const call = node.parent;
  // `catch` passes only the error.
  if (name === 'captureException' && ts.isCallExpression(call) && isCatch(call.expression))
    return { why: '', replaced: { node, text: 'captureError' } };
  if (name !== 'captureException' || !ts.isCallExpression(call) || call.expression !== node)
    return { why: '' };
  if (isInScope(module, call)) return { why: 'with more of a scope than captureError has' };
  const [, context, other] = call.arguments;
  if (other || (context && !isErrorContext(context))) return { why: 'with more than captureError has' };
  return isUnused(call)
    ? { why: '', replaced: { node, text: 'captureError' } }
    : { why: 'and uses its result' };
}

const isCatch = (node: ts.Node): boolean => ts.isPropertyAccessExpression(node) && node.name.text === 'catch';

/** Whether the result of a call is not used. */
const isUnused = (call: ts.CallExpression): boolean =>
  ts.isExpressionStatement(call.parent) ||
  ts.isVoidExpression(call.parent) ||
  (ts.isArrowFunction(call.parent) && ts.isCallExpression(call.parent.parent));

/** Whether a call is inside `withScope(…)`. */
const isInScope = (module: ModuleScope, node: ts.Node): boolean =>
  ts.findAncestor(
    node,
    (one) =>
      ts.isCallExpression(one) && /^with(?:Isolation)?Scope$/.test(sdkNameOf(module, one.expression) ?? ''),
  ) !== undefined;
