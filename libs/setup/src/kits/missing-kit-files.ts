import type { KitApplication, ReadableFiles } from '@adit/codebase';
import { titleOf } from '../set-up/templates.ts';
import { findKitFile, newKitFile } from './kit-paths.ts';
import { KITS, linesOf } from './kits.ts';
import { usesKit } from './uses-kit.ts';

/** A file without the lines of its kit. */
export interface MissingKitFile {
  readonly path: string;
  readonly exists: boolean;
  /** The module of the kit that it lacks. */
  readonly module: string;
  readonly lines: string;
}

/** The files of an application that a set-up of its kit would write or change. */
export const missingKitFiles = (
  files: ReadableFiles,
  application: KitApplication,
): readonly MissingKitFile[] =>
  KITS[application.framework].files
    .filter((file) => !usesKit(files, application, file))
    .map((file) => {
      const path = findKitFile(files, application, file);
      return {
        path: path ?? newKitFile(application, file),
        exists: path !== undefined,
        module: file.module,
        lines: linesOf(file, titleOf(application.name), path !== undefined),
      };
    });

/** Whether a script of the application uses its kit. */
export const usesKits = (files: ReadableFiles, application: KitApplication): boolean =>
  KITS[application.framework].files.some((file) => usesKit(files, application, file));
