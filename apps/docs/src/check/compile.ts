import { posix } from 'node:path';
import ts from 'typescript';
import type { Snippet } from './snippets.ts';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
};

/**
 * Type-checks snippets as files of a virtual folder, with modules resolved from `folder`; `declarations` are files with
 * names that snippets take from their application. Returns the errors of each snippet and each of these files, by place
 * and path.
 */
export function compileSnippets(
  snippets: readonly Snippet[],
  folder: string,
  declarations: readonly string[],
): Map<string, string[]> {
  const texts = new Map<string, string>();
  const placeOf = new Map<string, string>();
  snippets.forEach(({ place, files, around }, index) => {
    const at = (name: string): string => posix.join(folder, String(index), name);
    for (const [name, text] of around) texts.set(at(name), text);
    for (const [name, text] of files) {
      texts.set(at(name), text);
      placeOf.set(at(name), place);
    }
  });

  const host = ts.createCompilerHost(OPTIONS);
  // The host's own methods, before they are replaced.
  const disk = { ...host };
  host.fileExists = (path) => texts.has(path) || disk.fileExists(path);
  host.readFile = (path) => texts.get(path) ?? disk.readFile(path);
  host.directoryExists = (path) =>
    path.startsWith(folder)
      ? [...texts.keys()].some((file) => file.startsWith(`${path}/`))
      : (disk.directoryExists?.(path) ?? true);
  host.getSourceFile = (path, languageVersion, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? disk.getSourceFile(path, languageVersion, ...rest)
      : ts.createSourceFile(path, text, languageVersion, true);
  };

  const rootNames = [...placeOf.keys(), ...declarations];
  const program = ts.createProgram({ rootNames, options: OPTIONS, host });
  const errors = new Map<string, string[]>(snippets.map(({ place }) => [place, []]));
  for (const path of rootNames) {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    for (const { messageText } of found) {
      const place = placeOf.get(path) ?? path;
      const text = ts.flattenDiagnosticMessageText(messageText, ' ');
      errors.set(place, [...(errors.get(place) ?? []), text]);
    }
  }
  return errors;
}
