import { directionOf, loadTexts, locales, type PackName } from '@adit/fallback-ui/texts';
import { expect, test } from '@playwright/test';
import { openSite, screenDocument, SCREENS, type Screen } from './support/screen-documents.ts';
import { findFaintTextsOf, findFlawsOf, loadChecks, type CheckedDocument } from './support/screen-flaws.ts';
import { COLOUR_RULES, loadAxe, runAxe, STRICTER_RULES } from './support/strict-axe.ts';

// The screens are independent of each other: both workers share them.
test.describe.configure({ mode: 'parallel' });

const HEIGHT = 800;

const VIEWS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 320 },
  { colorScheme: 'dark', width: 1280 },
] as const;

/** 640 is what a window of 1280 pixels shows at 200 % zoom. */
const LAYOUTS = [
  { pack: 'plain', width: 320 },
  { pack: 'classic', width: 320 },
  { pack: 'classic', width: 640 },
  { pack: 'classic', width: 1280 },
] as const;

/** Axe takes letters that join, as those of Arabic do, for the ligatures of an icon font and looks at no contrast there. */
const isReadByAxe = (locale: string): boolean => locale !== 'ar';

/** A screen in every language. */
const inAllLanguages = (screen: Screen, pack: PackName): Promise<CheckedDocument[]> =>
  Promise.all(
    locales.map(async (lang) => ({
      html: await screenDocument(screen, { locale: lang, pack }),
      lang,
      dir: directionOf(lang),
    })),
  );

for (const screen of SCREENS) {
  test(`axe finds nothing in ${screen}, in ${locales.length} languages × light and dark × 320 and 1280 px`, async ({
    page,
  }) => {
    await openSite(page);
    await loadAxe(page);
    await loadChecks(page);
    const documents = (await inAllLanguages(screen, 'classic')).map(({ html }) => html);
    const found: string[] = [];
    let runs = 0;
    for (const { colorScheme, width } of VIEWS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: HEIGHT });
      // What depends on neither colours nor sizes is the same in every view.
      const isFirst = colorScheme === 'light' && width === 320;
      const verdicts = await runAxe(page, documents, isFirst ? undefined : COLOUR_RULES);
      // Colours depend on no width.
      const texts = width === 320 ? await findFaintTextsOf(page, documents) : undefined;
      for (const [index, locale] of locales.entries()) {
        const { violations = [], undecided = [], applied = [] } = verdicts[index] ?? {};
        const { faint = [], checked = 0 } = texts?.[index] ?? {};
        const skipped = STRICTER_RULES.filter((rule) => isReadByAxe(locale) && !applied.includes(rule));
        const flaws = [...violations, ...undecided, ...skipped, ...faint];
        found.push(...flaws.map((flaw) => `${locale} ${colorScheme} ${width}: ${flaw}`));
        if (texts) expect(checked, 'texts whose contrast was computed').toBeGreaterThan(4);
        if (applied.length > 0) runs += 1;
      }
    }

    expect(found).toEqual([]);
    expect(runs).toBe(locales.length * VIEWS.length);
  });

  test(`${screen} is a complete document, whole at 320, 640 and 1280 px in every language, and loads nothing`, async ({
    page,
  }) => {
    const requests = await openSite(page);
    await loadChecks(page);
    const found: string[] = [];
    for (const { pack, width } of LAYOUTS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const flawsOfAll = await findFlawsOf(page, await inAllLanguages(screen, pack));
      expect(flawsOfAll).toHaveLength(locales.length);
      for (const [index, flaws] of flawsOfAll.entries())
        found.push(...flaws.map((flaw) => `${String(locales[index])} ${pack} ${width}: ${flaw}`));
    }

    expect(found).toEqual([]);
    expect(requests).toEqual([]);
  });
}

test('words of a host that are longer than a line are broken, not cut', async ({ page }) => {
  await openSite(page);
  await loadChecks(page);
  await page.setViewportSize({ width: 320, height: HEIGHT });
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const { notFound, actions, ...texts } = await loadTexts('de');
  const html = await screenDocument('notFound', {
    texts: {
      ...texts,
      notFound: { ...notFound, heading: long, advice: long },
      actions: { ...actions, home: long, contact: long },
    },
  });

  expect(await findFlawsOf(page, [{ html, lang: 'de', dir: 'ltr' }])).toEqual([[]]);
});

test('axe finds what is wrong with an inaccessible page and with a careless screen', async ({ page }) => {
  await openSite(page);
  await loadAxe(page);
  await loadChecks(page);
  const inaccessible =
    '<html><body><img src="data:,"><p style="color:#ccc">Something went wrong</p></body></html>';
  // Grey of 4.6:1, which is enough for AA only, and targets of 20 px that touch.
  const careless = await screenDocument('notFound', {
    theme: `:root{--adit-fallback-canvas:#fff;--adit-fallback-muted:#757575;--adit-fallback-color-scheme:light}
.adit-fallback.adit-fallback .adit-fallback-actions{display:grid;inline-size:max-content;gap:0}
.adit-fallback.adit-fallback .adit-fallback-action{min-inline-size:0;min-block-size:0;inline-size:20px;block-size:20px;padding:0;overflow:hidden}`,
  });
  const [ofPage, ofScreen] = (await runAxe(page, [inaccessible, careless])).map(({ violations }) =>
    violations.map((violation) => violation.split(':')[0]),
  );
  const [texts] = await findFaintTextsOf(page, [careless]);

  expect(ofPage).toEqual(
    expect.arrayContaining(['color-contrast', 'document-title', 'html-has-lang', 'image-alt']),
  );
  expect(ofScreen?.sort()).toEqual(['color-contrast-enhanced', 'target-size']);
  expect(texts?.faint.join()).toContain('4.61:1');
});

test('the layout check finds Arabic without a direction, small targets, cut text and what is loaded', async ({
  page,
}) => {
  const requests = await openSite(page);
  await loadChecks(page);
  await page.setViewportSize({ width: 320, height: HEIGHT });
  const whole = await screenDocument('notFound', { locale: 'ar' });
  const flawsOf = async (html: string): Promise<string> =>
    (await findFlawsOf(page, [{ html, lang: 'ar', dir: 'rtl' }])).flat().join('\n');
  const withStyle = (css: string): string => whole.replace('</head>', `<style>${css}</style></head>`);

  expect(await flawsOf(whole)).toBe('');
  const undirected = await flawsOf(whole.replaceAll(' dir="rtl"', ''));
  expect(undirected).toContain('dir is ');
  expect(undirected).toContain('from where lines start in rtl');
  expect(
    await flawsOf(withStyle('.adit-fallback.adit-fallback .adit-fallback-link{min-block-size:20px}')),
  ).toContain('small target');
  expect(
    await flawsOf(
      withStyle('h1.adit-fallback-heading.adit-fallback-heading{inline-size:80px;white-space:pre}'),
    ),
  ).toContain('cut text');
  expect(
    await flawsOf(withStyle('.adit-fallback.adit-fallback .adit-fallback-field{inline-size:80px;flex:none}')),
  ).toContain('cut placeholder');
  expect(await flawsOf(withStyle('.adit-fallback.adit-fallback{min-inline-size:400px}'))).toContain(
    'scrolls sideways',
  );
  expect(requests).toEqual([]);
  await flawsOf(withStyle('body{background:url(/picture.png)}'));
  await expect.poll(() => requests).toHaveLength(1);
});
