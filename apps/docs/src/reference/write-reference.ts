import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Application, LogLevel, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { entryPointsOf, versionsOf, type PackageManifest } from './entry-points.ts';

/** Kinds that must have a doc comment. */
const DOCUMENTED = ['Function', 'Class', 'Interface', 'TypeAlias', 'Variable', 'Enum'] as const;

/** Typedoc's name for the module of a file. */
const moduleName = (file: string): string => file.replace(/(?:\/index)?\.d\.ts$/, '');

/** Writes a page for each entry point of the libraries, from their built types. Throws if typedoc has a warning. */
export async function writeReference(root: string, out: string): Promise<number> {
  const libraries = readdirSync(join(root, 'libs')).map((library) => {
    const folder = join(root, 'libs', library);
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    return { folder, manifest: JSON.parse(text) as PackageManifest };
  });
  const entries = libraries.flatMap(({ folder, manifest }) =>
    entryPointsOf(manifest).map(({ name, types }) => ({ name, file: join(folder, types) })),
  );
  const missing = entries.find(({ file }) => !existsSync(file));
  if (missing) throw new Error(`${missing.name} is not built: ${missing.file} is missing`);

  const options: TypeDocOptions & Partial<PluginOptions> = {
    entryPoints: entries.map(({ file }) => file),
    tsconfig: join(root, 'apps/docs/tsconfig.reference.json'),
    plugin: ['typedoc-plugin-markdown'],
    out,
    router: 'module',
    entryFileName: 'index',
    // React's comments on its own methods link to types of React.
    externalSymbolLinkMappings: { '@types/react': { '*': '#' } },
    // The libraries' own builds have checked these types.
    skipErrorChecking: true,
    readme: 'none',
    name: 'Reference',
    disableSources: true,
    excludeExternals: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hideGroupHeadings: false,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    useCodeBlocks: true,
    useCustomAnchors: true,
    requiredToBeDocumented: [...DOCUMENTED],
    validation: { notExported: false, invalidLink: true, notDocumented: true },
    logLevel: LogLevel.Warn,
  };
  const app = await Application.bootstrapWithPlugins(options);
  const project = await app.convert();
  if (!project) throw new Error('typedoc could not read the types of the libraries');
  const names = new Map(
    entries.map(({ name, file }) => [moduleName(relative(join(root, 'libs'), file)), name]),
  );
  for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
  app.validate(project);
  await app.generateOutputs(project);
  const index = join(out, 'index.md');
  const intro = `Written from the types of ${versionsOf(libraries.map(({ manifest }) => manifest))}.`;
  writeFileSync(
    index,
    readFileSync(index, 'utf8').replace(/^# .+\n/, (title) => `${title}\n${intro}\n`),
  );
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('typedoc has warnings: see above');
  return entries.length;
}
