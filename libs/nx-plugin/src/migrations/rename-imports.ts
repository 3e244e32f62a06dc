import ts from 'typescript';
import { currentExport, RENAMED_EXPORTS } from './renamed-exports.ts';

const ENTRIES = new Set(RENAMED_EXPORTS.map(({ entry }) => entry));

type Names = ts.NamedImports | ts.NamedExports;

/** The names in the braces of an import or export from an entry point with renamed exports. */
function namesOf(
  statement: ts.Statement,
): { readonly names: Names; readonly from: ts.StringLiteral } | undefined {
  const isImport = ts.isImportDeclaration(statement);
  if (!isImport && !ts.isExportDeclaration(statement)) return undefined;
  const from = statement.moduleSpecifier;
  const names = isImport ? statement.importClause?.namedBindings : statement.exportClause;
  const isKnown = from && ts.isStringLiteral(from) && ENTRIES.has(from.text);
  return isKnown && names && (ts.isNamedImports(names) || ts.isNamedExports(names))
    ? { names, from }
    : undefined;
}

/** One name in braces as it is written now. The file goes on to use the old one. */
function specifierText(specifier: ts.ImportSpecifier | ts.ExportSpecifier, name: string): string {
  const type = specifier.isTypeOnly ? 'type ' : '';
  const local = specifier.name.text;
  return `${type}${name}${name === local ? '' : ` as ${local}`}`;
}

/** A statement with the names of today: one for each entry point that they come from now. */
function renameIn(statement: ts.Statement, text: string): string | undefined {
  const found = namesOf(statement);
  if (!found) return undefined;
  const { names, from } = found;
  const entries = new Map<string, string[]>();
  let isRenamed = false;
  for (const specifier of names.elements) {
    const old = (specifier.propertyName ?? specifier.name).text;
    const { entry, name } = currentExport(from.text, old);
    isRenamed ||= entry !== from.text || name !== old;
    entries.set(entry, [...(entries.get(entry) ?? []), specifierText(specifier, name)]);
  }
  if (!isRenamed) return undefined;

  const start = statement.getStart();
  const quote = text.charAt(from.getStart());
  const head = text.slice(start, names.getStart());
  const tail = text.slice(from.getEnd(), statement.getEnd());
  // A default import stays with the entry point that it came from.
  const word = ts.isImportDeclaration(statement) ? 'import ' : 'export ';
  const bare = /^(import|export)\s+type\b/.test(head) ? `${word}type ` : word;
  return [...entries]
    .map(([entry, specifiers]) => {
      const opening = entry === from.text || entries.size === 1 ? head : bare;
      return `${opening}{ ${specifiers.join(', ')} } from ${quote}${entry}${quote}${tail}`;
    })
    .join('\n');
}

/** The text of a module with the names that Adit exports since 1.0.0; `undefined` if it needs no change. */
export function renameImports(path: string, text: string): string | undefined {
  if (![...ENTRIES].some((entry) => text.includes(entry))) return undefined;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits = source.statements.flatMap((statement) => {
    const renamed = renameIn(statement, text);
    return renamed === undefined ? [] : [{ start: statement.getStart(), end: statement.getEnd(), renamed }];
  });
  if (edits.length === 0) return undefined;
  return edits.reduceRight(
    (result, { start, end, renamed }) => result.slice(0, start) + renamed + result.slice(end),
    text,
  );
}
