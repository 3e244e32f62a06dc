import { type KitApplication, readDependency, type ReadableFiles } from '@adit/codebase';
import { titleOf } from '../set-up/templates.ts';
import { findKitFile, newKitFile } from './kit-paths.ts';
import { KITS, linesOf } from './kits.ts';
import { usesKit } from './uses-kit.ts';

/** A file without the lines of its kit. */
export interface MissingKitFile {
  /** The file that exists, or that a set-up would write. */
  readonly path: string;
  /** Whether the file exists. */
  readonly exists: boolean;
  /** The module of the kit that it lacks. */
  readonly module: string;
  /** The lines of the kit for it. */
  readonly lines: string;
  /** Where the lines belong in a file that exists, and what they replace. */
  readonly advice: string;
}

/** The files of an application that a set-up of its kit would write or change. */
export function missingKitFiles(
  files: ReadableFiles,
  application: KitApplication,
): readonly MissingKitFile[] {
  return KITS[application.framework].files
    .filter((file) => !usesKit(files, application, file))
    .map((file) => {
      const path = findKitFile(files, application, file);
      const lines = linesOf(file, titleOf(application.name), path !== undefined);
      return {
        path: path ?? newKitFile(application, file),
        exists: path !== undefined,
        module: file.module,
        lines,
        advice: file.advice,
      };
    });
}

/** Whether a script of the application uses its kit. */
export function usesKits(files: ReadableFiles, application: KitApplication): boolean {
  return KITS[application.framework].files.some((file) => usesKit(files, application, file));
}

/** The package that an application needs for a server of Node, which answers the tunnel path; `undefined` if it has it. */
export function missingAdapter(
  files: ReadableFiles,
  { framework, manifest }: KitApplication,
): { readonly module: string; readonly code: string } | undefined {
  const { adapter } = KITS[framework];
  return adapter && readDependency(files, manifest, adapter.module) === undefined ? adapter : undefined;
}
