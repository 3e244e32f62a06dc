/** The lowest version in a range of `peerDependencies`, such as `>=14.2 <17` or `^18.3.0 || ^19.0.0`. */
export function lowestOf(range) {
  const parts = /\d+(\.\d+)*/.exec(range)[0].split('.');
  return [...parts, '0', '0'].slice(0, 3).join('.');
}

const majorOf = (version) => Number(version.split('.')[0]);

/**
 * Whether the packages themselves allow each other: Next 14 needs React 18, and the first SDKs of version 10 do not
 * support Next 16.
 */
const isPossible = ({ next = '', react = '', '@sentry/nextjs': sdk = '' }) =>
  !(majorOf(next) === 14 && majorOf(react) > 18) && !(majorOf(next) > 15 && /^10\.1?\d\./.test(sdk));

/** The possible combinations of the lowest and the highest version of each peer: the lowest of all first, the highest of all last. */
export function combine(peers) {
  const combinations = peers.reduce(
    (rows, { name, range, highest }) =>
      rows.flatMap((row) =>
        [...new Set([lowestOf(range), highest])].map((version) => ({ ...row, [name]: version })),
      ),
    [{}],
  );
  return combinations
    .filter(isPossible)
    .map((versions) => ({ name: Object.values(versions).join('-'), versions }));
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

/** The files of the example that an older Next does not support, with their new name, or none. */
const OLDER = [
  {
    before: [15, 1],
    files: { 'app/forbidden.tsx': undefined, 'app/unauthorized.tsx': undefined, 'app/members': undefined },
  },
  {
    before: [15, 0],
    files: { 'app/order': undefined, 'app/server-error': undefined, 'next.config.ts': 'next.config.mjs' },
  },
];

/** The files of the example with another name, or none, for this version of Next. */
export function changedFor(next) {
  const [major = 0, minor = 0] = next.split('.').map(Number);
  const rows = OLDER.filter(({ before }) => major < before[0] || (major === before[0] && minor < before[1]));
  return Object.entries(Object.assign({}, ...rows.map(({ files }) => files)));
}

const NODE10 = ['--moduleResolution', 'node10'];

/**
 * The compilers that check an application with these versions. The oldest also resolves with `moduleResolution:
 * "node"`, which does not support `exports`; the newest supports only `exports`.
 */
export function compilersFor({ next }) {
  const own = { compiler: 'typescript', range: '6.0.3', options: [] };
  if (majorOf(next) > 14) return [own, { compiler: 'typescript-7', range: 'npm:typescript@7', options: [] }];
  const oldest = { compiler: 'typescript-5.4', range: 'npm:typescript@5.4' };
  return [own, { ...oldest, options: [] }, { ...oldest, options: NODE10 }];
}

/**
 * An entry of the SDK that is missing in the first versions of 10, and that `moduleResolution: "node"` does not find;
 * its options then have no types.
 */
export const isKnownGap = (line, sdk, options = []) =>
  /error TS2307: Cannot find module '@sentry\/nextjs\/config'/.test(line) &&
  (options === NODE10 || /^10\.(?:\d|[1-6]\d)\./.test(sdk));
