import { test, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { faultDocument, type Fault, type FaultChoice } from './support/fault-documents.ts';
import { LOOKS, SMOOTHING } from './support/looks.ts';
import {
  openSite,
  screenDocument,
  SCREENS,
  type DocumentChoice,
  type Screen,
} from './support/screen-documents.ts';

const THEME = `${LOOKS}
:root{--adit-fallback-font:Looks}.adit-fallback .adit-fallback-digest{font-family:Looks}`;

interface View {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly forcedColors?: 'active';
  readonly choice: DocumentChoice;
}

/** Without a logo and an illustration there is a line above the heading. */
const PLAIN = { logo: undefined, illustration: undefined };

const VIEWS: Readonly<Record<string, View>> = {
  'light-1280': { width: 1280, colorScheme: 'light', choice: PLAIN },
  'dark-320': { width: 320, colorScheme: 'dark', choice: { illustration: undefined } },
  'rtl-320': { width: 320, colorScheme: 'light', choice: { ...PLAIN, locale: 'he' } },
  'forced-640': { width: 640, colorScheme: 'light', forcedColors: 'active', choice: PLAIN },
};

/** Words with the lengths and the direction of Hebrew, in letters that the typeface has. */
const inLatinLetters = (html: string): string =>
  html.replaceAll(/[\u0590-\u05ff]/g, (letter) => String.fromCharCode(97 + (letter.charCodeAt(0) % 26)));

/** A picture of a part of a document. */
async function pictureOfPart(page: Page, html: string, selector: string): Promise<Buffer> {
  await page.setContent(inLatinLetters(html));
  await page.evaluate(() => document.fonts.ready);
  return page.locator(selector).screenshot({ animations: 'disabled', caret: 'hide' });
}

/** A picture of the panel of a screen. */
const pictureOf = async (page: Page, screen: Screen, choice: DocumentChoice): Promise<Buffer> =>
  pictureOfPart(page, await screenDocument(screen, { theme: THEME, ...choice }), '.adit-fallback-panel');

/** A picture of a fault in a running page, with the bundled typeface. */
const pictureOfFault = async (page: Page, fault: Fault, choice: FaultChoice): Promise<Buffer> =>
  pictureOfPart(
    page,
    await faultDocument(fault, {
      hostCss: `${THEME}:root{color-scheme:light dark;background:light-dark(#fff,#000);color:light-dark(#000,#fff)}body{margin:0;font:16px/1.5 Looks}main:not(.adit-fallback){display:grid;gap:1rem;padding:1rem}`,
      ...choice,
    }),
    fault === 'inlineFaults' ? 'main' : '.adit-fallback-panel',
  );

for (const [name, { width, colorScheme, forcedColors = 'none', choice }] of Object.entries(VIEWS)) {
  test(`every screen looks as before: ${name}`, async ({ page }) => {
    await openSite(page);
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.setViewportSize({ width, height: 900 });
    for (const screen of SCREENS) {
      const picture = await pictureOf(page, screen, choice);
      expect.soft(picture).toMatchSnapshot(`${screen}-${name}.png`, SMOOTHING);
    }
  });
}

/** One kind of fault for each set of texts. */
const KINDS = ['client', 'offline', 'missing-chunk'] as const;

for (const [name, fault, { width, colorScheme, forcedColors = 'none' }, choice] of [
  ['inline-light-640', 'inlineFaults', { width: 640, colorScheme: 'light' }, { kinds: KINDS }],
  ['inline-dark-640', 'inlineFaults', { width: 640, colorScheme: 'dark' }, { kinds: KINDS }],
  ['inline-rtl-320', 'inlineFaults', { width: 320, colorScheme: 'light' }, { kinds: KINDS, locale: 'he' }],
  [
    'inline-forced-320',
    'inlineFaults',
    { width: 320, colorScheme: 'light', forcedColors: 'active' },
    { kinds: KINDS },
  ],
  ['page-light-1280', 'pageFault', { width: 1280, colorScheme: 'light' }, {}],
  ['page-dark-320', 'pageFault', { width: 320, colorScheme: 'dark' }, {}],
] as const satisfies readonly (readonly [string, Fault, Omit<View, 'choice'>, FaultChoice])[]) {
  test(`a fault in a running page looks as before: ${name}`, async ({ page }) => {
    await openSite(page);
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.setViewportSize({ width, height: 900 });

    expect(await pictureOfFault(page, fault, choice)).toMatchSnapshot(`fault-${name}.png`, SMOOTHING);
  });
}

for (const [change, css] of [
  ['a colour', ':root{--adit-fallback-accent:#7a1f1f}'],
  ['a size', '.adit-fallback.adit-fallback .adit-fallback-action{padding-inline:1.5em}'],
  ['a missing line', '.adit-fallback.adit-fallback .adit-fallback-panel::before{content:none}'],
  ['a direction', '.adit-fallback.adit-fallback{direction:rtl}'],
] as const) {
  test(`the comparison notices ${change}`, async ({ page }, { config }) => {
    test.skip(['all', 'changed'].includes(config.updateSnapshots), 'the screenshots are being updated');
    await openSite(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    const picture = await pictureOf(page, 'notFound', { ...PLAIN, theme: THEME + css });

    expect(() => {
      expect(picture).toMatchSnapshot('notFound-light-1280.png', SMOOTHING);
    }).toThrow(/different/);
  });
}

test('the comparison notices another colour in a running page too', async ({ page }, { config }) => {
  test.skip(['all', 'changed'].includes(config.updateSnapshots), 'the screenshots are being updated');
  await openSite(page);
  await page.setViewportSize({ width: 640, height: 900 });
  const picture = await pictureOfFault(page, 'inlineFaults', {
    kinds: KINDS,
    hostCss: `${THEME}:root{--adit-fallback-accent:#7a1f1f}body{margin:0;font:16px/1.5 Looks}main:not(.adit-fallback){display:grid;gap:1rem;padding:1rem}`,
  });

  expect(() => {
    expect(picture).toMatchSnapshot('fault-inline-light-640.png', SMOOTHING);
  }).toThrow(/different/);
});
