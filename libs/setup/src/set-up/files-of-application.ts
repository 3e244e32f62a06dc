import { addToNextConfig } from '../edits/next-config.ts';
import { addHooks, CLIENT, INSTRUMENTATION } from '../edits/hooks.ts';
import { addToProxy } from '../edits/proxy.ts';
import { addDependencies } from '../edits/manifest.ts';
import { joinPath } from '../join-path.ts';
import type { Application } from '../repository/repository.ts';
import { createFile, editFile, type SetUp } from './context.ts';
import { aditConfigOf, TEMPLATES } from './templates.ts';
import { dependenciesFor } from './versions.ts';

/** The files beside the routes: configurations, instrumentation, proxy and dependencies. */
export function planFiles(setUp: SetUp): void {
  const { application, packageManager } = setUp;
  const { files, manifest } = application;
  editFile(
    setUp,
    manifest,
    (_path, text) => addDependencies(text, dependenciesFor(packageManager)),
    'Names @adit/next and what it needs.',
    JSON.stringify(dependenciesFor(packageManager), undefined, 2),
  );
  planAditConfig(setUp);
  planNextConfig(setUp);
  if (!application.staticExport) planInstrumentation(setUp);
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

/** Where a set-up writes `adit.config`. */
export function aditConfigFile({ folder, language, modules }: Application): string {
  // The ending says that it is a module, so that Node need not find out.
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
      joinPath(folder, `next.config.${language === 'ts' ? 'ts' : 'mjs'}`),
      TEMPLATES.nextConfig,
      reason,
    );
}

function planInstrumentation(setUp: SetUp): void {
  const { files, language, sourceFolder } = setUp.application;
  const reason = 'Reports errors of the server, and serves the tunnel path.';
  if (files.instrumentation !== undefined)
    editFile(
      setUp,
      files.instrumentation,
      (path, text) => addHooks(path, text, INSTRUMENTATION),
      reason,
      `import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\n\nexport { onRequestError };\n\nexport async function register() {\n  …\n  await registerAdit(); // last: it starts the SDK only if nobody has\n}`,
    );
  else
    createFile(
      setUp,
      joinPath(sourceFolder, `instrumentation.${language}`),
      TEMPLATES.instrumentation,
      reason,
    );
}

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
