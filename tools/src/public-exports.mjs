// The names that each entry point of the libraries exports, with their users.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './projects.mjs';

const parse = (path) =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
const isDefault = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
const textOf = (name) => name.text;

/** The declaration of each name that a module exports. A name from a package has none. */
function declarationsOf(path, seen = new Set()) {
  const found = new Map();
  if (seen.has(path) || !existsSync(path)) return found;
  for (const node of parse(path).statements) {
    if (ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier?.text ?? '';
      const inner = from.startsWith('.')
        ? declarationsOf(join(dirname(path), from), new Set([...seen, path]))
        : new Map();
      const names = node.exportClause?.elements;
      if (!names) for (const [name, declaration] of inner) found.set(name, declaration);
      for (const { name, propertyName } of names ?? []) {
        found.set(textOf(name), inner.get(textOf(propertyName ?? name)));
      }
    } else if (isExported(node)) {
      const declared = node.declarationList?.declarations ?? [node];
      for (const { name } of declared)
        if (name?.text) found.set(isDefault(node) ? 'default' : name.text, node);
    }
  }
  return found;
}

/** The identifiers of a declaration that are visible to users, without bodies and initial values. */
function signatureOf(declaration) {
  const names = new Set();
  const visit = (node) => {
    if (
      ts.isBlock(node) ||
      (ts.isVariableDeclaration(node.parent ?? node) && node === node.parent.initializer)
    )
      return;
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  if (declaration) ts.forEachChild(declaration, visit);
  return names;
}

const files = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    // An API report lists every export, so it does not count as a user.
    .filter((path) => /(?<!\.api)\.(ts|tsx|mjs|js|md)$/.test(path) && existsSync(join(ROOT, path)));

const IMPORT =
  /(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?(\{[^}]*\}|\* as \w+)\s+from\s+['"](@adit\/[\w/-]+)['"]|(?:const|let)\s+(\{[^}]*\}|\w+)\s*=\s*(?:\(?await\s+import|require)\(\s*['"](@adit\/[\w/-]+)['"]|import\(['"](@adit\/[\w/-]+)['"]\)\.then\(\(?(\{[^}]*\})|import\(['"](@adit\/[\w/-]+)['"]\)\.(\w+)/g;

/** The names that a text takes from each entry point, as `entry name`. */
function importsIn(text) {
  const found = [];
  for (const match of text.matchAll(IMPORT)) {
    const clause = match[1] ?? match[3] ?? match[6] ?? `{${match[8]}}`;
    const entry = match[2] ?? match[4] ?? match[5] ?? match[7];
    const whole = /^(?:\* as )?(\w+)$/.exec(clause)?.[1];
    const names = whole
      ? [...text.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g'))].map(([, name]) => name)
      : [...clause.matchAll(/(?:^|[{,])\s*(?:type\s+)?(\w+)/g)].map(([, name]) => name);
    for (const name of names) found.push(`${entry} ${name}`);
  }
  return found;
}

/** The kind of user that a file counts as. */
function userOf(path, library) {
  if (/\.(test|contract|helper|spec)\.|\/testing\/|^apps\/web-e2e\//.test(path)) return 'tests';
  if (path.endsWith('.md')) return 'docs';
  if (path.startsWith(`libs/${library}/`)) return 'itself';
  return path.startsWith('libs/') ? 'other libraries' : path.split('/')[0];
}

/** The exports of every entry point, each with the kinds of its users; empty if there are none. */
export function publicExports() {
  const sources = files().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);
  const imports = sources.map(([path, text]) => [path, new Set(importsIn(text))]);
  const libraries = readdirSync(join(ROOT, 'libs')).filter(
    (name) => !JSON.parse(readFileSync(join(ROOT, 'libs', name, 'package.json'), 'utf8')).private,
  );
  return libraries.flatMap((library) => {
    const folder = join(ROOT, 'libs', library);
    const { exports, name: packageName } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const entries = Object.entries(exports).filter(
      ([, target]) => target['@adit/source'] && !target['@adit/source'].includes('*'),
    );
    const declared = entries.map(([entry, target]) => [
      packageName + entry.slice(1),
      declarationsOf(join(folder, target['@adit/source'])),
    ]);
    const guides = sources
      .filter(
        ([path]) =>
          path.startsWith(`libs/${library}/`) && /\.md$/.test(path) && !path.endsWith('CHANGELOG.md'),
      )
      .map(([, text]) => text);
    const signatures = declared.flatMap(([, names]) =>
      [...names].map(([name, declaration]) => [name, signatureOf(declaration)]),
    );
    return declared.flatMap(([entry, names]) =>
      [...names.keys()].map((name) => {
        const users = new Set(
          imports.filter(([, found]) => found.has(`${entry} ${name}`)).map(([path]) => userOf(path, library)),
        );
        if (guides.some((text) => new RegExp(`\\b${name}\\b`).test(text))) users.add('docs');
        if (signatures.some(([other, seen]) => other !== name && seen.has(name))) users.add('a signature');
        return { library, entry, name, users: [...users].sort() };
      }),
    );
  });
}
