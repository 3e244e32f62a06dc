import type { KitApplication } from './kit-application.ts';
import type { KitLibrary } from './kit-library.ts';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** A repository, as `readRepository` reads it. */
export interface Repository {
  /** By the lock file. If there are several, in the order pnpm, yarn, bun, npm. Without one, npm. */
  readonly packageManager: PackageManager;
  /** Whether the packages of the repository share one install, and the file that configures it. */
  readonly workspace: 'none' | 'package.json' | 'pnpm-workspace.yaml';
  /** Whether there is an `nx.json`. */
  readonly nx: boolean;
  /** The Next applications, in order of their folders. */
  readonly applications: readonly Application[];
  /** The applications of other frameworks that `@adit/kits` sets up, in order of their folders. */
  readonly kitApplications: readonly KitApplication[];
  /** The packages for applications of these frameworks, which are not set up, in order of their folders. */
  readonly kitLibraries: readonly KitLibrary[];
}

/** A Next application. Paths are relative to the repository's root. */
export interface Application {
  /** Its folder; `''` if it is the repository's root. */
  readonly folder: string;
  /** The name in its `package.json` or `project.json`, without the scope; else the folder's, else `app`. */
  readonly name: string;
  /** The `package.json` with its dependencies: its own or, in an integrated workspace, that of the root. */
  readonly manifest: string;
  /** The range of `next` there, or the installed version if it is known. */
  readonly next: string | undefined;
  /** The folder in which Next looks for `instrumentation.ts`: `src` of the application, or its folder. */
  readonly sourceFolder: string;
  /** The folder of the App Router, such as `src/app`, if there is one. */
  readonly appFolder: string | undefined;
  /** The folder of the Pages Router, if there is one. */
  readonly pagesFolder: string | undefined;
  /** TypeScript if there is a `tsconfig.json`. */
  readonly language: 'ts' | 'js';
  /** The kind of a `.js` file in its folder, by `type` in the nearest `package.json`. */
  readonly modules: 'esm' | 'cjs';
  /** `pageExtensions` of its Next configuration, as far as it can be read; Next's default without it. */
  readonly pageExtensions: readonly string[];
  /** `output: 'export'` in its Next configuration, as far as it can be read. */
  readonly staticExport: boolean;
  /** The relevant files, if they exist. */
  readonly files: ApplicationFiles;
}

export interface ApplicationFiles {
  /** `adit.config.*` */
  readonly aditConfig?: string;
  /** `next.config.*` */
  readonly nextConfig?: string;
  readonly instrumentation?: string;
  /** Next uses the one in `src` or, if there is none, in the folder of the application, independent of the routes. */
  readonly instrumentationClient?: string;
  /** `proxy.*`, or `middleware.*` before Next 16. */
  readonly proxy?: string;
  /** `sentry.client.config.*`, `sentry.server.config.*` and `sentry.edge.config.*` */
  readonly sentryConfigs: readonly string[];
}
