import { isOtherOrigin, prefixPath } from './asset-prefix.ts';

it.each([
  [undefined, '', false],
  ['', '', false],
  ['/', '', false],
  ['/shop-static', '/shop-static', false],
  ['/shop-static/', '/shop-static', false],
  ['https://cdn.example', '', true],
  ['//cdn.example/shop', '', true],
])('of the assetPrefix %p, the path is %p', (assetPrefix, path, isOther) => {
  expect(prefixPath(assetPrefix)).toBe(path);
  expect(isOtherOrigin(assetPrefix)).toBe(isOther);
});
