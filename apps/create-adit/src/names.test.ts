import { packageManagerOf } from './package-manager.ts';
import { packageNameOf } from './package-name.ts';

it.each([
  ['npm/10.8.2 node/v20.20.2 linux x64 workspaces/false', 'npm'],
  ['pnpm/11.2.0 npm/? node/v24.1.0 linux x64', 'pnpm'],
  ['yarn/4.9.1 npm/? node/v24.1.0 linux x64', 'yarn'],
  ['bun/1.4.0 npm/? node/v24.1.0 linux x64', 'bun'],
  ['deno/2.9.0 npm/? deno/2.9.0 linux x64', 'npm'],
  [undefined, 'npm'],
])('the user agent %j is that of %s', (userAgent, name) => {
  expect(packageManagerOf(userAgent)).toBe(name);
});

it.each([
  ['shop', 'shop'],
  ['My Shop!', 'my-shop'],
  ['.shop_', 'shop'],
  ['@scope', 'scope'],
  ['магазин', 'app'],
  ['node_modules', 'app'],
  ['a'.repeat(300), 'a'.repeat(100)],
])('the folder %j gives the package the name %j', (folder, name) => {
  expect(packageNameOf(folder)).toBe(name);
});
