import {
  addLines,
  type Edit,
  editSource,
  findDefaultExport,
  findNamedExport,
  importsFrom,
  inStyle,
  mentions,
  NO_LINE,
  SAME,
  unknown,
} from '@adit/codebase/source';
import { wrapExported } from './wrap.ts';
import { takeCalls } from './wrapped.ts';

const MODULE = '@adit/next/server';
const NAME = 'reportErrors';

/**
 * Wraps the function of `proxy` or `middleware` in `reportErrors`. Next prefers the named export to the default one.
 */
export const addToProxy = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    if (importsFrom(source.file, MODULE).some(({ names }) => names.has(NAME))) return SAME;
    if (mentions(source, NAME)) return unknown(`it has a ${NAME} of its own`);
    const named = findNamedExport(source, /(?:^|\/)proxy\.[^/]+$/.test(path) ? 'proxy' : 'middleware');
    const exported = named.kind === 'none' ? findDefaultExport(source) : named;
    if (!wrapExported(source, out, exported, NAME)) return unknown('the shape of its export is not known');
    const line = inStyle(`import { ${NAME} } from '${MODULE}';`, source.style);
    return addLines(source, out, [line]) ? undefined : unknown(NO_LINE);
  });

/** Removes `reportErrors` from `proxy` or `middleware`. */
export const takeFromProxy = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => takeCalls(source, out, { module: MODULE, name: NAME }));
