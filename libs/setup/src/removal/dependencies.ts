import { takeDependencies } from '../edits/manifest.ts';
import type { Draft } from '../plan/draft.ts';
import type { Step } from '../plan/plan.ts';
import type { Repository } from '../repository/repository.ts';
import { inFolderOf, removeCommand } from '../repository/package-commands.ts';
import { type Manifest, rangeOf, readManifest } from '../repository/read-manifest.ts';
import { folderOf } from '../repository/scripts.ts';
import { isWritten, SENTRY_PACKAGES } from '../set-up/versions.ts';
import { readScripts, usesAdit } from './leftovers.ts';

/** pnpm keeps optional peers that the lock has resolved, also if no package needs them any more. */
const PNPM_KEEPS =
  ' pnpm keeps @opentelemetry/api, an optional peer of Next, in pnpm-lock.yaml: for the lock from before, take it from Git and install again.';

/**
 * Takes the dependencies out of a manifest that no application with this manifest uses any more. Those of Sentry go only in a range
 * that a set-up writes; a step says which others stay.
 */
export function removeDependencies(manifest: string, repository: Repository, draft: Draft): readonly Step[] {
  const texts = repository.applications
    .filter((application) => application.manifest === manifest)
    .flatMap((application) => readScripts(draft, application))
    .map(([, text]) => text);
  if (texts.some(usesAdit)) return [];
  const usesSentry = texts.some((text) => /['"]@sentry\//.test(text));
  const edit = takeDependencies(
    draft.read(manifest) ?? '',
    (name, range) => name === '@adit/next' || (!usesSentry && isWritten(name, range)),
  );
  if (edit.kind !== 'changed') return [];
  draft.write(manifest, edit.text);
  const application = folderOf(manifest);
  const reason = `No file uses these dependencies now.${repository.packageManager === 'pnpm' ? PNPM_KEEPS : ''}`;
  const left = usesSentry ? [] : sentryPackages(readManifest(draft, manifest));
  return [
    { application, path: manifest, reason },
    ...(left.length === 0 ? [] : [{ application, path: manifest, reason: reasonOfRest(left) }]),
  ];

  function reasonOfRest(packages: readonly (readonly [name: string, range: string])[]): string {
    const named = packages.map((one) => one.join(' ')).join(' and ');
    const command = removeCommand(
      repository,
      packages.map(([name]) => name),
    );
    return `Leaves ${named}, which no file here uses: a set-up writes another version, so it may be yours. To take it out: ${inFolderOf(manifest, command)}`;
  }
}

/** The packages of Sentry, among those that a set-up writes, which a manifest names. */
const sentryPackages = (manifest: Manifest | undefined): readonly (readonly [string, string])[] =>
  SENTRY_PACKAGES.flatMap((name) => {
    const range = rangeOf(manifest, name);
    return range === undefined ? [] : [[name, range] as const];
  });
