// Writes the script of the operations page into a module (`npm run page-script`), because bundlers include a module,
// but not a file that is read at run time.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import ts from 'typescript';
import { ROOT } from './projects.mjs';

const PAGE = join(ROOT, 'libs/operations/src/page');

/** Where the script is written to. */
export const PAGE_SCRIPT = join(PAGE, 'script.ts');

const COMPILER = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true };

/** The text of the module: the two modules of `browser/`, which import only types, and the call that starts them. */
export async function buildPageScript() {
  const modules = ['patch', 'follow'].map((name) => {
    const source = readFileSync(join(PAGE, 'browser', `${name}.ts`), 'utf8');
    return ts.transpileModule(source, { compilerOptions: COMPILER }).outputText.trimEnd();
  });
  const script = [...modules, 'follow(window, patch);'].join('\n');
  const text = `/** The script of the page: \`browser/\`, compiled by \`npm run page-script\`. */\nexport const SCRIPT = ${JSON.stringify(script)};\n`;
  const options = await prettier.resolveConfig(PAGE_SCRIPT);
  return prettier.format(text, { ...options, filepath: PAGE_SCRIPT });
}

if (process.argv.includes('--write')) writeFileSync(PAGE_SCRIPT, await buildPageScript());
