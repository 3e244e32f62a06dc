import ts from 'typescript';
import { takeDependencies } from '../edits/manifest.ts';
import {
  allApplications,
  type Draft,
  folderOf,
  inFolderOf,
  type Manifest,
  rangeOf,
  readManifest,
  removeCommand,
  type Repository,
  type Step,
} from '@adit/codebase';
import { findAll, parse } from '@adit/codebase/source';
import { isWritten, KIT_SENTRY_PACKAGES, SENTRY_PACKAGES } from '../set-up/versions.ts';
import { readScripts, namesAdit } from './leftovers.ts';

/** pnpm keeps optional peers that the lock file has resolved, even if no package needs them any more. */
const PNPM_KEEPS =
  ' pnpm keeps @opentelemetry/api, an optional peer of Next, in pnpm-lock.yaml: for the lock from before, take it from Git and install again.';

/**
 * Removes the dependencies from a manifest that no application with this manifest uses any more. Those of Sentry are
 * removed only if they have a range that a set-up writes; a step lists the others.
 */
export function removeDependencies(manifest: string, repository: Repository, draft: Draft): readonly Step[] {
  const scripts = allApplications(repository)
    .filter((application) => application.manifest === manifest)
    .flatMap((application) => readScripts(draft, application));
  if (scripts.some(([, text]) => namesAdit(text))) return [];
  const usesSentry = scripts.some(([path, text]) => namesSentry(path, text));
  const text = draft.read(manifest) ?? '';
  const hasKit = rangeOf(readManifest(draft, manifest), '@adit/kits') !== undefined;
  const sentry: readonly string[] = hasKit ? KIT_SENTRY_PACKAGES : SENTRY_PACKAGES;
  const edit = takeDependencies(
    text,
    (name, range) =>
      name === '@adit/next' ||
      name === '@adit/kits' ||
      (!usesSentry && sentry.includes(name) && isWritten(name, range)),
  );
  if (edit.kind !== 'changed') return [];
  draft.write(manifest, edit.text);
  const application = folderOf(manifest);
  const reason = `No file uses these dependencies now.${repository.packageManager === 'pnpm' ? PNPM_KEEPS : ''}`;
  const left = usesSentry ? [] : namedIn(readManifest(draft, manifest), sentry);
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

/** Whether code contains the name of a Sentry package. A comment counts too. */
const namesSentry = (path: string, text: string): boolean =>
  /['"]@sentry\//.test(text) &&
  (/\.(?:vue|svelte|astro)$/.test(path) ||
    findAll(parse(path, text), ts.isStringLiteralLike).some((one) => one.text.startsWith('@sentry/')));

/** The packages of these names in a manifest. */
const namedIn = (
  manifest: Manifest | undefined,
  names: readonly string[],
): readonly (readonly [string, string])[] =>
  names.flatMap((name) => {
    const range = rangeOf(manifest, name);
    return range === undefined ? [] : [[name, range] as const];
  });
