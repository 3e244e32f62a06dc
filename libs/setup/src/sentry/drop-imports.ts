import { posix } from 'node:path';
import ts from 'typescript';
import { findScripts, mayHoldSources } from '@adit/codebase';
import { findAll } from '@adit/codebase/source';
import { openModule, rewrite, type Conversion } from './conversion.ts';
import { takeOut } from './take-out.ts';

/**
 * Removes `import './sentry.client.config'` from the files of an application, before that file is deleted. If a file
 * loads it in another way, returns the first such file and changes nothing.
 */
export function dropImports(conversion: Conversion, gone: string): string | undefined {
  const { draft, application } = conversion;
  const name = posix.basename(gone).replace(/\.[^.]+$/, '');
  const paths = findScripts(draft, application.folder, { name: /./, enters: mayHoldSources }).filter(
    (path) => path !== gone && draft.read(path)?.includes(name),
  );
  const found = paths.flatMap((path) => {
    const module = openModule(conversion, path);
    if (!module) return [];
    const isIt = (node: ts.Node | undefined): boolean =>
      node !== undefined && ts.isStringLiteral(node) && names(node.text, path, gone);
    const imports = module.source.statements.filter(
      (one) => ts.isImportDeclaration(one) && !one.importClause && isIt(one.moduleSpecifier),
    );
    const all = findAll(module.source, ts.isStringLiteral).filter(isIt).length;
    return all === 0 ? [] : [{ module, imports, isOther: all > imports.length }];
  });
  const other = found.find(({ isOther }) => isOther);
  if (other) return other.module.path;
  for (const { module, imports } of found) rewrite(conversion, module, takeOut(module, imports) ?? '');
  return undefined;
}

/** Whether a specifier in a file refers to a file, by a relative path or by an alias. */
function names(specifier: string, from: string, gone: string): boolean {
  const plain = gone.replace(/\.[^.]+$/, '');
  const written = specifier.replace(/\.[cm]?[jt]sx?$/, '');
  if (written.startsWith('.')) return posix.join(posix.dirname(from), written) === plain;
  return /^[@~]?\//.test(written) && plain.endsWith(written.replace(/^[@~]?\//, ''));
}
