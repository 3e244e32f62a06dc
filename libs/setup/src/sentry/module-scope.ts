import ts from 'typescript';
import { parseSource } from '@adit/codebase/source';

/** A name that a file declares or imports at its top level. */
export interface TopLevelName {
  readonly declaration: ts.Declaration;
  readonly statement: ts.Statement;
}

/** The syntax tree of one file, and the declarations of its names. */
export interface ModuleScope {
  readonly path: string;
  readonly text: string;
  readonly source: ts.SourceFile;
  /**
   * The top-level names that code in the node uses, by how they are written, without those inside the nodes of
   * `except`. Names of inner scopes and globals are left out.
   */
  namesUsedBy(node: ts.Node, except?: ReadonlySet<ts.Node>): ReadonlyMap<string, TopLevelName>;
  /** The top-level name that an expression stands for. `undefined` for inner names, globals and everything else. */
  resolve(node: ts.Node): TopLevelName | undefined;
}

/** Reads a file. `undefined` if it has a syntax error. */
export function readModule(path: string, text: string): ModuleScope | undefined {
  const name = `/${path}`;
  const source = parseSource(name, text)?.file;
  if (!source) return undefined;
  const program = ts.createProgram({
    rootNames: [name],
    options: {
      allowJs: true,
      noLib: true,
      noResolve: true,
      types: [],
      target: ts.ScriptTarget.ESNext,
      jsx: ts.JsxEmit.Preserve,
    },
    host: {
      getSourceFile: (file) => (file === name ? source : undefined),
      fileExists: (file) => file === name,
      readFile: () => undefined,
      writeFile: () => undefined,
      getDefaultLibFileName: () => '',
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (file) => file,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    },
  });
  const checker = program.getTypeChecker();

  const resolve = (node: ts.Node): TopLevelName | undefined => {
    if (!ts.isIdentifier(node)) return undefined;
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    const declaration = symbol?.declarations?.[0];
    const statement = declaration && topLevelStatement(declaration);
    return declaration && statement && isOwnName(declaration, node) ? { declaration, statement } : undefined;
  };
  const namesUsedBy: ModuleScope['namesUsedBy'] = (node, except) => {
    const names = new Map<string, TopLevelName>();
    const visit = (child: ts.Node): void => {
      if (except?.has(child)) return;
      const found = resolve(child);
      if (found) names.set(child.getText(source), found);
      ts.forEachChild(child, visit);
    };
    visit(node);
    return names;
  };
  return { path, text, source, namesUsedBy, resolve };
}

/** The statement of the file that declares a top-level name. */
function topLevelStatement(declaration: ts.Declaration): ts.Statement | undefined {
  // The file as a whole declares CommonJS's `module`.
  if (ts.isSourceFile(declaration)) return undefined;
  let node: ts.Node = declaration;
  while (!ts.isSourceFile(node.parent)) {
    if (ts.isFunctionLike(node.parent) || ts.isBlock(node.parent) || ts.isClassLike(node.parent))
      return undefined;
    node = node.parent;
  }
  return node as ts.Statement;
}

/** Properties have symbols too, but are not names of the file. */
function isOwnName(declaration: ts.Declaration, identifier: ts.Identifier): boolean {
  const name = ts.getNameOfDeclaration(declaration);
  return (
    name !== undefined &&
    name.getText() === identifier.text &&
    !ts.isPropertyAssignment(declaration) &&
    !ts.isShorthandPropertyAssignment(declaration) &&
    !ts.isMethodDeclaration(declaration) &&
    !ts.isPropertySignature(declaration) &&
    !ts.isPropertyAccessExpression(declaration) &&
    !ts.isBinaryExpression(declaration)
  );
}
