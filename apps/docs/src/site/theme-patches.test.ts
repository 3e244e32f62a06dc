import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patchPart } from './theme-patches.ts';

const PARTS = join(__dirname, '../../../../node_modules/vitepress/dist/client/theme-default/components');

it.each(['VPNavBar.vue', 'VPNavBarSearchButton.vue', 'VPLocalSearchBox.vue'])(
  'finds what it changes in %s',
  (file) => {
    const text = readFileSync(join(PARTS, file), 'utf8');
    expect(patchPart(file, text)).not.toBe(text);
    expect(() => patchPart(file, patchPart(file, text))).toThrow(
      `${file} has changed: see src/site/theme-patches.ts`,
    );
  },
);

it('leaves other parts as they are', () => expect(patchPart('VPDoc.vue', 'text')).toBe('text'));
