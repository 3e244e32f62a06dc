import ts from 'typescript';
import {
  addLines,
  callsOf,
  type Edit,
  editSource,
  importsFrom,
  inStyle,
  mentions,
  NO_LINE,
  SAME,
  unknown,
} from '@adit/codebase/source';
import { usesImport } from './uses-import.ts';
import { takeCalls } from './wrapped.ts';

const MODULE = '@adit/kits/tanstack-start';
const NAME = 'withAdit';

/** Wraps the router of TanStack in `withAdit`. */
export const addToRouter = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const { file, style } = source;
    if (mentions(source, NAME)) {
      const imports = importsFrom(file, MODULE);
      if (imports.some((one) => usesImport(file, one, [NAME]))) return SAME;
      return unknown(
        imports.length > 0 ? `it imports ${NAME}, and does not use it` : `it has a ${NAME} of its own`,
      );
    }
    const local = importsFrom(file, '@tanstack/react-router')
      .map(({ names }) => names.get('createRouter'))
      .find((name) => name !== undefined);
    const [call, ...others] = local === undefined ? [] : callsOf(file, local);
    if (call === undefined || others.length > 0 || !ts.isIdentifier(call.expression))
      return unknown('it does not call createRouter of @tanstack/react-router exactly once');
    out.appendRight(call.getStart(), `${NAME}(`).appendLeft(call.end, ')');
    const line = inStyle(`import { ${NAME} } from '${MODULE}';`, style);
    return addLines(source, out, [line]) ? undefined : unknown(NO_LINE);
  });

/** Removes `withAdit` from around the router. */
export const takeFromRouter = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => takeCalls(source, out, { module: MODULE, name: NAME }));
