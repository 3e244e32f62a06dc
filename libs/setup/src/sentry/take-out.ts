import { inStyle, MagicString, readStyle } from '@adit/codebase/source';
import ts from 'typescript';
import { isWizardComment } from './comments.ts';
import { importText } from './import-text.ts';
import type { ModuleScope } from './module-scope.ts';

/** Replacements in a file from which statements are taken. */
export interface Replaced {
  /** Nodes that go. The names that only they used go, too. */
  readonly callees: readonly ts.Node[];
  readonly edit: (edited: MagicString) => void;
}

/**
 * Returns the text of a file without some of its statements, which may be nested, and without names that only these and
 * the replaced code used. `undefined` if nothing is left.
 */
export function takeOut(
  module: ModuleScope,
  taken: readonly ts.Statement[],
  replaced?: Replaced,
): string | undefined {
  const statements = new Set(taken);
  const nodes = replaced?.callees ?? [];
  const edited = new MagicString(module.text);
  addUnused(module, statements, nodes);
  for (const statement of statements) removeStatement(module, edited, statement);
  const gone = new Set<ts.Node>([...statements, ...nodes]);
  for (const statement of module.source.statements)
    if (!gone.has(statement) && ts.isImportDeclaration(statement))
      removeUnusedNames(module, edited, statement, gone);
  // Last: text that is added to a removed range is lost.
  replaced?.edit(edited);
  const left = edited
    .toString()
    .split('\n')
    .filter((line) => !isWizardComment(line.trim()))
    .join('\n')
    .trim();
  if (left === '') return undefined;
  const hadGaps = /\n\s*\n\s*\n/.test(module.text);
  return `${hadGaps ? left : left.replaceAll(/\n\s*\n\s*\n/g, '\n\n')}\n`;
}

/** Adds statements to the removed ones if only removed code used their names. */
function addUnused(module: ModuleScope, gone: Set<ts.Statement>, nodes: readonly ts.Node[]): void {
  for (;;) {
    const all = new Set([...gone, ...nodes]);
    const used = usedNames(module, all);
    const candidates = [...all].flatMap((node) => [...module.namesUsedBy(node).values()]);
    const unused = candidates.filter(
      ({ statement }) =>
        !gone.has(statement) && isPrivate(statement) && declaredIn(statement).every((one) => !used.has(one)),
    );
    if (unused.length === 0) return;
    for (const { statement } of unused) gone.add(statement);
  }
}

/** The names that the remaining code uses. */
function usedNames(module: ModuleScope, gone: ReadonlySet<ts.Node>): ReadonlySet<ts.Declaration> {
  const used = new Set<ts.Declaration>();
  for (const statement of module.source.statements) {
    if (gone.has(statement)) continue;
    for (const { declaration, statement: home } of module.namesUsedBy(statement, gone).values())
      if (home !== statement) used.add(declaration);
  }
  return used;
}

const isPrivate = (statement: ts.Statement): boolean =>
  !(
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );

/** The names that a statement declares or imports. */
function declaredIn(statement: ts.Statement): readonly ts.Declaration[] {
  const found: ts.Declaration[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isBindingElement(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isNamespaceImport(node)
    )
      found.push(node);
    else if (
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node)
    ) {
      found.push(node);
      return;
    } else if (ts.isImportClause(node) && node.name) found.push(node);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(statement);
  return found;
}

/** Removes the names from an import that only removed statements used. */
function removeUnusedNames(
  module: ModuleScope,
  edited: MagicString,
  statement: ts.ImportDeclaration,
  gone: ReadonlySet<ts.Node>,
): void {
  const used = usedNames(module, gone);
  const names = declaredIn(statement);
  const usedByGone = namesOf(module, gone);
  const kept = names.filter((name) => used.has(name) || !usedByGone.has(name));
  if (kept.length === names.length) return;
  const written = importText({ statement, declarations: new Set(kept) }, (from) => from);
  edited.overwrite(statement.getStart(), statement.end, inStyle(written, readStyle(module.source)));
}

const namesOf = (module: ModuleScope, nodes: ReadonlySet<ts.Node>): ReadonlySet<ts.Declaration> =>
  new Set(
    [...nodes].flatMap((one) => [...module.namesUsedBy(one).values()].map(({ declaration }) => declaration)),
  );

/** Removes a statement with the comments directly above it, and those of the wizard. */
function removeStatement({ text, source }: ModuleScope, edited: MagicString, statement: ts.Statement): void {
  let start = statement.getStart(source);
  for (const { pos, end } of (ts.getLeadingCommentRanges(text, statement.pos) ?? []).toReversed()) {
    const isApart = text.slice(end, start).split('\n').length > 2;
    const isBehindCode = statement.pos > 0 && !text.slice(statement.pos, pos).includes('\n');
    const isOfTheFile = isApart || ts.isImportDeclaration(statement);
    if (isBehindCode || (isOfTheFile && !isWizardComment(text.slice(pos, end)))) break;
    start = pos;
  }
  const blank = /[ \t]*$/.exec(text.slice(0, start))?.[0] ?? '';
  const rest = /^[ \t]*(?:\r?\n)?/.exec(text.slice(statement.end))?.[0] ?? '';
  edited.remove(start - blank.length, statement.end + rest.length);
}
