import {
  addCommand,
  type Draft,
  folderOf,
  FRAMEWORKS,
  inFolderOf,
  isStrictInstall,
  type KitApplication,
  type PackageManager,
  rangesMeet,
  readDependency,
  removeCommand,
  type Step,
} from '@adit/codebase';
import { DEFAULT_STYLE, parseSource, unknown } from '@adit/codebase/source';
import { addDependencies, type Ranges } from '../edits/manifest.ts';
import { createFile, editFile, type SetUp } from '../set-up/context.ts';
import { titleOf } from '../set-up/templates.ts';
import { kitDependenciesFor } from '../set-up/versions.ts';
import { missingAdapter } from './missing-kit-files.ts';
import { findKitFile, newKitFile } from './kit-paths.ts';
import { type KitFile, KITS, linesOf } from './kits.ts';
import { usesKit } from './uses-kit.ts';

const INIT = 'npx @adit/cli init';

/** Plans the set-up of `@adit/kits` in an application. */
export function planKit(
  application: KitApplication,
  packageManager: PackageManager,
  draft: Draft,
): readonly Step[] {
  const refused = refusalOf(application, packageManager, draft);
  if (refused) return [refused];
  const { config, framework, manifest } = application;
  const style = parseSource(config, draft.read(config) ?? '')?.style ?? DEFAULT_STYLE;
  const setUp: KitSetUp = { application, draft, style, steps: [] };
  const wanted = wantedDependencies(setUp, packageManager);
  editFile(
    setUp,
    manifest,
    (_path, text) => addDependencies(text, wanted, 'dependencies'),
    'Names @adit/kits and what it needs.',
    JSON.stringify(wanted, undefined, 2),
  );
  for (const file of KITS[framework].files) planFile(setUp, file);
  planAdapter(setUp, packageManager);
  return setUp.steps;
}

type KitSetUp = Omit<SetUp, 'application' | 'packageManager'> & { readonly application: KitApplication };

/** The step for an application that cannot be set up in its current state. */
function refusalOf(
  { folder, framework, manifest }: KitApplication,
  packageManager: PackageManager,
  draft: Draft,
): Step | undefined {
  const { supported, sdk } = KITS[framework];
  const { dependency, title } = FRAMEWORKS[framework];
  const step = { application: folder, path: manifest };
  const found = readDependency(draft, manifest, dependency)?.range;
  if (found !== undefined && rangesMeet(found, supported) === false)
    return {
      ...step,
      reason: `Adit needs ${dependency} ${supported}.`,
      byHand: {
        why: `the application has ${dependency} ${found}`,
        snippet: `# upgrade ${title}, then\n${INIT}`,
      },
    };
  const own = readDependency(draft, manifest, sdk);
  if (own === undefined) return undefined;
  const remove = inFolderOf(own.manifest, removeCommand({ packageManager }, [sdk]));
  return {
    ...step,
    reason: `Adit takes the place of ${sdk}.`,
    byHand: {
      why: `${sdk} would start Sentry’s SDK, and report errors, a second time`,
      snippet: `# take out the code that uses it, then\n${remove}\n${INIT}`,
    },
  };
}

/** Dependencies that neither the application's manifest nor the root's names. Sentry's packages have one range. */
function wantedDependencies({ application: { manifest }, draft }: KitSetUp, manager: PackageManager): Ranges {
  const wanted = Object.entries(kitDependenciesFor(isStrictInstall(draft, manager) ? 'pnpm' : manager));
  const isSentry = (name: string): boolean => name.startsWith('@sentry/');
  const rows = wanted.map(([name, range]) => ({ name, range, at: readDependency(draft, manifest, name) }));
  const own = rows.find(({ name, at }) => isSentry(name) && at?.range !== undefined)?.at?.range;
  return Object.fromEntries(
    rows
      .filter(({ at }) => at === undefined)
      .map(({ name, range }) => [name, isSentry(name) ? (own ?? range) : range]),
  );
}

function planFile(setUp: KitSetUp, file: KitFile): void {
  const { application, draft, steps } = setUp;
  if (usesKit(draft, application, file)) return;
  const { whole, reason } = file;
  const siteName = titleOf(application.name);
  const path = findKitFile(draft, application, file);
  const snippet = linesOf(file, siteName, path !== undefined);
  if (path !== undefined) {
    editFile(
      setUp,
      path,
      (_path, text) => file.add?.(path, text, siteName) ?? unknown(whyByHand(file)),
      reason,
      snippet,
    );
    return;
  }
  const added = newKitFile(application, file);
  if (whole !== undefined && draft.list(folderOf(added)).length > 0) createFile(setUp, added, whole, reason);
  else
    steps.push({
      application: application.folder,
      path: added,
      reason,
      byHand: { why: 'there is no such file, so this step is yours', snippet },
    });
}

/** Why the lines are left to the user. */
const whyByHand = ({ add, advice, whole }: KitFile): string =>
  add ? advice : `${whole === undefined ? '' : 'the file exists, so '}this step is yours: ${advice}`;

/** Without a server of Node, events would go to an address that nobody answers. */
function planAdapter({ application, draft, steps }: KitSetUp, packageManager: PackageManager): void {
  const { folder, config, manifest } = application;
  const adapter = missingAdapter(draft, application);
  if (adapter === undefined) return;
  steps.push({
    application: folder,
    path: config,
    reason: 'The server of the application answers the tunnel path.',
    byHand: {
      why: `${manifest} does not name ${adapter.module}, which builds a server of Node`,
      snippet: [
        inFolderOf(manifest, addCommand({ packageManager }, adapter.module)),
        `# then, in ${config}: ${adapter.code}`,
      ].join('\n'),
    },
  });
}
