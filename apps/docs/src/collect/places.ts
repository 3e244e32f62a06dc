/** The folder of pages that are written only for the site. */
export const PAGES = 'apps/docs/pages/';

/**
 * The places of the repository's documents on the site. The first row that matches counts. Documents without a row are
 * not on the site, and links to them become text, or links to the repository.
 */
const PLACES: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/^apps\/docs\/pages\/(.+\.md)$/, '$1'],
  [/^README\.md$/, 'about/repository.md'],
  [/^(CONTRIBUTING|SECURITY|CODE_OF_CONDUCT)\.md$/, 'about/$1.md'],
  [/^docs\/(dependencies|support)\.md$/, 'about/$1.md'],
  [/^docs\/guides\/release\.md$/, 'about/release.md'],
  [/^docs\/(architecture|specification)\.md$/, 'concepts/$1.md'],
  [/^docs\/decisions$/, 'concepts/decisions/index.md'],
  [/^docs\/decisions\/(.+\.md)$/, 'concepts/decisions/$1'],
  [/^docs\/benchmarks\/(.+\.md)$/, 'benchmarks/$1'],
  [/^docs\/guides\/(.+\.md)$/, 'guides/$1'],
  [/^docs\/(runbook|scale)\.md$/, 'operations/$1.md'],
  [/^apps\/tunnel-server\/docs\/(.+\.md)$/, 'operations/$1'],
  [/^examples\/README\.md$/, 'start/examples.md'],
  [/^(?:libs|apps)\/([^/]+)\/CHANGELOG\.md$/, 'about/changelogs/$1.md'],
  [/^(?:libs|apps)\/([^/]+)\/README\.md$/, 'packages/$1/index.md'],
  [/^libs\/([^/]+)\/INTERNALS\.md$/, 'packages/$1/internals.md'],
  [/^(?:libs|apps)\/([^/]+)\/docs\/(.+\.md)$/, 'packages/$1/$2'],
];

/** Projects that nobody installs, and the site's own README. */
const PRIVATE = /^(?:libs\/testing|apps\/(?:web|web-e2e|docs(?!\/pages\/)))(?:\/|$)/;

/** The path of a document on the site, such as `packages/tunnel/index.md` for `libs/tunnel/README.md`. */
export function placeOf(path: string): string | undefined {
  if (PRIVATE.test(path)) return undefined;
  const row = PLACES.find(([pattern]) => pattern.test(path));
  return row && path.replace(row[0], row[1]).replace(/[A-Z_]{4,}\.md$/, toLowerCase);
}

const toLowerCase = (name: string): string => name.toLowerCase().replaceAll('_', '-');
