import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * Compiles folders of a library into `target`, so that child processes start without a compiler.
 * @param library its folder
 */
export function compileSources(target: string, folders: readonly string[], library: string): void {
  const files = folders.flatMap((folder) =>
    readdirSync(join(library, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(folder, file)),
  );
  for (const file of files) {
    const { outputText } = ts.transpileModule(readFileSync(join(library, file), 'utf8'), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    const output = join(target, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, outputText);
  }
  const manifest = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { '@adit/source': string }>;
  };
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).flatMap(([entry, value]) =>
      typeof value === 'string' ? [] : [[entry, value['@adit/source'].replace(/\.ts$/, '.js')]],
    ),
  );
  writeFileSync(join(target, 'package.json'), JSON.stringify({ type: 'module', exports }));
}
