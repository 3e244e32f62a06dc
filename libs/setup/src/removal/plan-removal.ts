import { takeHooks, CLIENT, INSTRUMENTATION } from '../edits/hooks.ts';
import type { Edit } from '../edits/edit.ts';
import { takeFromLayout } from '../edits/layout.ts';
import { takeFromNextConfig } from '../edits/next-config.ts';
import { takeFromOwnScreen } from '../edits/own-screen.ts';
import { takeFromProxy } from '../edits/proxy.ts';
import type { ReadableFiles } from '../files.ts';
import { createDraft, type Draft } from '../plan/draft.ts';
import { chosenApplications, type Plan, type PlanOptions, type Step } from '../plan/plan.ts';
import { findScripts } from '../repository/scripts.ts';
import type { Application, Repository } from '../repository/repository.ts';
import { aditConfigOf, isTemplate, TEMPLATES } from '../set-up/templates.ts';
import { removeDependencies } from './dependencies.ts';
import { findLeftovers } from './leftovers.ts';
import { putBack } from './put-back.ts';

/**
 * Plans to take Adit out again. It needs no record of a set-up: it knows what `planSetup` writes, and takes out just that. What
 * `planConversion` replaced comes back from its record. What a person has changed since stays; what a person must remove is a
 * step by hand.
 * @throws Error for a folder without an application
 */
export function planRemoval(repository: Repository, files: ReadableFiles, options: PlanOptions = {}): Plan {
  const draft = createDraft(files);
  const chosen = chosenApplications(repository, options);
  const restored = putBack(repository, chosen, draft);
  const steps = chosen.flatMap((application) => [
    ...filesOf(application, draft).flatMap((part) => takeOut(part, application, draft)),
    ...findLeftovers(draft, application),
  ]);
  const manifests = new Set(chosen.map(({ manifest }) => manifest));
  const dependencies = [...manifests].flatMap((manifest) => removeDependencies(manifest, repository, draft));
  return { changes: draft.changes(), steps: [...restored, ...steps, ...dependencies] };
}

/** A file that a set-up may have created or edited. */
interface Part {
  readonly path: string | undefined;
  /** Its text, if a set-up has created it. */
  readonly template?: string;
  readonly take?: (path: string, text: string) => Edit;
}

function filesOf(application: Application, draft: Draft): readonly Part[] {
  const { appFolder, pagesFolder, files } = application;
  const inApp = (name: RegExp): readonly string[] =>
    appFolder === undefined ? [] : findScripts(draft, appFolder, { name });
  const screens = (names: readonly (keyof typeof TEMPLATES)[], take?: Part['take']): readonly Part[] =>
    names.flatMap((name) =>
      inApp(new RegExp(`^${name}$`)).map((path) => ({
        path,
        template: TEMPLATES[name],
        ...(take && { take }),
      })),
    );
  return [
    { path: files.aditConfig, template: aditConfigOf(application) },
    { path: files.nextConfig, template: TEMPLATES.nextConfig, take: takeFromNextConfig },
    {
      path: files.instrumentation,
      template: TEMPLATES.instrumentation,
      take: (path, text) => takeHooks(path, text, INSTRUMENTATION),
    },
    {
      path: files.instrumentationClient,
      template: TEMPLATES.instrumentationClient,
      take: (path, text) => takeHooks(path, text, CLIENT),
    },
    { path: files.proxy, take: takeFromProxy },
    ...inApp(/^layout$/).map((path) => ({ path, take: takeFromLayout })),
    ...screens(['error', 'global-error'], takeFromOwnScreen),
    ...screens(['not-found', 'forbidden', 'unauthorized', 'route']),
    ...(pagesFolder === undefined
      ? []
      : findScripts(draft, pagesFolder, { name: /^_error$/, enters: () => false })
    ).map((path) => ({ path, template: TEMPLATES._error })),
  ];
}

/** Removes a file that was created, or edits one that was edited. A file whose shape is not known stays as it is. */
function takeOut({ path, template, take }: Part, { folder }: Application, draft: Draft): readonly Step[] {
  const text = path === undefined ? undefined : draft.read(path);
  if (path === undefined || text === undefined) return [];
  if (template !== undefined && isTemplate(text, template)) {
    draft.remove(path);
    return [{ application: folder, path, reason: 'Only Adit needs this file.' }];
  }
  const edit = take?.(path, text);
  if (edit?.kind !== 'changed') return [];
  draft.write(path, edit.text);
  return [{ application: folder, path, reason: 'Takes out what Adit needs; the rest stays.' }];
}
