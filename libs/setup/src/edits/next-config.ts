import ts from 'typescript';
import {
  addLines,
  type Edit,
  editSource,
  findDefaultExport,
  importsFrom,
  inStyle,
  mentions,
  NO_LINE,
  SAME,
  unknown,
} from '@adit/codebase/source';
import { wrapExported } from './wrap.ts';
import { takeCalls } from './wrapped.ts';

const MODULE = '@adit/next/config';
const NAME = 'withAdit';

/** Wraps the Next configuration in `withAdit`, around all other wrappers. */
export const addToNextConfig = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    if (importsFrom(source.file, MODULE).length > 0) return SAME;
    if (mentions(source, NAME)) return unknown(`it has a ${NAME} of its own`);
    const exported = findDefaultExport(source);
    if (exported.kind === 'none') return unknown('it has no default export');
    const isCommon =
      exported.kind === 'expression' &&
      ts.isBinaryExpression(exported.node.parent) &&
      !source.file.statements.some(ts.isImportDeclaration) &&
      /\.c?js$/.test(path);
    // Node 20.19 can require modules.
    const line = isCommon
      ? `const { ${NAME} } = require('${MODULE}');`
      : `import { ${NAME} } from '${MODULE}';`;
    if (!wrapExported(source, out, exported, NAME))
      return unknown('the shape of its default export is not known');
    return addLines(source, out, [inStyle(line, source.style)]) ? undefined : unknown(NO_LINE);
  });

/** Removes `withAdit` from the Next configuration. */
export const takeFromNextConfig = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => takeCalls(source, out, { module: MODULE, name: NAME }));
