import type ts from 'typescript';
import { parse, usesOf } from './parse.ts';
import { readStyle, type Style } from './style.ts';

/** A file of JavaScript or TypeScript, read by the compiler. */
export interface Source {
  readonly text: string;
  readonly file: ts.SourceFile;
  readonly style: Style;
}

/** Reads a file; `undefined` if its text has a syntax error. */
export function parseSource(path: string, text: string): Source | undefined {
  const file = parse(path, text);
  // The compiler keeps syntax errors found while parsing, but does not declare them in its types.
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly unknown[] };
  return parseDiagnostics.length > 0 ? undefined : { text, file, style: readStyle(file) };
}

/** Whether the name occurs anywhere in the file. */
export const mentions = ({ file }: Source, name: string): boolean => usesOf(file, name).length > 0;
