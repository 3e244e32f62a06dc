import {
  addLines,
  type Edit,
  editSource,
  findAll,
  findNamedExport,
  importsFrom,
  inStyle,
  type MagicString,
  mentions,
  NO_LINE,
  SAME,
  type Source,
  takeLines,
  unknown,
} from '@adit/codebase/source';
import ts from 'typescript';
import {
  addFirst,
  addLast,
  addParameters,
  callStatements,
  earlyReturns,
  functionAround,
  functionOf,
  type FunctionWithBody,
  isAddedLast,
  isAsync,
  parameterNames,
  takeParameters,
  takeStatement,
} from './functions.ts';
import { findComputedHook } from './computed-hook.ts';
import { isInside } from './wrapped.ts';

/** A function that Next calls by its name, and that Adit also exports. */
interface Hook {
  readonly name: string;
  /** Its name in a file with a function of the same name. */
  readonly alias: string;
  /**
   * Names for the parameters that are passed on and that an arrow function does not declare; `start` is `register`,
   * which may be asynchronous.
   */
  readonly parameters: readonly string[] | 'start';
}

/** A file of hooks. */
export interface Hooks {
  readonly module: string;
  readonly hooks: readonly Hook[];
}

export const INSTRUMENTATION: Hooks = {
  module: '@adit/next/instrumentation',
  hooks: [
    { name: 'register', alias: 'registerAdit', parameters: 'start' },
    {
      name: 'onRequestError',
      alias: 'reportToAdit',
      parameters: ['aditError', 'aditRequest', 'aditContext'],
    },
  ],
};

export const CLIENT: Hooks = {
  module: '@adit/next/client',
  hooks: [
    { name: 'onRouterTransitionStart', alias: 'startAditTransition', parameters: ['aditHref', 'aditType'] },
  ],
};

/** Exports Adit's hooks. Functions of the application with the same name stay, and call Adit's. */
export const addHooks = (path: string, text: string, { module, hooks }: Hooks): Edit =>
  editSource(path, text, (source, out) => {
    const there = new Set(importsFrom(source.file, module).flatMap(({ names }) => [...names.keys()]));
    const missing = hooks.filter(({ name }) => !there.has(name));
    if (missing.length === 0) return SAME;
    const called: string[] = [];
    const passedOn: string[] = [];
    const computed = missing
      .filter(({ parameters }) => parameters !== 'start')
      .map((hook) => findComputedHook(source, module, hook))
      .find(Boolean);
    if (computed) return computed;
    for (const hook of missing) {
      const exported = findNamedExport(source, hook.name);
      if (exported.kind === 'none') {
        passedOn.push(hook.name);
        continue;
      }
      const why = callHook(source, out, hook);
      if (why !== undefined) return unknown(why);
      called.push(`${hook.name} as ${hook.alias}`);
    }
    const lines = [
      ...(called.length > 0 ? [`import { ${called.join(', ')} } from '${module}';`] : []),
      ...(passedOn.length > 0 ? [`export { ${passedOn.join(', ')} } from '${module}';`] : []),
    ];
    const styled = lines.map((line) => inStyle(line, source.style));
    return addLines(source, out, styled) ? undefined : unknown(NO_LINE);
  });

/** Calls a hook from the application's own function. Returns the reason if it cannot. */
function callHook(source: Source, out: MagicString, { name, alias, parameters }: Hook): string | undefined {
  const own = functionOf(findNamedExport(source, name));
  if (!own) return `the shape of its ${name} is not known`;
  if (mentions(source, alias)) return `it has a ${alias} of its own`;
  if (parameters !== 'start') {
    const passed = passedArguments(source, out, own, parameters, alias);
    if (passed === undefined) return `its ${name} does not take all parameters`;
    const call = inStyle(`${alias}(${passed});`, source.style);
    return addFirst(source, out, own.body, call) ? undefined : NO_LINE;
  }
  // Last, because it starts the SDK only if it is not running.
  const early = earlyReturns(own);
  if (!early) return `its ${name} may end before its last line`;
  if (!isAsync(own) && own.type) {
    if (own.type.getText(source.file) !== NOTHING) return `its ${name} has a return type`;
    out.overwrite(own.type.getStart(source.file), own.type.end, MAYBE_LATER);
  }
  for (const one of early) out.appendLeft(one.getStart(source.file) + 'return'.length, ` ${alias}()`);
  const last = own.body.statements.at(-1);
  if (last && early.some((one) => one === last)) return undefined;
  const call = inStyle(`${isAsync(own) ? 'await' : 'return'} ${alias}();`, source.style);
  return addLast(source, out, own.body, call) ? undefined : NO_LINE;
}

