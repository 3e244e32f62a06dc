import { directionOf, loadTexts, locales, type FallbackLocale, type PackName } from '@adit/fallback-ui/texts';
import { test } from '@playwright/test';
import { expect } from './support/expect.ts';
import { faultDocument, FAULTS, type Fault } from './support/fault-documents.ts';
import { openSite, screenDocument, SCREENS, type Screen } from './support/screen-documents.ts';
import { findFaintTextsOf, findFlawsOf, loadChecks, type CheckedDocument } from './support/screen-flaws.ts';
import { loadAxe, runAxe, STRICTER_RULES } from './support/strict-axe.ts';

// The screens are independent of each other, so both workers share them.
test.describe.configure({ mode: 'parallel' });

const HEIGHT = 800;

/** Line breaks depend on the language. A width of 640 is a window of 1280 pixels at 200 % zoom. */
const WIDTHS = [320, 640, 1280];

interface Edition {
  readonly locale: FallbackLocale;
  readonly pack: PackName;
}

/** Every language, and English in both packs. */
const EDITIONS: readonly Edition[] = [
  ...locales.map((locale) => ({ locale, pack: 'classic' as const })),
  { locale: 'en', pack: 'plain' },
];

/** One language of each direction. */
const ONE_OF_EACH_DIRECTION: readonly Edition[] = [
  { locale: 'en', pack: 'classic' },
  { locale: 'he', pack: 'classic' },
];

/**
 * Names, roles, `lang` and the size of targets are the same in light and dark, and colours are the same in all
 * languages. So axe checks every language in one view, and two languages in every other view.
 */
const VIEWS = [
  { colorScheme: 'light', width: 320, editions: EDITIONS },
  { colorScheme: 'light', width: 1280, editions: ONE_OF_EACH_DIRECTION },
  { colorScheme: 'dark', width: 320, editions: ONE_OF_EACH_DIRECTION },
  { colorScheme: 'dark', width: 1280, editions: ONE_OF_EACH_DIRECTION },
] as const;

/**
 * Axe mistakes joined letters, such as those of Arabic, for ligatures of an icon font, and does not check their
 * contrast.
 */
const isReadByAxe = (locale: string): boolean => locale !== 'ar';

const isFault = (subject: Screen | Fault): subject is Fault =>
  (FAULTS as readonly string[]).includes(subject);

/** A screen, or a page with a fault, in some editions. */
const inEditions = (subject: Screen | Fault, editions: readonly Edition[]): Promise<CheckedDocument[]> =>
  Promise.all(
    editions.map(async (edition) => ({
      html: await (isFault(subject) ? faultDocument(subject, edition) : screenDocument(subject, edition)),
      lang: edition.locale,
      dir: directionOf(edition.locale),
    })),
  );

const htmlOf = ({ html }: CheckedDocument): string => html;

