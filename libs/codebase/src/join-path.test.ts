import { expect, it } from '@jest/globals';
import { joinPath } from './join-path.ts';

it.each([
  [['', 'src', 'app'], 'src/app'],
  [['apps/shop', '', 'next.config.ts'], 'apps/shop/next.config.ts'],
  [['', ''], ''],
])('joins %j', (parts, path) => {
  expect(joinPath(...parts)).toBe(path);
});
