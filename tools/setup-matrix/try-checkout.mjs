import ts from 'typescript';
import { createDraft, diagnose, planConversion, planRemoval, planSetup, readRepository } from './built.mjs';

/** Checks that a doctor cannot make in a checkout without packages, a build, variables and a running server. */
const NEEDS_INSTALL =
  /^(?:peer-ranges|one-sentry-core|source-maps|debug-id|dsn|release|environment|tunnel-answered|built-.*)$/;

/** Tries the set-up in each Next application of a checkout, in memory: nothing is written. */
export function tryCheckout(files) {
  const repository = readRepository(files);
  return repository.applications.map((application) => tryApplication(repository, application, files));
}

function tryApplication(repository, application, files, before = []) {
  const options = { applications: [application.folder] };
  const conversion = planConversion(repository, files, options);
  const isConverted = conversion.changes.length + conversion.steps.length > 0;
  const plan = isConverted ? conversion : planSetup(repository, files, options);
  const raised = before.length === 0 ? raiseVersions(plan.steps, files) : undefined;
  if (raised) {
    const again = readRepository(raised.files);
    const same = again.applications.find(({ folder }) => folder === application.folder);
    return tryApplication(again, same, raised.files, raised.steps);
  }
  const byHand = plan.steps.filter((step) => step.byHand);
  const after = createDraft(files);
  for (const change of plan.changes) write(after, change);
  const repositoryAfter = readRepository(after);
  const isDone = plan.changes.some(({ path }) => /adit\.config\.\w+$/.test(path));
  const wrong = isDone
    ? [
        ...lostNames(plan).map((name) => `${name} is lost`),
        ...planSetup(repositoryAfter, after, options).changes.map(
          ({ path }) => `a second run changes ${path}`,
        ),
        ...leftBehind(files, after, repositoryAfter, options).map((path) => `a removal leaves ${path}`),
        ...plan.changes.filter(isBroken).map(({ path }) => `${path} cannot be parsed`),
      ]
    : plan.changes.map(({ path }) => `${path} changes though nothing is set up`);
  return {
    application: application.folder,
    command: isConverted ? 'convert-sentry' : 'init',
    versions: versionsOf(files, application),
    isDone,
    steps: [
      ...before,
      ...byHand.map(({ path, reason, byHand: { why } }) => `${path}: ${reason} (${why})`),
      ...(isDone ? errorsOf(repositoryAfter, application, after, byHand) : []),
    ],
    wrong,
  };
}

/** Follows the step that names packages to upgrade. */
function raiseVersions(steps, files) {
  const step = steps.find(({ reason, byHand }) => byHand && reason.startsWith('Adit needs '));
  const named = [...(step?.byHand.snippet ?? '').matchAll(/(?<=[ "])((?:@[\w.-]+\/)?[\w.-]+)@(\^[\w.]+)/g)];
  if (named.length === 0) return undefined;
  const draft = createDraft(files);
  for (const path of new Set([step.path, 'package.json'])) {
    let text = files.read(path);
    if (text === undefined) continue;
    for (const [, name, range] of named)
      text = text.replace(new RegExp(`("${name}"\\s*:\\s*)"[^"]*"`), `$1"${range}"`);
    draft.write(path, text);
  }
  return { files: draft, steps: [`${step.path}: ${step.byHand.snippet.split('\n')[0]}`] };
}

/** The errors with which the command ends, in files that no step names. */
function errorsOf({ applications, ...repository }, { folder }, files, byHand) {
  const own = applications.filter((one) => one.folder === folder);
  return diagnose({ ...repository, applications: own }, files)
    .findings.filter(({ level, check }) => level === 'error' && !NEEDS_INSTALL.test(check))
    .filter((finding) => !byHand.some(({ path }) => path === finding.path))
    .map(({ check, message }) => `${check}: ${message}`);
}

function write(draft, { path, after }) {
  if (after === undefined) draft.remove(path);
  else draft.write(path, after);
}

export function versionsOf(files, { manifest }) {
  const read = (path) => {
    try {
      return JSON.parse(files.read(path) ?? '{}');
    } catch {
      return {};
    }
  };
  const all = [read('package.json'), read(manifest)].map((one) => ({
    ...one.devDependencies,
    ...one.dependencies,
  }));
  const merged = Object.assign({}, ...all);
  return ['next', 'react', '@sentry/nextjs'].map((name) => merged[name] ?? '–');
}

/** The paths that a removal does not restore exactly. */
function leftBehind(files, after, repository, options) {
  const removed = createDraft(after);
  for (const change of planRemoval(repository, after, options).changes) write(removed, change);
  return [...new Set([...after.changes(), ...removed.changes()].map(({ path }) => path))].filter(
    (path) => removed.read(path) !== files.read(path),
  );
}

/**
 * Options of `init` and `withSentryConfig` that were in a file before, and are neither in a file nor in a step after.
 * The check compares names, not meanings: it does not find an option kept in a wrong place.
 */
function lostNames({ changes, steps }) {
  const before = changes.flatMap(({ path, before = '' }) => [...optionNames(path, before)]);
  const kept = [
    ...changes.map(({ path, after = '' }) => (path.startsWith('.adit/') ? '' : after)),
    ...steps.map(({ reason, byHand }) => `${reason} ${byHand?.why} ${byHand?.snippet}`),
  ].join('\n');
  return [...new Set(before)].filter(
    (name) => ![name, NEW_NAMES[name] ?? name].some((one) => new RegExp(`\\b${one}\\b`).test(kept)),
  );
}

/** Equivalent names in Adit, or in a newer SDK. */
const NEW_NAMES = {
  disableLogger: 'removeDebugLogging',
  sendDefaultPii: 'dataCollection',
  // Adit loads replay if its rates are above 0.
  replayIntegration: 'replays(?:Session|OnError)SampleRate',
  feedbackIntegration: 'feedback',
  inboundFiltersIntegration: 'eventFiltersIntegration',
};

/** Options and integrations that restate Adit's defaults. The entries of `integrations` count, its name does not. */
const isDefault = (node) =>
  /^(?:debug: false|maskAllText: true|blockAllMedia: true|dsn: process\.env\.(?:NEXT_PUBLIC_)?SENTRY_DSN!?|integrations: \[[^]*|browserTracingIntegration)$/.test(
    node.getText(),
  );

function* optionNames(path, text) {
  if (!/\.[cm]?[jt]sx?$/.test(path) || !text.includes('@sentry/')) return;
  const inCall = (node) =>
    ts.isCallExpression(node) && /\b(?:init|withSentryConfig)$/.test(node.expression.getText());
  const named = function* (node) {
    if (
      (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) &&
      ts.isIdentifier(node.name) &&
      !isDefault(node)
    )
      yield node.name.text;
    if (ts.isIdentifier(node) && /^\w+Integration$/.test(node.text) && !isDefault(node)) yield node.text;
    for (const child of childrenOf(node)) yield* named(child);
  };
  const visit = function* (node) {
    if (inCall(node)) for (const argument of node.arguments) yield* named(argument);
    else for (const child of childrenOf(node)) yield* visit(child);
  };
  yield* visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}

function childrenOf(node) {
  const found = [];
  ts.forEachChild(node, (child) => void found.push(child));
  return found;
}

/** Whether a written script cannot be parsed. */
const isBroken = ({ path, after }) =>
  after !== undefined &&
  /\.[cm]?[jt]sx?$/.test(path) &&
  ts.transpileModule(after, { fileName: path, reportDiagnostics: true }).diagnostics.length > 0;
