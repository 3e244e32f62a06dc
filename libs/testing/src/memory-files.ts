/** The files of a repository, as `@adit/codebase` reads and writes them. */
export interface MemoryFiles {
  readonly contents: Map<string, string>;
  read(path: string): string | undefined;
  exists(path: string): boolean;
  list(folder: string): readonly string[];
  write(path: string, text: string): void;
  remove(path: string): void;
}

/** A repository in memory. `contents` is the live map of its files. */
export function memoryFiles(initial: Readonly<Record<string, string>> = {}): MemoryFiles {
  const contents = new Map(Object.entries(initial));
  const names = (folder: string): Set<string> => {
    const prefix = folder === '' ? '' : `${folder}/`;
    const found = new Set<string>();
    for (const path of contents.keys()) {
      if (!path.startsWith(prefix)) continue;
      const rest = path.slice(prefix.length);
      const end = rest.indexOf('/');
      found.add(end === -1 ? rest : rest.slice(0, end + 1));
    }
    return found;
  };
  return {
    contents,
    read: (path) => contents.get(path),
    exists: (path) => contents.has(path) || names(path).size > 0,
    list: (folder) => [...names(folder)].sort(),
    write: (path, text) => void contents.set(path, text),
    remove: (path) => void contents.delete(path),
  };
}
