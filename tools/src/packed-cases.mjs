// The cases of test-packed.mjs for a package, read from its manifest.

/** Entry points that Node cannot import, each with what they need instead. An obsolete line fails. */
const NOT_IN_NODE = {
  '@adit/next/client': 'it listens to the window as soon as it is imported',
  '@adit/next/server':
    'it imports names of @sentry/nextjs, which bundlers find in its ES modules and Node does not',
};

/** The reason why Node cannot import this entry point; `undefined` if it can. */
export const notInNode = (entry) => NOT_IN_NODE[entry];

/** The modules that a package exports. A star stands for a language. */
export const entriesOf = ({ name, exports = {} }) =>
  Object.keys(exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => name + entry.slice(1).replace('*', 'de'));

/** The peers of the packages, with `react-dom` next to `react`, each with its given version. */
export function peersOf(manifests, versions) {
  const ranges = Object.assign({}, ...manifests.map(({ peerDependencies }) => peerDependencies));
  if (ranges.react) ranges['react-dom'] = ranges.react;
  return Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, versions[name] ?? range]));
}

/**
 * The commands of a package, each with the arguments of `npx`. npx finds the only command of a package by the package's
 * name.
 */
export function commandsOf({ name, version, bin = {} }) {
  const commands = typeof bin === 'string' ? [name.split('/').at(-1)] : Object.keys(bin);
  return commands.map((command) => ({
    name,
    version,
    command,
    args: commands.length === 1 ? [name] : ['--package', name, command],
  }));
}
