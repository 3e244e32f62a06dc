import {
  type Application,
  chosenApplications,
  chosenKitApplications,
  createDraft,
  type Draft,
  findFile,
  type PackageManager,
  type Plan,
  type PlanOptions,
  type ReadableFiles,
  type Repository,
  type Step,
  readOwnTunnelPath,
} from '@adit/codebase';
import { createReader, DEFAULT_STYLE, parseSource, type Style } from '@adit/codebase/source';
import { planKit } from '../kits/plan-kit.ts';
import { planAgents } from './plan-agents.ts';
import { refusalsOf } from './refusals.ts';
import { findRootLayouts } from './root-layouts.ts';
import { planNodeVersion } from './node-version.ts';
import { planProxyMatcher } from './proxy-matcher.ts';
import { planApp, planPages, planTunnelRoute } from './routes.ts';
import { aditConfigFile, planFiles } from './files-of-application.ts';
import { planUnknownAddress } from './unknown-address.ts';

/**
 * Plans the set-up of `@adit/next`, and of `@adit/kits` in applications of other frameworks. Files of the application keep their formatting; a file of an unsupported shape
 * stays unchanged, and its step shows the code to write by hand. A second plan has no changes.
 * @throws Error for a folder without an application
 */
export function planSetup(repository: Repository, files: ReadableFiles, options: PlanOptions = {}): Plan {
  const draft = createDraft(files);
  const steps = chosenApplications(repository, options).flatMap((application) =>
    setUpApplication(application, repository.packageManager, draft),
  );
  const kitSteps = chosenKitApplications(repository, options).flatMap((application) =>
    planKit(application, repository.packageManager, draft),
  );
  return { changes: draft.changes(), steps: [...steps, ...kitSteps] };
}

function setUpApplication(
  application: Application,
  packageManager: PackageManager,
  draft: Draft,
): readonly Step[] {
  const refusals = refusalsOf(application, packageManager, draft);
  if (refusals.length > 0) return refusals;
  const { appFolder, pagesFolder } = application;
  const setUp = { application, packageManager, draft, style: styleOf(draft, application), steps: [] };
  planFiles(setUp);
  planNodeVersion(setUp);
  if (appFolder !== undefined) {
    planApp(setUp, appFolder);
    planUnknownAddress(setUp, appFolder);
    planTunnelRoute(setUp, appFolder, tunnelPathIn(draft, application));
  }
  planProxyMatcher(setUp, tunnelPathIn(draft, application));
  if (pagesFolder !== undefined) planPages(setUp, pagesFolder);
  planAgents(setUp);
  return setUp.steps;
}

/** The tunnel path of the future `adit.config`, below the prefix of a zone; `undefined` if the code computes it. */
export function tunnelPathIn(draft: ReadableFiles, application: Application): string | undefined {
  const files = { aditConfig: aditConfigFile(application), ...application.files };
  const path = readOwnTunnelPath({ application: { files }, reader: createReader(draft) });
  return path !== undefined && /^\/[\w./~-]+$/.test(path) ? path : undefined;
}

/** The style of the application’s own files. */
function styleOf(files: ReadableFiles, application: Application): Style {
  const { appFolder, pagesFolder, pageExtensions, files: own } = application;
  const candidates = [
    ...(appFolder === undefined ? [] : findRootLayouts(files, appFolder, application)),
    pagesFolder === undefined ? undefined : findFile(files, [pagesFolder], '_app', pageExtensions),
    pagesFolder === undefined ? undefined : findFile(files, [pagesFolder], 'index', pageExtensions),
    own.nextConfig,
  ];
  const found = candidates.flatMap((path) => (path && parseSource(path, files.read(path) ?? '')) || []);
  return found[0]?.style ?? DEFAULT_STYLE;
}
