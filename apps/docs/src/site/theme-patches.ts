import { basename } from 'node:path';
import type { Plugin } from 'vitepress';

/** A part of VitePress' theme that is changed: each text found is replaced by another. */
interface Patch {
  readonly file: string;
  readonly replacements: readonly (readonly [find: string, by: string])[];
}

/** Improvements to VitePress 1.6, each with its reason. */
const PATCHES: readonly Patch[] = [
  {
    // The classes were added after the first paint, and the bar moved aside for the links below it.
    file: 'VPNavBar.vue',
    replacements: [
      ["import { ref, watchPostEffect } from 'vue'", "import { computed } from 'vue'"],
      [
        'const classes = ref<Record<string, boolean>>({})\n\nwatchPostEffect(() => {\n  classes.value = {',
        'const classes = computed(() => {\n  return {',
      ],
    ],
  },
  {
    // The visible text "K" was not part of the button's name.
    file: 'VPNavBarSearchButton.vue',
    replacements: [
      [
        '    <span class="DocSearch-Button-Keys">\n      <kbd class="DocSearch-Button-Key"></kbd>\n      <kbd class="DocSearch-Button-Key">K</kbd>\n    </span>\n',
        '',
      ],
    ],
  },
  {
    // A dialog is not a button, keys are pictures, and a result's name is its text.
    file: 'VPLocalSearchBox.vue',
    replacements: [
      [
        `role="button"\n      :aria-owns="results?.length ? 'localsearch-list' : undefined"\n      aria-expanded="true"\n      aria-haspopup="listbox"`,
        'role="dialog"\n      aria-modal="true"',
      ],
      ['<kbd :aria-label=', '<kbd role="img" :aria-label='],
      [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
    ],
  },
];

/** The patched text of a part of the theme. Throws if a newer VitePress has a different text. */
export function patchPart(file: string, text: string): string {
  const patch = PATCHES.find((one) => one.file === file);
  return (patch?.replacements ?? []).reduce((result, [find, by]) => {
    if (!result.includes(find)) throw new Error(`${file} has changed: see src/site/theme-patches.ts`);
    return result.replaceAll(find, by);
  }, text);
}

/** Vite's plugin that changes these parts before Vue compiles them. */
export const themePatches = (): Plugin => ({
  name: 'adit:theme-patches',
  enforce: 'pre',
  transform: (code, id) =>
    /theme-default\/components\/\w+\.vue$/.test(id) ? patchPart(basename(id), code) : undefined,
});
