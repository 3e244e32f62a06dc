import type { ReadableFiles } from '../files.ts';
import { createDraft, type Draft } from '../plan/draft.ts';
import { chosenApplications, type Plan, type PlanOptions, type Step } from '../plan/plan.ts';
import { findFile } from '../repository/application-files.ts';
import type { Application, PackageManager, Repository } from '../repository/repository.ts';
import { parseSource } from '../source/source.ts';
import { DEFAULT_STYLE, type Style } from '../source/style.ts';
import { filesToConvert } from './needs-conversion.ts';
import { findRootLayouts } from './root-layouts.ts';
import { planApp, planPages, planTunnelRoute } from './routes.ts';
import { aditConfigFile, planFiles } from './files-of-application.ts';
import { unsupportedPackages } from './versions.ts';

/** As in @adit/next. */
const DEFAULT_TUNNEL_PATH = '/monitoring-tunnel';

/**
 * Plans the set-up of `@adit/next`. Files of the application keep their formatting; a file whose shape is not known stays as it
 * is, and its step says what to write by hand. A second plan has no changes.
 * @throws Error for a folder without an application
 */
export function planSetup(repository: Repository, files: ReadableFiles, options: PlanOptions = {}): Plan {
  const draft = createDraft(files);
  const steps = chosenApplications(repository, options).flatMap((application) =>
    setUpApplication(application, repository.packageManager, draft),
  );
  return { changes: draft.changes(), steps };
}

function setUpApplication(
  application: Application,
  packageManager: PackageManager,
  draft: Draft,
): readonly Step[] {
  const refused = refuse(application, draft);
  if (refused) return [refused];
  const { appFolder, pagesFolder } = application;
  const setUp = { application, packageManager, draft, style: styleOf(draft, application), steps: [] };
  planFiles(setUp);
  if (appFolder !== undefined) {
    planApp(setUp, appFolder);
    planTunnelRoute(setUp, appFolder, tunnelPathIn(draft, application));
  }
  if (pagesFolder !== undefined) planPages(setUp, pagesFolder);
  return setUp.steps;
}

/** The tunnel path of `adit.config`, as it will be; `undefined` if the code computes it. */
function tunnelPathIn(draft: Draft, application: Application): string | undefined {
  const text = draft.read(application.files.aditConfig ?? aditConfigFile(application)) ?? '';
  if (!/\btunnelPath\b/.test(text)) return DEFAULT_TUNNEL_PATH;
  return /\btunnelPath:\s*['"`](\/[\w./~-]+)['"`]/.exec(text)?.[1];
}

/** The step for an application that cannot be set up as it is. */
function refuse(application: Application, files: ReadableFiles): Step | undefined {
  const { folder, manifest } = application;
  const [unsupported] = unsupportedPackages(files, application);
  if (unsupported) {
    const { name, found, supported } = unsupported;
    return {
      application: folder,
      path: manifest,
      reason: `Adit needs ${name} ${supported}.`,
      byHand: { why: `the application has ${name} ${found}`, snippet: `"${name}": "${supported}"` },
    };
  }
  const own = filesToConvert(files, application);
  const [first] = own;
  return first === undefined
    ? undefined
    : {
        application: folder,
        path: first,
        reason: 'Adit takes the place of the set-up by Sentry’s wizard.',
        byHand: {
          why: `${own.join(', ')} would start Sentry’s SDK, or report errors, a second time`,
          snippet: 'npx @adit/cli convert-sentry',
        },
      };
}

/** The style of the application’s own files. */
function styleOf(files: ReadableFiles, { appFolder, pagesFolder, files: own }: Application): Style {
  const scripts = ['tsx', 'jsx', 'js', 'ts'];
  const candidates = [
    ...(appFolder === undefined ? [] : findRootLayouts(files, appFolder)),
    pagesFolder === undefined ? undefined : findFile(files, [pagesFolder], '_app', scripts),
    pagesFolder === undefined ? undefined : findFile(files, [pagesFolder], 'index', scripts),
    own.nextConfig,
  ];
  const found = candidates.flatMap((path) => (path && parseSource(path, files.read(path) ?? '')) || []);
  return found[0]?.style ?? DEFAULT_STYLE;
}
