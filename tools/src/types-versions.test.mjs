import { published } from './pack.mjs';

const libraries = published.map(({ manifest }) => manifest).filter((manifest) => manifest.exports);

/**
 * The entries that a resolver without support for `exports` must find, such as TypeScript with `moduleResolution:
 * "node"`.
 */
function expectedOf({ exports }) {
  const typed = Object.entries(exports).filter(([, { types }]) => types);
  const paths = typed
    .filter(([entry]) => entry !== '.')
    .map(([entry, { types }]) => [entry.slice(2), [types]]);
  return {
    main: exports['.']?.default,
    types: exports['.']?.types,
    ...(paths.length > 0 && { typesVersions: { '*': Object.fromEntries(paths) } }),
  };
}

it.each(libraries.map((manifest) => [manifest.name, manifest]))(
  '%s is found by resolvers without exports, each entry with its types',
  (_name, manifest) => {
    const { main, types, typesVersions } = manifest;
    expect({ main, types, ...(typesVersions && { typesVersions }) }).toEqual(expectedOf(manifest));
  },
);
