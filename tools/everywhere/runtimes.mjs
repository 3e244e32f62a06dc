// The runtimes: columns of the table. Each is an npm package that contains a binary.
const node = (version) => ({
  name: `Node ${version.split('.')[0]}`,
  kind: 'node',
  packages: [`node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@${version}`],
  binary: (folder) =>
    `${folder}/node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/node`,
  args: [],
});

export const RUNTIMES = [
  node('20.20.2'),
  node('22.23.3'),
  node('24.21.0'),
  node('26.10.0'),
  {
    name: 'Deno 2.9',
    kind: 'deno',
    packages: ['deno@2.9.6'],
    binary: (folder) => `${folder}/node_modules/.bin/deno`,
    args: ['run', '--allow-all', '--node-modules-dir=manual'],
  },
  {
    name: 'Bun 1.4',
    kind: 'bun',
    packages: ['bun@1.4.5'],
    binary: (folder) => `${folder}/node_modules/.bin/bun`,
    args: ['run'],
  },
  {
    name: 'workerd',
    kind: 'workerd',
    packages: ['workerd@1.20261117.1'],
    binary: (folder) => `${folder}/node_modules/.bin/workerd`,
    args: [],
  },
];
