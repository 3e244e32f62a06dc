import { setRange } from '../edits/manifest.ts';
import type { Draft } from '../plan/draft.ts';
import type { Step } from '../plan/plan.ts';
import { recordedPaths, restoreRecorded } from '../plan/record.ts';
import { rangeOf, readManifest } from '../repository/read-manifest.ts';
import type { Application, Repository } from '../repository/repository.ts';

const SDK = '@sentry/nextjs';
/** The file of a conversion that only Adit loads. */
const INTEGRATIONS = /(?:^|\/)sentry\.integrations\.\w+$/;
/** Most characters of a text from before that a step shows. */
const MAX_SNIPPET_LENGTH = 4_000;

/** Puts back what a conversion of these applications replaced. Files that were changed since stay, and their steps say what they were. */
export function putBack(
  repository: Repository,
  chosen: readonly Application[],
  draft: Draft,
): readonly Step[] {
  const others = repository.applications.filter(({ folder }) => chosen.every((one) => one.folder !== folder));
  const isIn = (path: string, { folder }: Application): boolean =>
    folder !== '' && path.startsWith(`${folder}/`);
  const recorded = recordedPaths(draft);
  // A manifest that several applications share goes with the last of them.
  const isOfOthers = (path: string): boolean =>
    others.some(
      (other) => isIn(path, other) || (other.manifest === path && recorded.some((one) => isIn(one, other))),
    );
  const homeOf = (path: string): Application | undefined =>
    chosen.find(
      ({ folder, manifest }) => folder === '' || path.startsWith(`${folder}/`) || path === manifest,
    );
  const { paths, changed } = restoreRecorded(
    draft,
    (path) => homeOf(path) !== undefined && !isOfOthers(path),
  );

  const restored = paths.map((path) => ({
    application: homeOf(path)?.folder ?? '',
    path,
    reason: 'Puts back what a conversion replaced.',
  }));
  const stayed = [...changed].flatMap(([path, before]): readonly Step[] => {
    const application = homeOf(path)?.folder ?? '';
    if (before === undefined) {
      // The other files that a conversion writes use Adit. Those have a step of their own, or are a person's.
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

/** A manifest changes often. Of what a conversion did to it, only the range of the SDK does not go with the set-up. */
function putBackRange(draft: Draft, path: string, before: string): void {
  const range = rangeOf(readManifest({ read: () => before }, path), SDK);
  const text = draft.read(path);
  if (range !== undefined && text !== undefined) draft.write(path, setRange(text, SDK, range));
}
