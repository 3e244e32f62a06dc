import { posix } from 'node:path';
import { MagicString } from '@adit/codebase/source';
import ts from 'typescript';
import type { ModuleScope } from './module-scope.ts';
import { importsSdk, isNamespace, sdkNameOf } from './sdk-names.ts';
import { importText, type UsedImport } from './import-text.ts';

/** Code that moves from one file to another, with everything it needs. */
export interface MovedCode {
  /** Imports of everything but the SDK, as text. */
  readonly imports: readonly string[];
  /** Names of the SDK that the code uses, as in an import: `eventFiltersIntegration`, `type ErrorEvent`. */
  readonly sdkNames: readonly string[];
  /** The statements of the file that the code needs, in order. */
  readonly statements: readonly ts.Statement[];
  /** The text of a node in the new file. */
  readonly textOf: (node: ts.Node) => string;
}

/** Finds everything that nodes need in a file of another folder. Returns the reason if they cannot be moved. */
export function moveCode(
  module: ModuleScope,
  nodes: readonly ts.Node[],
  toFolder: string,
): MovedCode | { readonly why: string } {
  const { imports, statements } = collectNeeds(module, nodes);
  const edited = new MagicString(module.text);
  const sdkNames = new Set<string>();
  const otherNames = new Set<string>();
  const wholeSdk: ts.Node[] = [];

  const visit = (node: ts.Node): void => {
    const sdkName = sdkNameOf(module, node);
    if (sdkName !== undefined) {
      const isType = ts.isQualifiedName(node) || ts.isPartOfTypeNode(node);
      sdkNames.add(isType ? `type ${sdkName}` : sdkName);
      const written = ts.isShorthandPropertyAssignment(node.parent)
        ? `${node.getText()}: ${sdkName}`
        : sdkName;
      if (node.getText() !== sdkName) edited.overwrite(node.getStart(), node.getEnd(), written);
      return;
    }
    if (isNamespace(module, node)) wholeSdk.push(node);
    if (ts.isIdentifier(node) && !isPropertyName(node)) otherNames.add(node.text);
    if (isRelativeSpecifier(node))
      edited.overwrite(
        node.getStart() + 1,
        node.getEnd() - 1,
        moveSpecifier(node.text, module.path, toFolder),
      );
    ts.forEachChild(node, visit);
  };
  for (const node of [...statements, ...nodes]) visit(node);

  if (wholeSdk.length > 0) return { why: 'its code passes on the SDK as a whole' };
  const taken = [...sdkNames].find((name) => otherNames.has(name));
  if (taken !== undefined) return { why: `its code has a name of its own that the SDK has, too: ${taken}` };
  return {
    imports: imports.map((used) => importText(used, (from) => moveSpecifier(from, module.path, toFolder))),
    sdkNames: [...sdkNames].sort(),
    statements,
    textOf: (node) => edited.slice(node.getStart(module.source), node.getEnd()),
  };
}

function collectNeeds(
  module: ModuleScope,
  nodes: readonly ts.Node[],
): { imports: readonly UsedImport[]; statements: readonly ts.Statement[] } {
  const imports = new Map<ts.ImportDeclaration, Set<ts.Declaration>>();
  const statements = new Set<ts.Statement>();
  const collect = (node: ts.Node): void => {
    for (const { declaration, statement } of module.namesUsedBy(node).values()) {
      if (importsSdk(statement) || statements.has(statement)) continue;
      if (ts.isImportDeclaration(statement)) {
        imports.set(statement, (imports.get(statement) ?? new Set()).add(declaration));
        continue;
      }
      statements.add(statement);
      collect(statement);
    }
  };
  nodes.forEach(collect);
  return {
    imports: [...imports].map(([statement, declarations]) => ({ statement, declarations })),
    statements: [...statements].sort((one, other) => one.pos - other.pos),
  };
}

const isPropertyName = ({ parent, ...node }: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(parent) && parent.name.pos === node.pos) ||
  (ts.isPropertyAssignment(parent) && parent.name.pos === node.pos);

/** The path in `import('./x')` or `require('./x')`. */
const isRelativeSpecifier = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) &&
  node.text.startsWith('.') &&
  ts.isCallExpression(node.parent) &&
  (node.parent.expression.kind === ts.SyntaxKind.ImportKeyword ||
    node.parent.expression.getText() === 'require');

/** A path in an import, for a file in another folder. Names of packages and aliases stay. */
function moveSpecifier(specifier: string, path: string, toFolder: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const moved = posix.relative(`/${toFolder}`, posix.join('/', posix.dirname(path), specifier));
  return moved.startsWith('.') ? moved : `./${moved}`;
}
