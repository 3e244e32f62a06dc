import { setText } from '../edits/catalog.ts';
import { setRange } from '../edits/manifest.ts';
import { type Draft, readDependency } from '@adit/codebase';

/**
 * Sets the range of a package: in the `package.json` that contains it, or in the catalog that this refers to. Returns
 * the path of that file, or the reason why it stays, because it is patched or from another source.
 */
export function raiseRange(
  draft: Draft,
  manifest: string,
  name: string,
  range: string,
): { readonly path: string } | { readonly why: string; readonly path: string } {
  const found = readDependency(draft, manifest, name);
  const path = found?.catalog?.path ?? found?.manifest ?? manifest;
  if (!found || (found.written.startsWith('catalog:') && !found.catalog))
    return { path, why: `no catalog has ${name}` };
  if (/^[a-z+]+:/.test(found.written) && !found.catalog) return { path, why: `${name} is ${found.written}` };
  const text = draft.read(path) ?? '';
  draft.write(path, found.catalog ? setText(text, found.catalog.keys, range) : setRange(text, name, range));
  return { path };
}
