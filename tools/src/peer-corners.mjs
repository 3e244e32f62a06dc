/** The lowest version that a range of `peerDependencies` names, as in `>=15.3 <17` or `^19.0.0`. */
export function lowestOf(range) {
  const parts = /\d+(\.\d+)*/.exec(range)[0].split('.');
  return [...parts, '0', '0'].slice(0, 3).join('.');
}

/** All combinations of the lowest and the highest version of each peer: the lowest of all first, the highest of all last. */
export function combine(peers) {
  const combinations = peers.reduce(
    (rows, { name, range, highest }) =>
      rows.flatMap((row) =>
        [...new Set([lowestOf(range), highest])].map((version) => ({ ...row, [name]: version })),
      ),
    [{}],
  );
  return combinations.map((versions) => ({ name: Object.values(versions).join('-'), versions }));
}

/** The type imports of every entry point of these packages. */
export const everyImport = (manifests) =>
  manifests
    .flatMap(({ name, exports }) =>
      Object.entries(exports)
        .filter(([, target]) => target.types !== undefined)
        // A star stands for a language.
        .map(([entry]) => name + entry.slice(1).replace('*', 'de')),
    )
    .map((entry, index) => `export type * as Entry${index} from '${entry}';\n`)
    .join('');
