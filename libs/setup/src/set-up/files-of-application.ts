import { addToNextConfig } from '../edits/next-config.ts';
import { addHooks, CLIENT, INSTRUMENTATION } from '../edits/hooks.ts';
import { addToProxy } from '../edits/proxy.ts';
import { addDependencies, type Ranges } from '../edits/manifest.ts';
import {
  type Application,
  endingOf,
  findFile,
  isNextBefore,
  isStrictInstall,
  joinPath,
  readDependency,
} from '@adit/codebase';
import { createFile, editFile, type SetUp } from './context.ts';
import { aditConfigOf, passOnRoot, TEMPLATES } from './templates.ts';
import { dependenciesFor } from './versions.ts';

/** The files next to the routes: configurations, instrumentation, proxy and dependencies. */
export function planFiles(setUp: SetUp): void {
  const { files, manifest } = setUp.application;
  const wanted = wantedDependencies(setUp);
  editFile(
    setUp,
    manifest,
    (_path, text) => addDependencies(text, wanted),
    'Names @adit/next and what it needs.',
    JSON.stringify(wanted, undefined, 2),
  );
  planAditConfig(setUp);
  planNextConfig(setUp);
  if (!setUp.application.staticExport) planInstrumentation(setUp);
  planClient(setUp);
  if (files.proxy !== undefined)
    editFile(
      setUp,
      files.proxy,
      addToProxy,
      'Reports errors of the proxy, which Next does not report.',
      `import { reportErrors } from '@adit/next/server';\nexport const proxy = reportErrors((request: NextRequest) => …);`,
    );
}

/** Dependencies that neither the application's manifest nor the root's names. `@sentry/core` gets the range of the SDK that is there. */
function wantedDependencies({ application: { manifest }, packageManager, draft }: SetUp): Ranges {
  const sdk = readDependency(draft, manifest, '@sentry/nextjs')?.range;
  const wanted = dependenciesFor(isStrictInstall(draft, packageManager) ? 'pnpm' : packageManager);
  const rows = Object.entries(wanted).filter(
    ([name]) => (readDependency(draft, manifest, name)?.manifest ?? manifest) === manifest,
  );
  return Object.fromEntries(
    rows.map(([name, range]) => [name, name === '@sentry/core' && sdk !== undefined ? sdk : range]),
  );
}

/** The path of `adit.config` in a set-up. */
export function aditConfigFile({ folder, language, modules }: Application): string {
  // The ending marks it as a module, so that Node need not detect it.
  const ending = language === 'ts' ? 'ts' : modules === 'esm' ? 'js' : 'mjs';
  return joinPath(folder, `adit.config.${ending}`);
}

function planAditConfig(setUp: SetUp): void {
  const { application } = setUp;
  if (application.files.aditConfig !== undefined) return;
  const serves = application.staticExport
    ? 'Serve the path on the same site with @adit/tunnel-server.'
    : 'The browser sends events to this path, which no block list has.';
  createFile(
    setUp,
    aditConfigFile(application),
    aditConfigOf(application),
    `Names the site and its tunnel path. ${serves}`,
  );
}

function planNextConfig(setUp: SetUp): void {
  const { folder, files, language } = setUp.application;
  // Next 14 does not read next.config.ts.
  const isTyped = language === 'ts' && !isNextBefore(setUp.application, '15.0.0');
  const reason = 'Prepares the build: adit.config, the release, source maps.';
  if (files.nextConfig !== undefined)
    editFile(
      setUp,
      files.nextConfig,
      addToNextConfig,
      reason,
      `import { withAdit } from '@adit/next/config';\nexport default withAdit(nextConfig);`,
    );
  else
    createFile(
      setUp,
      joinPath(folder, `next.config.${isTyped ? 'ts' : 'mjs'}`),
      TEMPLATES.nextConfig,
      reason,
    );
}

const SERVER = 'Reports errors of the server, and serves the tunnel path.';

function planInstrumentation(setUp: SetUp): void {
  const { application, draft } = setUp;
  const { files, folder, sourceFolder, pageExtensions } = application;
  const find = (place: string): string | undefined =>
    findFile(draft, [place], 'instrumentation', pageExtensions);
  const beside = find(sourceFolder);
  const root = sourceFolder === folder ? undefined : find(folder);
  if (files.instrumentation === undefined) {
    const path = joinPath(sourceFolder, `instrumentation.${endingOf(application, 'code')}`);
    createFile(setUp, path, TEMPLATES.instrumentation, SERVER);
    return;
  }
  // If there are two files, Turbopack uses the one in the folder, and webpack the one in src.
  const isPassedOn = beside === undefined || files.instrumentation === root;
  for (const path of isPassedOn ? [root] : [beside, root]) if (path !== undefined) editHooks(setUp, path);
  if (beside === undefined && root !== undefined)
    createFile(
      setUp,
      joinPath(sourceFolder, baseName(root)),
      passOnRoot(root),
      `Passes on ${baseName(root)} of the folder above, which webpack does not find.`,
    );
}

const editHooks = (setUp: SetUp, path: string): void =>
  editFile(
    setUp,
    path,
    (_path, text) => addHooks(path, text, INSTRUMENTATION),
    SERVER,
    `import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\n\nexport { onRequestError };\n\nexport async function register() {\n  …\n  await registerAdit(); // last: it starts the SDK only if nobody has\n}`,
  );

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function planClient(setUp: SetUp): void {
  const { files, language, sourceFolder } = setUp.application;
  const reason = 'Reports errors of the browser, and gives navigations a deadline.';
  if (files.instrumentationClient !== undefined)
    editFile(
      setUp,
      files.instrumentationClient,
      (path, text) => addHooks(path, text, CLIENT),
      reason,
      TEMPLATES.instrumentationClient.trimEnd(),
    );
  else
    createFile(
      setUp,
      joinPath(sourceFolder, `instrumentation-client.${language}`),
      TEMPLATES.instrumentationClient,
      reason,
    );
}
