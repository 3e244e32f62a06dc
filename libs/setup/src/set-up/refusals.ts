import {
  addCommand,
  type Application,
  inFolderOf,
  type PackageManager,
  type ReadableFiles,
  readDependency,
  type Step,
} from '@adit/codebase';
import { filesToConvert } from './needs-conversion.ts';
import { installCommand, type Unsupported, unsupportedPackages } from './versions.ts';

/** The steps for an application that cannot be set up in its current state: all of them, versions first. */
export function refusalsOf(
  application: Application,
  packageManager: PackageManager,
  files: ReadableFiles,
): readonly Step[] {
  const own = filesToConvert(files, application);
  const last = own.length > 0 ? CONVERT : 'npx @adit/cli init';
  const versions = versionStep(application, packageManager, files, last);
  const [first] = own;
  return [
    ...(versions ? [versions] : []),
    ...(first === undefined
      ? []
      : [
          {
            application: application.folder,
            path: first,
            reason: 'Adit takes the place of the set-up by Sentry’s wizard.',
            byHand: {
              why: `${own.join(', ')} would start Sentry’s SDK, or report errors, a second time`,
              snippet: CONVERT,
            },
          },
        ]),
  ];
}

/** The command that converts the set-up of Sentry's wizard. */
export const CONVERT = 'npx @adit/cli convert-sentry';

/**
 * The step for packages in unsupported versions, except those in the list: all of them, with the commands in order. The
 * last one is the command to run afterwards. `undefined` if all are supported.
 */
export function versionStep(
  application: Application,
  packageManager: PackageManager,
  files: ReadableFiles,
  last: string,
  except: readonly string[] = [],
): Step | undefined {
  const found = unsupportedPackages(files, application).filter(({ name }) => !except.includes(name));
  if (found.length === 0) return undefined;
  const { folder, manifest } = application;
  const isFramework = ({ name }: Unsupported): boolean => !name.startsWith('@');
  const commands = [found.filter(isFramework), found.filter((one) => !isFramework(one))].flatMap((group) =>
    raiseCommands(files, manifest, packageManager, withReactDom(files, manifest, group)),
  );
  return {
    application: folder,
    path: manifest,
    reason: `Adit needs ${listOf(found.map(({ name, supported }) => `${name} ${supported}`))}.`,
    byHand: {
      why: `the application has ${listOf(found.map(({ name, found: version }) => `${name} ${version}`))}`,
      snippet: [...commands, last].join('\n'),
    },
  };
}

/** React and its DOM must have the same version. */
function withReactDom(
  files: ReadableFiles,
  manifest: string,
  group: readonly Unsupported[],
): readonly Unsupported[] {
  const react = group.find(({ name }) => name === 'react');
  const dom = readDependency(files, manifest, 'react-dom');
  return react && dom ? [...group, { ...react, name: 'react-dom' }] : group;
}

/** One command for those in a `package.json`; for those in a catalog, a line with the place of the range. */
function raiseCommands(
  files: ReadableFiles,
  manifest: string,
  packageManager: PackageManager,
  group: readonly Unsupported[],
): readonly string[] {
  const placed = group.map((one) => ({ ...one, at: readDependency(files, manifest, one.name) }));
  const direct = new Map<string, string[]>();
  for (const { name, closest, at } of placed)
    if (!at?.catalog) {
      const path = at?.manifest ?? manifest;
      direct.set(path, [...(direct.get(path) ?? []), `${name}@${closest}`]);
    }
  const inCatalogs = placed.flatMap(({ name, closest, at }) =>
    at?.catalog ? [`# ${at.catalog.path}: "${name}": "${closest}"`] : [],
  );
  return [
    ...[...direct].map(([path, names]) => inFolderOf(path, addCommand({ packageManager }, ...names))),
    ...inCatalogs,
    ...(inCatalogs.length > 0 ? [installCommand(packageManager)] : []),
  ];
}

/** `a`, `a and b`, `a, b and c`. */
const listOf = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1) ?? ''].filter(Boolean).join(' and ');
