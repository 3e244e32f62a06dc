/** @jest-environment node */
import { assetFolderOf } from './asset-folder.ts';

it('is in the cache of the build, or where the variable says, or nowhere', () => {
  expect(
    [undefined, '  ', ' /data/assets ', 'off'].map((value) => assetFolderOf('/app/.next', value)),
  ).toEqual([
    { folder: '/app/.next/cache/adit/old-assets', isShared: false },
    { folder: '/app/.next/cache/adit/old-assets', isShared: false },
    { folder: '/data/assets', isShared: true },
    undefined,
  ]);
});
