import {
  type Application,
  conventionOf,
  endingOf,
  folderOf,
  joinPath,
  type ReadableFiles,
} from '@adit/codebase';
import { createFile, type SetUp } from './context.ts';
import { findRootLayouts } from './root-layouts.ts';
import { TEMPLATES } from './templates.ts';

/** The folder of a page for all addresses below a layout without another route. */
const FOLDER = '[...unknown]';

/** A root layout below `app`, and its missing page. */
export interface Unmatched {
  readonly layout: string;
  readonly page: string;
}

/**
 * The first root layout, if none is in `app` itself and none has a page for all addresses: Next then has no screen for
 * an address without a route, and shows its own 404. `undefined` if one has such a page, or there is a
 * `global-not-found`.
 */
export function unmatchedLayout(files: ReadableFiles, application: Application): Unmatched | undefined {
  const { appFolder } = application;
  if (appFolder === undefined || has(files, application, appFolder, /^(?:layout|global-not-found)$/))
    return undefined;
  const layouts = findRootLayouts(files, appFolder, application);
  const [layout] = layouts;
  if (layout === undefined || layouts.some((one) => hasCatchAll(files, folderOf(one)))) return undefined;
  const page = joinPath(folderOf(layout), FOLDER, `page.${endingOf(application, 'screen')}`);
  return { layout, page };
}

const has = (files: ReadableFiles, application: Application, folder: string, name: RegExp): boolean =>
  files.list(folder).some((file) => {
    const convention = conventionOf(file, application);
    return convention !== undefined && convention.isTaken && name.test(convention.name);
  });

/** `[...rest]` or `[[...rest]]` in a folder, including its route groups. */
const hasCatchAll = (files: ReadableFiles, folder: string): boolean =>
  files
    .list(folder)
    .some(
      (name) =>
        /^\[\[?\.\.\./.test(name) ||
        (/^\(.*\)\/$/.test(name) && hasCatchAll(files, joinPath(folder, name.slice(0, -1)))),
    );

/**
 * Writes the page for an application with one root layout in a segment such as `[locale]`. With route groups, rewrites
 * or the Pages Router, such a page may receive requests for others, so the doctor reports it instead.
 */
export function planUnknownAddress(setUp: SetUp, appFolder: string): void {
  const { draft, application } = setUp;
  const found = unmatchedLayout(draft, application);
  const config = application.files.nextConfig;
  const isShared =
    application.pagesFolder !== undefined ||
    (config !== undefined && /\brewrites\b/.test(draft.read(config) ?? ''));
  if (!found || isShared || application.staticExport) return;
  const isInSegment =
    folderOf(folderOf(found.layout)) === appFolder && /\/\[[^.\]]+\]\/layout\./.test(found.layout);
  if (!isInSegment || findRootLayouts(draft, appFolder, application).length > 1) return;
  createFile(setUp, found.page, TEMPLATES.unknown, 'Shows the 404 screen for an address that no route has.');
}
