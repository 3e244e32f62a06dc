import { takeHooks, CLIENT, INSTRUMENTATION } from '../edits/hooks.ts';
import { type Edit, parseSource } from '@adit/codebase/source';
import ts from 'typescript';
import { takeFromLayout } from '../edits/layout.ts';
import { takeFromMatcher } from '../edits/matcher.ts';
import { takeFromNextConfig } from '../edits/next-config.ts';
import { linesOfReport, takeFromOwnScreen } from '../edits/own-screen.ts';
import { takePassedOn } from '../edits/passed-on.ts';
import { takeFromProxy } from '../edits/proxy.ts';
import {
  type Application,
  chosenApplications,
  chosenKitApplications,
  createDraft,
  type Draft,
  findConventions,
  findFile,
  isNamed,
  joinPath,
  type KitApplication,
  type Plan,
  type PlanOptions,
  type ReadableFiles,
  type Repository,
  type Step,
} from '@adit/codebase';
import { findKitFile } from '../kits/kit-paths.ts';
import { KITS } from '../kits/kits.ts';
import { tunnelPathIn } from '../set-up/plan-setup.ts';
import { isTemplate, passOnRoot, TEMPLATES } from '../set-up/templates.ts';
import { removeDependencies } from './dependencies.ts';
import { leftoverOfKit } from './kit-default.ts';
import { findLeftovers, namesAdit } from './leftovers.ts';
import { putBack } from './put-back.ts';
import { removeAgents } from './remove-agents.ts';
import { removeConfig } from './remove-config.ts';

/**
 * Plans the removal of Adit. It needs no record of a set-up: it recognises what `planSetup` writes, and removes exactly
 * that, and `adit.config` with the options that a user wrote. Files that `planConversion` replaced are restored from its
 * record. Other files that a user has changed since stay; a manual step tells what to remove from them.
 * @throws Error for a folder without an application
 */
export function planRemoval(repository: Repository, files: ReadableFiles, options: PlanOptions = {}): Plan {
  const draft = createDraft(files);
  const chosen = chosenApplications(repository, options);
  const restored = putBack(repository, chosen, draft);
  const steps = chosen.flatMap((application) => [
    ...filesOf(application, draft).flatMap((part) => takeOut(part, application, draft)),
    ...removeConfig(application, draft),
    ...removeAgents(application, draft),
    ...findLeftovers(draft, application).filter(({ path }) => path !== application.files.aditConfig),
  ]);
  const kits = chosenKitApplications(repository, options);
  const kitSteps = kits.flatMap((application) => [
    ...kitFilesOf(application, draft).flatMap((part) => takeOut(part, application, draft)),
    ...findLeftovers(draft, application, (path, text) => leftoverOfKit(draft, application, path, text)),
  ]);
  const manifests = new Set([...chosen, ...kits].map(({ manifest }) => manifest));
  const dependencies = [...manifests].flatMap((manifest) => removeDependencies(manifest, repository, draft));
  return { changes: draft.changes(), steps: [...restored, ...steps, ...kitSteps, ...dependencies] };
}

/** A file that a set-up may have created or edited. */
interface Part {
  readonly path: string | undefined;
  /** Its text, if a set-up has created it. */
  readonly template?: string;
  readonly take?: (path: string, text: string) => Edit;
  /** The lines that `take` removes, if a user may have written the same. */
  readonly taken?: (path: string, text: string) => readonly string[];
}

