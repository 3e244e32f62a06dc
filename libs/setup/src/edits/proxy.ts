import { findDefaultExport, findNamedExport } from '../source/exported.ts';
import { importsName } from '../source/imports.ts';
import { addLines } from '../source/lines.ts';
import { mentions } from '../source/source.ts';
import { inStyle } from '../source/style.ts';
import { wrapExported } from '../source/wrap.ts';
import { editSource, NO_LINE, SAME, unknown, type Edit } from './edit.ts';
import { takeCalls } from './wrapped.ts';

const MODULE = '@adit/next/server';
const NAME = 'reportErrors';

/** Wraps the function of `proxy` or `middleware` in `reportErrors`. Next takes the named export before the default one. */
export const addToProxy = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    if (importsName(source, MODULE, NAME)) return SAME;
    if (mentions(source, NAME)) return unknown(`it has a ${NAME} of its own`);
    const named = findNamedExport(source, /(?:^|\/)proxy\.[^/]+$/.test(path) ? 'proxy' : 'middleware');
    const exported = named.kind === 'none' ? findDefaultExport(source) : named;
    if (!wrapExported(source, out, exported, NAME)) return unknown('the shape of its export is not known');
    const line = inStyle(`import { ${NAME} } from '${MODULE}';`, source.style);
    return addLines(source, out, [line]) ? undefined : unknown(NO_LINE);
  });

/** Takes `reportErrors` out of `proxy` or `middleware`. */
export const takeFromProxy = (path: string, text: string): Edit =>
  editSource(path, text, (source, out) => takeCalls(source, out, { module: MODULE, name: NAME }));
