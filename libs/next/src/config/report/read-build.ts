import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of Adit found in a finished compilation. */
export interface CompiledParts {
  readonly hasInstrumentation: boolean;
  /** Whether errors of browsers are recorded. */
  readonly hasClient: boolean;
  /** Pages of the App Router, and how many of them are in an `AditRoot`. */
  readonly pages: { readonly all: number; readonly withRoot: number };
  /** The screens of Adit that the application has. */
  readonly screens: readonly string[];
}

/** A text that only `@adit/next/client` has. */
const CLIENT_MARK = 'governor-missing';
/** The module of `AditRoot` in the manifest of a page. */
const ROOT_MARK = /[\\/]root[\\/]client-root\.[jt]sx?/;
const SCREEN = /@adit\/next\/screens\/([a-z-]+)/;
const SCREEN_FILE = /^(?:error|global-error|not-found|forbidden|unauthorized|_error)\./;

/** Files below a folder; none if it does not exist. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  } catch {
    return [];
  }
}

const fileName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
const read = (path: string): string => readFileSync(path, 'utf8');

/** Reads the output of Next in `distDir`, and the screens in the source. */
export function readBuild(root: string, distDir: string): CompiledParts {
  const server = join(distDir, 'server');
  const manifests = filesIn(join(server, 'app'))
    .filter((path) => fileName(path) === 'page_client-reference-manifest.js')
    // Leaves out pages that Next adds.
    .filter((path) => !/[\\/]_[^\\/]+[\\/][^\\/]+$/.test(path));
  const chunks = filesIn(join(distDir, 'static')).filter((path) => path.endsWith('.js'));
  const sources = ['app', 'pages', 'src/app', 'src/pages'].flatMap((folder) => filesIn(join(root, folder)));
  const screens = sources
    .filter((path) => SCREEN_FILE.test(fileName(path)))
    .flatMap((path) => SCREEN.exec(read(path))?.[1] ?? []);
  return {
    hasInstrumentation: existsSync(join(server, 'instrumentation.js')),
    hasClient: chunks.some((path) => read(path).includes(CLIENT_MARK)),
    pages: {
      all: manifests.length,
      withRoot: manifests.filter((path) => ROOT_MARK.test(read(path))).length,
    },
    screens: [...new Set(screens)].sort(),
  };
}
