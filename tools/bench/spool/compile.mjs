import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SOURCES = fileURLToPath(new URL('../../../libs/tunnel', import.meta.url));

/** Compiles the stores and their test helpers into `target`, so that child processes start without a compiler. */
export function compileStores(target) {
  const files = ['src/stores', 'testing/disk'].flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(folder, file)),
  );
  for (const file of files) {
    const { outputText } = ts.transpileModule(readFileSync(join(SOURCES, file), 'utf8'), {
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
  writeFileSync(join(target, 'package.json'), '{"type":"module"}');
}
