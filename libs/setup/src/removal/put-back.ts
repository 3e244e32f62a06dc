import { setRange } from '../edits/manifest.ts';
import {
  type Application,
  type Draft,
  rangeOf,
  readManifest,
  recordedPaths,
  type Repository,
  restoreRecorded,
  type Step,
} from '@adit/codebase';

const SDK = '@sentry/nextjs';
/** The file of a conversion that only Adit loads. */
const INTEGRATIONS = /(?:^|\/)sentry\.integrations\.\w+$/;
/** Files of the root with ranges that all applications share. */
const SHARED: ReadonlySet<string> = new Set(['package.json', 'pnpm-workspace.yaml', '.yarnrc.yml']);
/** The maximum number of characters of an earlier text that a step shows. */
const MAX_SNIPPET_LENGTH = 4_000;

/**
 * Restores the files that a conversion of these applications replaced. Files that were changed since stay, and their
 * steps show the earlier texts.
 */
export function putBack(
  repository: Repository,
  chosen: readonly Application[],
  draft: Draft,
): readonly Step[] {
  const others = repository.applications.filter(({ folder }) => chosen.every((one) => one.folder !== folder));
  const isIn = (path: string, { folder }: Application): boolean =>
    folder !== '' && path.startsWith(`${folder}/`);
  const recorded = recordedPaths(draft);
  // A manifest that several applications share is restored with the last of them.
  const isOfOthers = (path: string): boolean =>
    others.some(
      (other) =>
        isIn(path, other) ||
        ((other.manifest === path || SHARED.has(path)) && recorded.some((one) => isIn(one, other))),
    );
  const homeOf = (path: string): Application | undefined =>
    chosen.find(
      ({ folder, manifest }) =>
        folder === '' || path.startsWith(`${folder}/`) || path === manifest || SHARED.has(path),
    );
  const { paths, changed } = restoreRecorded(
    draft,
    (path) => homeOf(path) !== undefined && !isOfOthers(path),
  );

  // removeConfig has a step for adit.config.
  const isConfig = (path: string): boolean =>
    draft.exists(path) && chosen.some(({ files }) => files.aditConfig === path);
  const restored = paths
    .filter((path) => !isConfig(path))
    .map((path) => ({
      application: homeOf(path)?.folder ?? '',
      path,
      reason: 'Puts back what a conversion replaced.',
    }));
  const stayed = [...changed].flatMap(([path, before]): readonly Step[] => {
    if (isConfig(path)) return [];
    const application = homeOf(path)?.folder ?? '';
    if (before === undefined) {
      // The other files that a conversion writes use Adit. They have separate steps, or belong to the user.
      if (!INTEGRATIONS.test(path) || !draft.exists(path)) return [];
      return [
        {
          application,
          path,
          reason: 'Was written by a conversion.',
          byHand: {
            why: 'it changed after the conversion, so it stays; remove it if nothing else uses it',
            snippet: `rm ${path}`,
          },
        },
      ];
    }
    if (chosen.some(({ manifest }) => manifest === path)) {
      putBackRange(draft, path, before);
      return [];
    }
    return [
      {
        application,
        path,
        reason: 'Was replaced by a conversion.',
        byHand: {
          why: 'it changed after the conversion, so it stays; this is what it was',
          snippet: before.slice(0, MAX_SNIPPET_LENGTH),
        },
      },
    ];
  });
  return [...restored, ...stayed];
}

/**
 * A manifest changes often. Of the conversion's changes to it, the removal of the set-up reverts all but the range of
 * the SDK.
 */
function putBackRange(draft: Draft, path: string, before: string): void {
  const range = rangeOf(readManifest({ read: () => before }, path), SDK);
  const text = draft.read(path);
  if (range !== undefined && text !== undefined) draft.write(path, setRange(text, SDK, range));
}
