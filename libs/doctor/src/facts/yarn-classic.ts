/** One entry of a `yarn.lock` of Yarn 1. */
interface Entry {
  version?: string;
  dependencies: Record<string, string>;
}

/** Reads the lock file of Yarn 1, which is not YAML: entries by their descriptors, such as `next@^16.0.0`. */
export function parseYarnClassic(text: string): Readonly<Record<string, Entry>> {
  const entries: Record<string, Entry> = {};
  let entry: Entry | undefined;
  let isInDependencies = false;
  for (const line of text.split('\n')) {
    const words = /^( *)("[^"]*"|[^\s:]+)(?:\s+"?([^"]*)"?)?/.exec(line);
    if (words === null || line.startsWith('#')) continue;
    const [, indent = '', first = '', value = ''] = words;
    const name = first.replaceAll('"', '');
    if (indent === '') {
      entry = { dependencies: {} };
      const descriptors = line.replace(/:\s*$/, '').replaceAll('"', '');
      entries[descriptors] = entry;
    } else if (indent.length === 2) {
      isInDependencies = /^(?:optionalD|d)ependencies:?$/.test(name);
      if (entry && name === 'version') entry.version = value;
    } else if (entry && isInDependencies) entry.dependencies[name] = value;
  }
  return entries;
}
