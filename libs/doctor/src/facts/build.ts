import { joinPath, readNextOption, textsOf } from '@adit/codebase';
import type { Subject } from '../check.ts';

/** The maximum number of pages and scripts of a build that one check reads. */
export const MAX_FILES = 300;

/** The output of `next build`. */
export interface Build {
  readonly folder: string;
  /** `required-server-files.json`, which contains the configuration of the build. */
  readonly settings: string;
  /** `env` of next.config, as inlined. */
  readonly env: Readonly<Record<string, string>>;
  /** Each static page. */
  readonly pages: readonly string[];
  /** Each script for the browser. */
  readonly scripts: readonly string[];
  /** The scripts that every page loads. */
  readonly firstScripts: readonly string[];
  /** Source maps among the browser's scripts. */
  readonly sourceMaps: readonly string[];
}

/** An application with a build. */
type Built = Pick<Subject, 'application' | 'reader'>;

/** The tunnel path of the build, with `basePath`, as recorded by `withAdit`; `undefined` if it is not recorded. */
export function builtTunnelPath(subject: Built): string | undefined {
  const { ADIT_BASE_PATH = '', ADIT_BUILT_TUNNEL_PATH } = textsOf(readConfig(subject).config, 'env');
  return ADIT_BUILT_TUNNEL_PATH && `${ADIT_BASE_PATH}${ADIT_BUILT_TUNNEL_PATH}`;
}

function readConfig(subject: Built): Pick<Build, 'folder' | 'settings'> & { readonly config: unknown } {
  const { application, reader } = subject;
  const distDir = readNextOption(subject, 'distDir')?.value ?? '.next';
  const folder = joinPath(application.folder, String(distDir));
  const settings = joinPath(folder, 'required-server-files.json');
  return { folder, settings, config: (reader.json(settings) as { config?: unknown } | undefined)?.config };
}

/** The build of an application; `undefined` if there is none. */
export function readBuild(subject: Built): Build | undefined {
  const { reader } = subject;
  const { folder, settings, config } = readConfig(subject);
  if (config === undefined) return undefined;
  const chunks = reader.walk(joinPath(folder, 'static'), 8);
  const { rootMainFiles } = (reader.json(joinPath(folder, 'build-manifest.json')) ?? {}) as {
    rootMainFiles?: unknown;
  };
  return {
    folder,
    settings,
    env: textsOf(config, 'env'),
    pages: ['app', 'pages']
      .flatMap((kind) => reader.walk(joinPath(folder, 'server', kind), 6))
      .filter((path) => path.endsWith('.html'))
      .slice(0, MAX_FILES),
    scripts: chunks.filter((path) => path.endsWith('.js')).slice(0, MAX_FILES),
    firstScripts: (Array.isArray(rootMainFiles) ? rootMainFiles : []).map((file) =>
      joinPath(folder, String(file)),
    ),
    sourceMaps: chunks.filter(
      (path) => path.endsWith('.js.map') && showsOwnCode(reader.json(path) as SourceMap | undefined),
    ),
  };
}

interface SourceMap {
  readonly sources?: readonly unknown[];
  readonly sections?: readonly { readonly map?: SourceMap }[];
}

/** Whether a source map contains code of the application. Turbopack also writes one for Next's own polyfills. */
function showsOwnCode(map: SourceMap | undefined): boolean {
  const { sources = [], sections = [] } = map ?? {};
  return (
    sources.some((source) => typeof source === 'string' && !source.includes('node_modules/')) ||
    sections.some((section) => showsOwnCode(section.map))
  );
}
