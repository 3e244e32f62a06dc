import { editSource, importsOf, type MagicString } from '@adit/codebase/source';
import ts from 'typescript';
import type { Fix, Mending } from './fix.ts';

/** `withAdit` imported from another entry than `@adit/next/config`. */
export const importWithAdit: Fix = ({ reader }, path) => {
  const wrong = importsIn(reader.code(path)).find(
    ({ module, names }) =>
      module.startsWith('@adit/next') && module !== CONFIG && [...names.keys()].join() === 'withAdit',
  );
  return wrong && replaceModule(path, reader.read(path), wrong.module, CONFIG);
};
const CONFIG = '@adit/next/config';

/** A file of one status with the screen of another. */
export const showOwnScreen: Fix = ({ reader }, path) => {
  const name = /([^/]+)\.\w+$/.exec(path)?.[1] ?? '';
  const screen = `@adit/next/screens/${name}`;
  const wrong = importsIn(reader.code(path)).find(
    ({ module, names }) =>
      module.startsWith('@adit/next/screens/') && module !== screen && [...names.keys()].join() === 'default',
  );
  return wrong && replaceModule(path, reader.read(path), wrong.module, screen);
};

const importsIn = (source: ts.SourceFile | undefined): ReturnType<typeof importsOf> =>
  source ? importsOf(source) : [];

function replaceModule(path: string, text = '', from: string, to: string): Mending | undefined {
  const edited = editSource(path, text, ({ file }, out) => {
    for (const statement of file.statements) replaceIn(statement, out, from, to);
    return undefined;
  });
  if (edited.kind !== 'changed') return undefined;
  return { changes: [{ path, after: edited.text }], reason: `Imports from ${to}.` };
}

function replaceIn(statement: ts.Statement, out: MagicString, from: string, to: string): void {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return;
  const { moduleSpecifier } = statement;
  if (moduleSpecifier && ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === from)
    out.overwrite(moduleSpecifier.getStart() + 1, moduleSpecifier.end - 1, to);
}
