import { takeDependencies } from '../edits/manifest.ts';
import type { Draft } from '../plan/draft.ts';
import type { Step } from '../plan/plan.ts';
import type { Repository } from '../repository/repository.ts';
import { dependenciesFor } from '../set-up/versions.ts';
import { folderOf } from '../repository/scripts.ts';
import { readScripts, usesAdit } from './leftovers.ts';

/** pnpm keeps optional peers that the lock has resolved, also if no package needs them any more. */
const PNPM_KEEPS =
  ' pnpm keeps @opentelemetry/api, an optional peer of Next, in pnpm-lock.yaml: for the lock from before, take it from Git and install again.';

/**
 * Takes the dependencies out of a manifest that no application with this manifest uses any more. Those of Sentry go only in the
 * range that a set-up writes.
 */
export function removeDependencies(manifest: string, repository: Repository, draft: Draft): readonly Step[] {
  const texts = repository.applications
    .filter((application) => application.manifest === manifest)
    .flatMap((application) => readScripts(draft, application))
    .map(([, text]) => text);
  const written = [dependenciesFor('npm'), dependenciesFor('pnpm')];
  if (texts.some(usesAdit)) return [];
  const usesSentry = texts.some((text) => /['"]@sentry\//.test(text));
  const isUnused = (name: string, range: string): boolean =>
    name === '@adit/next' || (!usesSentry && written.some((ranges) => ranges[name] === range));
  const edit = takeDependencies(draft.read(manifest) ?? '', isUnused);
  if (edit.kind !== 'changed') return [];
  draft.write(manifest, edit.text);
  const reason = `No file uses these dependencies now.${repository.packageManager === 'pnpm' ? PNPM_KEEPS : ''}`;
  return [{ application: folderOf(manifest), path: manifest, reason }];
}