for (const screen of [...SCREENS, ...FAULTS]) {
  test(`${screen} in ${locales.length} languages, light and dark: axe finds nothing, it is complete, whole at 320, 640 and 1280 px, and loads nothing`, async ({
    page,
  }) => {
    const requests = await openSite(page);
    await loadAxe(page);
    await loadChecks(page);
    const all = await inEditions(screen, EDITIONS);
    const found: string[] = [];

    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const flawsOfAll = await findFlawsOf(page, all);
      expect(flawsOfAll).toHaveLength(EDITIONS.length);
      for (const [index, { locale, pack }] of EDITIONS.entries())
        found.push(...(flawsOfAll[index] ?? []).map((flaw) => `${locale} ${pack} ${width}: ${flaw}`));
    }

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const texts = await findFaintTextsOf(page, all.map(htmlOf));
      for (const [index, { locale, pack }] of EDITIONS.entries()) {
        const { faint = [], checked = 0 } = texts[index] ?? {};
        found.push(...faint.map((text) => `${locale} ${pack} ${colorScheme}: ${text}`));
        expect(checked, 'texts whose contrast was computed').toBeGreaterThan(4);
      }
    }

    for (const { colorScheme, width, editions } of VIEWS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: HEIGHT });
      const verdicts = await runAxe(page, (await inEditions(screen, editions)).map(htmlOf));
      for (const [index, { locale, pack }] of editions.entries()) {
        const { violations = [], undecided = [], applied = [] } = verdicts[index] ?? {};
        const skipped = STRICTER_RULES.filter((rule) => isReadByAxe(locale) && !applied.includes(rule));
        const flaws = [...violations, ...undecided, ...skipped];
        found.push(...flaws.map((flaw) => `${locale} ${pack} ${colorScheme} ${width}: ${flaw}`));
        expect(applied, 'rules of axe that found something to look at').not.toEqual([]);
      }
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
  const { notFound, inlineError, actions, ...texts } = await loadTexts('de');
  const words = {
    ...texts,
    notFound: { ...notFound, heading: long, advice: long },
    inlineError: { ...inlineError, heading: long, advice: long },
    actions: { ...actions, home: long, contact: long, retry: long, copy: long, update: long },
    copied: long,
  };
  const documents = [
    await screenDocument('notFound', { texts: words }),
    // The heading around it belongs to the host.
    await faultDocument('inlineFaults', {
      locale: 'de',
      texts: words,
      hostCss: 'h1{overflow-wrap:anywhere}',
    }),
    await faultDocument('pageFault', { locale: 'de', texts: words }),
  ];

  expect(
    await findFlawsOf(
      page,
      documents.map((html) => ({ html, lang: 'de', dir: 'ltr' })),
    ),
  ).toEqual([[], [], []]);
});

test('axe finds what is wrong with an inaccessible page and with a careless screen', async ({ page }) => {
  await openSite(page);
  await loadAxe(page);
  await loadChecks(page);
  const inaccessible =
    '<html><body><img src="data:,"><p style="color:#ccc">Something went wrong</p></body></html>';
  // A grey with 4.6:1, which is enough for AA only, and touching targets of 20 px.
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

test('the checks find the same flaws in what is drawn in running pages', async ({ page }) => {
  await openSite(page);
  await loadAxe(page);
  await loadChecks(page);
  await page.setViewportSize({ width: 320, height: HEIGHT });
  const root = ':is(.adit-fallback,.adit-fallback-inline)';
  for (const fault of FAULTS) {
    const whole = await faultDocument(fault, { locale: 'he' });
    const withRule = (selector: string, css: string): string =>
      whole.replace('</head>', `<style>${root.repeat(5)} ${selector}{${css}}</style></head>`);
    const flawsOf = async (html: string): Promise<string> =>
      (await findFlawsOf(page, [{ html, lang: 'he', dir: 'rtl' }])).flat().join('\n');

    expect(await flawsOf(whole), fault).toBe('');
    const backwards = await flawsOf(whole.replaceAll('dir="rtl"', 'dir="ltr"'));
    expect(backwards, fault).toContain('dir is ltr');
    expect(backwards, fault).toContain('from where lines start in rtl');
    const flat = await flawsOf(withRule('.adit-fallback-copy button', 'min-block-size:20px;padding:0'));
    expect(flat, fault).toContain('small target: <button');
    const indented = await flawsOf(withRule('.adit-fallback-copy', 'margin-inline-start:1em'));
    expect(indented, fault).toContain('from where lines start in rtl');
    // A width at which both are on one line.
    await page.setViewportSize({ width: 640, height: HEIGHT });
    const tight = await flawsOf(withRule('bdi', 'margin:0;font-size:4px'));
    expect(tight, fault).toContain('between the reference and its button');
    await page.setViewportSize({ width: 320, height: HEIGHT });
    const narrow = await flawsOf(withRule('[role=status]', 'inline-size:5px;white-space:pre'));
    expect(narrow, fault).toContain('cut text: <span');

    // Enough for AA on the canvas, but not more.
    const careless = withRule('*', 'color:#6f6f6f');
    const [verdict] = await runAxe(page, [careless]);
    expect(verdict?.violations.join(), fault).toContain('color-contrast-enhanced');
    const [texts] = await findFaintTextsOf(page, [careless]);
    expect(texts?.faint.join('\n'), fault).toMatch(/:1 <button[^]*:1 <span/);
  }
});
