import ts from 'typescript';
import {
  findScripts,
  joinPath,
  mayHoldSources,
  type ReadableFiles,
  readManifest,
  type Repository,
} from '@adit/codebase';
import { CONVERT } from '../set-up/refusals.ts';
import { browserCode } from './browser-code.ts';
import type { Conversion } from './conversion.ts';
import { readModule, type ModuleScope } from './module-scope.ts';
import { sdkCalls } from './sdk-names.ts';

/**
 * Stops the conversion if the browser's SDK is started in a file other than those of Sentry's wizard: in a helper, in a
 * component, or in a package of the workspace. Adit would start it a second time. Runs before files change.
 */
export function findOtherStarts(
  { application, draft: before, refuse }: Conversion,
  repository: Repository,
): void {
  const { files } = application;
  const old = files.sentryConfigs.find((path) => path.includes('sentry.client.config'));
  const known = [files.instrumentationClient, old];
  const entries = known.flatMap((instrumentationClient) =>
    instrumentationClient === undefined
      ? []
      : [{ ...application, files: { ...files, instrumentationClient } }],
  );
  const modules = (entries.length > 0 ? entries : [application]).flatMap((one) => browserCode(before, one));
  const starts = modules.filter((module) => !known.includes(module.path) && startsSdk(module));
  const paths = new Set(starts.map((module) => module.path));
  const packages =
    repository.workspace === 'none' && !repository.nx ? new Map<string, string>() : packagesOf(before);
  for (const path of known) {
    const module = path === undefined ? undefined : readModule(path, before.read(path) ?? '');
    for (const start of module ? startsInPackages(module, before, packages) : []) paths.add(start);
  }
  const target =
    files.instrumentationClient ??
    joinPath(application.sourceFolder, `instrumentation-client.${application.language}`);
  for (const path of paths)
    refuse(path, 'Adit starts the SDK of the browser with the options in adit.config.', {
      why: 'it starts the SDK of the browser, which is not where Sentry’s wizard starts it',
      snippet: moveTo(target, path),
    });
}

/** The code with which the conversion can take over a helper's start. */
const moveTo = (target: string, path: string): string => `// ${target}
import * as Sentry from '@sentry/nextjs';

// At the top level, with the options of ${path}. Leave out a dsn that is handed to it: the server's variable SENTRY_DSN has it.
Sentry.init({ /* options */ });

// Take the start of the browser out of ${path}, and its calls. If servers start by it, too, give the server's start a file that browsers do not load.
// Then run ${CONVERT} again.`;

/** Whether a module starts an SDK of Sentry. */
const startsSdk = (module: ModuleScope): boolean =>
  sdkCalls(module, 'init').length > 0 ||
  (/['"]@sentry\/(?:browser|react)['"]/.test(module.text) && STARTS.test(module.text));

const STARTS = /\bSentry\.init\(|\binit\(\s*\{[^}]*\bdsn\b/;

/** Files of packages of the workspace that a module imports and that start the SDK. */
function startsInPackages(
  module: ModuleScope,
  files: ReadableFiles,
  packages: ReadonlyMap<string, string>,
): readonly string[] {
  return module.source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(statement.moduleSpecifier.text)?.[0] ?? '';
    const folder = packages.get(name);
    if (folder === undefined) return [];
    return findScripts(files, folder, { name: /(?<!\.(?:test|spec))$/, enters: mayHoldSources }).filter(
      (path) => {
        const text = files.read(path) ?? '';
        return /['"]@sentry\/(?:nextjs|browser|react)['"]/.test(text) && STARTS.test(text);
      },
    );
  });
}

/** The number of levels below the root on which a workspace has its packages. */
const MAX_DEPTH = 3;

/** The packages of a workspace, with their folders. */
function packagesOf(files: ReadableFiles): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open: [string, number][] = [['', 0]];
  for (const [folder, depth] of open) {
    const name = readManifest(files, joinPath(folder, 'package.json'))?.name;
    if (name !== undefined && folder !== '') found.set(name, folder);
    if (depth === MAX_DEPTH) continue;
    for (const entry of files.list(folder))
      if (mayHoldSources(entry)) open.push([joinPath(folder, entry.slice(0, -1)), depth + 1]);
  }
  return found;
}