function filesOf(application: Application, draft: Draft): readonly Part[] {
  const { appFolder, pagesFolder, files } = application;
  const tunnelPath = tunnelPathIn(draft, application);
  const inApp = (name: RegExp): readonly string[] =>
    appFolder === undefined ? [] : findConventions(draft, appFolder, name, application, { all: true });
  const screens = (
    names: readonly (keyof typeof TEMPLATES)[],
    edit: Pick<Part, 'take' | 'taken'> = {},
  ): readonly Part[] =>
    names.flatMap((name) =>
      inApp(new RegExp(`^${name}$`)).map((path) => ({ path, template: TEMPLATES[name], ...edit })),
    );
  return [
    { path: files.nextConfig, template: TEMPLATES.nextConfig, take: takeFromNextConfig },
    ...instrumentations(application, draft).map((path) => ({
      path,
      template: files.instrumentation === path ? TEMPLATES.instrumentation : passOnRoot(path),
      take: (_path: string, text: string) => takeHooks(path, text, INSTRUMENTATION),
    })),
    {
      path: files.instrumentationClient,
      template: TEMPLATES.instrumentationClient,
      take: (path, text) => takeHooks(path, text, CLIENT),
    },
    { path: files.proxy, take: takeFromProxy },
    { path: files.proxy, take: (path, text) => takeFromMatcher(path, text, tunnelPath ?? '/') },
    ...inApp(/^layout$/).map((path) => ({ path, take: takeFromLayout })),
    ...screens(['error', 'global-error'], { take: takeFromOwnScreen, taken: linesOfReport }),
    ...screens(['not-found', 'forbidden', 'unauthorized', 'route']),
    ...inApp(/^page$/)
      .filter((path) => path.includes('/[...unknown]/'))
      .map((path) => ({ path, template: TEMPLATES.unknown })),
    ...(pagesFolder === undefined
      ? []
      : draft
          .list(pagesFolder)
          .filter((name) => isNamed(name, '_error', application))
          .map((name) => joinPath(pagesFolder, name))
    ).map((path) => ({ path, template: TEMPLATES._error })),
  ];
}

const kitFilesOf = (application: KitApplication, draft: Draft): readonly Part[] =>
  KITS[application.framework].files.map((file) => ({
    path: findKitFile(draft, application, file),
    ...(file.whole !== undefined && { template: file.whole }),
    take: file.take ?? ((path, text) => takePassedOn(file.module, path, text)),
  }));

/** Each `instrumentation` of the application: there may be one next to the routes and one in its folder. */
const instrumentations = (
  { folder, sourceFolder, pageExtensions }: Application,
  draft: Draft,
): readonly string[] =>
  [...new Set([sourceFolder, folder])].flatMap(
    (place) => findFile(draft, [place], 'instrumentation', pageExtensions) ?? [],
  );

/** Removes a created file, or reverts an edited one. A file of an unsupported shape stays unchanged. */
function takeOut(
  { path, template, take, taken }: Part,
  { folder }: Pick<Application, 'folder'>,
  draft: Draft,
): readonly Step[] {
  const text = path === undefined ? undefined : draft.read(path);
  if (path === undefined || text === undefined) return [];
  if (template !== undefined && (isTemplate(text, template) || isOnlyPassingOn(path, text))) {
    draft.remove(path);
    return [{ application: folder, path, reason: 'Only Adit needs this file.' }];
  }
  const edit = take?.(path, text);
  if (edit?.kind !== 'changed') return [];
  draft.write(path, edit.text);
  const lines = taken?.(path, text) ?? [];
  const named = lines.length === 0 ? 'what Adit needs' : lines.map((line) => `\`${line}\``).join(', ');
  return [{ application: folder, path, reason: `Takes out ${named}; the rest stays.` }];
}

/** Whether all statements of a file pass on exports of Adit. */
function isOnlyPassingOn(path: string, text: string): boolean {
  const statements = parseSource(path, text)?.file.statements ?? [];
  const isDirective = (statement: ts.Statement): boolean =>
    ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
  const exports = statements.filter((statement) => !isDirective(statement));
  return (
    exports.length > 0 &&
    exports.every(
      (statement) =>
        ts.isExportDeclaration(statement) &&
        statement.moduleSpecifier !== undefined &&
        namesAdit(statement.moduleSpecifier.getText()),
    )
  );
}
