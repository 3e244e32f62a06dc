import { commandsOf, entriesOf, peersOf } from './packed-cases.mjs';

it('lists the modules that a package exports, without its package.json and with one language for a star', () => {
  const exports = { '.': {}, './texts/plain/*': {}, './package.json': './package.json' };

  expect(entriesOf({ name: '@x/ui', exports })).toEqual(['@x/ui', '@x/ui/texts/plain/de']);
  expect(entriesOf({ name: '@x/server' })).toEqual([]);
});

it('takes each peer in the version of the workspace, or else its range, and react-dom with react', () => {
  const manifests = [{ peerDependencies: { react: '^19.0.0', vite: '^8' } }, {}];

  expect(peersOf(manifests, { react: '19.3.1', 'react-dom': '19.3.1', jest: '30.0.0' })).toEqual({
    react: '19.3.1',
    'react-dom': '19.3.1',
    vite: '^8',
  });
});

it('finds the only command of a package by its name, and one of several by both names', () => {
  const one = { name: '@x/server', version: '1.0.0', bin: { serve: './main.js' } };
  const two = { name: '@x/cli', version: '1.0.0', bin: { init: './a.js', doctor: './b.js' } };

  expect(commandsOf(one)).toEqual([
    { name: '@x/server', version: '1.0.0', command: 'serve', args: ['@x/server'] },
  ]);
  expect(commandsOf(two).map(({ args }) => args.join(' '))).toEqual([
    '--package @x/cli init',
    '--package @x/cli doctor',
  ]);
  expect(commandsOf({ ...one, bin: './main.js' })[0].command).toBe('server');
  expect(commandsOf({ name: '@x/library', version: '1.0.0' })).toEqual([]);
});
