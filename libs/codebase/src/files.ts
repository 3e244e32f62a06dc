/**
 * The files of a repository. Paths are relative to its root and written with `/`; `''` is the root itself. All disk
 * access goes through this interface, so a plan can be made over files in memory, over a folder, or over the tree of a
 * generator.
 */
export interface Files {
  /** The text of a file, or `undefined` if there is none. */
  read(path: string): string | undefined;
  /** Whether there is a file or a folder at the path. */
  exists(path: string): boolean;
  /** The names in a folder, in order; those of folders end with `/`. Empty if there is no such folder. */
  list(folder: string): readonly string[];
  write(path: string, text: string): void;
  /** Removes a file, and folders that become empty. */
  remove(path: string): void;
}

/** The reading part of `Files`. */
export type ReadableFiles = Pick<Files, 'read' | 'exists' | 'list'>;