/** The return type of a function that is not asynchronous, before and after it ends with a hook. */
const NOTHING = 'void';
const MAYBE_LATER = 'void | Promise<void>';

/** The arguments of the application's function. Its types of them may say less than Adit's. */
function passedArguments(
  source: Source,
  out: MagicString,
  own: FunctionWithBody,
  parameters: readonly string[],
  alias: string,
): string | undefined {
  const isTyped = /\.[cm]?tsx?$/.test(source.file.fileName);
  const names = parameterNames(own).slice(0, parameters.length);
  const missing = parameters.slice(names.length);
  if (!names.includes(undefined) && (missing.length === 0 || ts.isArrowFunction(own))) {
    if (missing.some((name) => mentions(source, name))) return undefined;
    const added = missing.map((name) => (isTyped ? `${name}?: unknown` : name));
    if (!addParameters(source, out, own, added)) return undefined;
    const castNames = names.map((name, index) => (own.parameters[index]?.type ? `${name} as never` : name));
    return [...castNames, ...missing.map((name) => (isTyped ? `${name} as never` : name))].join(', ');
  }
  if (ts.isArrowFunction(own)) return undefined;
  return isTyped ? `...(arguments as unknown as Parameters<typeof ${alias}>)` : '...arguments';
}

/** Removes the code that `addHooks` has added. */
export const takeHooks = (path: string, text: string, { module, hooks }: Hooks): Edit =>
  editSource(path, text, (source, out) => {
    const found = importsFrom(source.file, module);
    if (found.length === 0) return SAME;
    if (found.some(({ types }) => types.length > 0)) return unknown('it uses a type of Adit');
    const locals = new Set(
      found.filter(({ kind }) => kind === 'import').flatMap(({ names }) => [...names.values()]),
    );
    const calls = callStatements(source, locals);
    const exports = source.file.statements.filter((statement) => passesOn(statement, locals));
    const lines = [...found.map(({ statement }) => statement), ...exports];
    const isLeft = findAll(source.file, ts.isIdentifier).some(
      (node) => locals.has(node.text) && ![...lines, ...calls].some((known) => isInside(node, known)),
    );
    if (isLeft) return unknown('it uses a hook of Adit in a way that is not known');
    const added = new Set(hooks.flatMap(({ parameters }) => (parameters === 'start' ? [] : parameters)));
    for (const call of calls) {
      const own = functionAround(call);
      if (isAddedLast(call)) takeStatement(source, out, call);
      // It was `return;`.
      else if (ts.isReturnStatement(call) && call.expression)
        out.remove(call.getStart(source.file) + 'return'.length, call.expression.end);
      takeParameters(out, own, added);
      const { type } = own;
      if (type && ts.isReturnStatement(call) && type.getText(source.file) === MAYBE_LATER)
        out.overwrite(type.getStart(source.file), type.end, NOTHING);
    }
    takeLines(source, out, lines);
    return undefined;
  });

/** `export { onRequestError };` and nothing else. */
const passesOn = (statement: ts.Statement, names: ReadonlySet<string>): boolean =>
  ts.isExportDeclaration(statement) &&
  !statement.moduleSpecifier &&
  statement.exportClause !== undefined &&
  ts.isNamedExports(statement.exportClause) &&
  statement.exportClause.elements.every(({ propertyName, name }) => names.has((propertyName ?? name).text));
