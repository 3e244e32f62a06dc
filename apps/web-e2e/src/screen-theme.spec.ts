import { createHash } from 'node:crypto';
import { fallbackCss } from '@adit/fallback-ui';
import { faultResponse } from '@adit/fallback-ui/document';
import { test, type Page } from '@playwright/test';
import { expect } from './support/expect.ts';
import { FAULTS, faultDocument } from './support/fault-documents.ts';
import { openSite, screenDocument, SCREENS, SITE } from './support/screen-documents.ts';

/**
 * Rules that well-known style sheets apply to all elements, unlayered, and so stronger than in their original layer:
 * those of Tailwind CSS 4's preflight (packages/tailwindcss/preflight.css) that affect elements of screens.
 */
const PREFLIGHT = `
*,::after,::before{box-sizing:border-box;margin:0;padding:0;border:0 solid}
html{line-height:1.5;font-family:ui-sans-serif,serif;tab-size:4;-webkit-tap-highlight-color:transparent}
h1{font-size:inherit;font-weight:inherit}
a{color:inherit;text-decoration:inherit}
img,svg{display:block;vertical-align:middle}
button,input{font:inherit;letter-spacing:inherit;color:inherit;text-align:inherit;text-transform:inherit;border-radius:0;background-color:transparent;opacity:1}
::placeholder{opacity:1;color:color-mix(in oklab,currentcolor 50%,transparent)}
::-webkit-search-decoration{-webkit-appearance:none}
button,input:where([type='button'],[type='submit']){appearance:button}`;

/** "The New CSS Reset" (elad2412/the-new-css-reset): resets everything except `display`. */
const UNSET = `
*:where(:not(html,iframe,canvas,img,svg,video,audio):not(svg *,symbol *)){all:unset;display:revert}
*,*::before,*::after{box-sizing:border-box}`;

/** Rules of host designs for plain elements. */
const PLAIN_ELEMENTS = `
html{font-size:62.5%}
body{font:300 1.4rem/1.2 cursive;text-align:center;letter-spacing:.1em;text-transform:uppercase}
h1{margin:2rem 0;font-size:6rem;font-weight:900;color:#c00;text-align:center}
p{margin-bottom:2rem;max-width:20ch;color:#999;font-size:1.2rem}
a{color:#00f;text-decoration:underline wavy}
a:hover{color:#f0f}
button,[type='search']{border:3px solid red;border-radius:99px;background:#ff0;padding:2rem}
form{margin-block:3rem}
main{max-width:30rem;margin:0 auto;padding:0}
div{padding:1px}`;

const HOSTS = [
  ['Tailwind’s preflight', PREFLIGHT],
  ['a reset that unsets everything', UNSET],
  ['a host that styles plain elements', PLAIN_ELEMENTS],
] as const;

/** The look and position of every element of a screen. Borders without width and transparent colours are ignored. */
const looksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describe = (element: Element): string[] => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const before = getComputedStyle(element, '::before');
      const placeholder = getComputedStyle(element, '::placeholder');
      const hasText = [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && /\S/.test(child.textContent ?? ''),
      );
      const border = (of: CSSStyleDeclaration): string =>
        ['Top', 'Bottom', 'Left', 'Right']
          .map((side) => `border${side}` as 'borderTop')
          .map((side) => (of[`${side}Width`] === '0px' ? 'none' : of[side]))
          .join(', ');
      return [
        `box ${[x, y, width, height].join(' ')}`,
        `background ${style.backgroundColor}`,
        `border ${border(style)}, radius ${style.borderRadius}`,
        `cursor ${style.cursor}, opacity ${style.opacity}`,
        `line before ${before.content} ${border(before)} ${before.width}`,
        hasText ? `text ${style.font} ${style.color} ${style.letterSpacing} ${style.textAlign}` : 'no text',
        hasText ? `text ${style.textTransform} ${style.textWrap} ${style.textDecoration}` : 'no text',
        element.localName === 'input'
          ? `placeholder ${placeholder.color} ${placeholder.opacity}`
          : 'no field',
      ];
    };
    const drawn = ':is(.adit-fallback, .adit-fallback-inline)';
    return [...document.querySelectorAll(`${drawn}, ${drawn} :not(svg, svg *)`)].flatMap((element) =>
      describe(element).map((look) => `${element.className || element.localName}: ${look}`),
    );
  });

type StyleProperty = 'backgroundColor' | 'borderRadius' | 'color' | 'display' | 'fontFamily' | 'transform';

const styleOf = (page: Page, selector: string, property: StyleProperty): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name], property);

const PRIMARY = '.adit-fallback-action-primary';

for (const [host, css] of HOSTS) {
  test(`screens look the same beside ${host}, before and behind it`, async ({ page }) => {
    await openSite(page);
    for (const screen of ['notFound', 'globalErrorOnServer', 'maintenance'] as const) {
      const html = await screenDocument(screen, { illustration: undefined });
      await page.setContent(html);
      const own = await looksOf(page);
      expect(own.length).toBeGreaterThan(100);
      for (const place of ['<style>', '</head>']) {
        await page.setContent(html.replace(place, () => `<style>${css}</style>${place}`));
        const looks = await looksOf(page);
        const changed = looks.filter((look, index) => look !== own[index]);
        expect(changed, `${screen}, the host’s style in front of ${place}`).toEqual([]);
        expect(looks).toHaveLength(own.length);
      }
    }
  });
}

/**
 * Fixes the properties that an inline fallback inherits from its surroundings, and its position. All others are its
 * own.
 */
const HELD_FAST = `.adit-fallback-inline.adit-fallback-inline.adit-fallback-inline{position:absolute;inset:0 auto auto 0;
inline-size:300px;font:16px/1.5 sans-serif;letter-spacing:normal;text-transform:none}`;

for (const [host, css] of HOSTS) {
  test(`an inline fallback takes its letters and nothing else from ${host}`, async ({ page }) => {
    await openSite(page);
    for (const kind of ['client', 'missing-chunk'] as const) {
      const looksAmid = async (hostCss: string): Promise<string[]> => {
        const html = await faultDocument('inlineFaults', { kinds: [kind], hostCss: hostCss + HELD_FAST });
        await page.setContent(html);
        return looksOf(page);
      };
      const own = await looksAmid('');
      expect(own.length).toBeGreaterThan(40);
      const looks = await looksAmid(css);
      expect(looks.filter((look, index) => look !== own[index])).toEqual([]);
      expect(looks).toHaveLength(own.length);
    }
  });
}

test('the comparison notices a host that names the screens’ own classes', async ({ page }) => {
  await openSite(page);
  const html = await screenDocument('notFound');
  await page.setContent(html);
  const own = await looksOf(page);
  await page.setContent(
    html.replace('</head>', '<style>.adit-fallback .adit-fallback-action{border-radius:0}</style></head>'),
  );

  expect(await looksOf(page)).not.toEqual(own);
});

test('under a strict policy the style applies by nonce and by hash, and not without', async ({ page }) => {
  const policies: Record<string, string> = {
    nonce: "default-src 'none'; style-src 'nonce-abc'",
    hash: `default-src 'none'; style-src 'sha256-${createHash('sha256').update(fallbackCss).digest('base64')}'`,
    otherNonce: "default-src 'none'; style-src 'nonce-xyz'",
    otherHash: `default-src 'none'; style-src 'sha256-${createHash('sha256').update(`${fallbackCss} `).digest('base64')}'`,
  };
  await page.route('**/*', async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === 'own') {
      const response = faultResponse(404, { nonce: 'abc' });
      await route.fulfill({
        status: 404,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      });
      return;
    }
    await route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policies[name] ?? '' },
      body: await screenDocument('notFound', { nonce: 'abc' }),
    });
  });
  const displayed: Record<string, string> = {};
  for (const name of ['own', ...Object.keys(policies)]) {
    await page.goto(`${SITE}/${name}`);
    displayed[name] = await styleOf(page, 'main', 'display');
  }

  expect(displayed).toEqual({
    own: 'grid',
    nonce: 'grid',
    hash: 'grid',
    otherNonce: 'block',
    otherHash: 'block',
  });
});

test('custom properties of the host change colours, shape and typeface, and force a scheme', async ({
  page,
}) => {
  await openSite(page);
  const show = async (theme: string, colorScheme?: 'light' | 'dark') =>
    page.setContent(await screenDocument('notFound', { theme, colorScheme }));

  await page.emulateMedia({ colorScheme: 'light' });
  await show('');
  const background = await styleOf(page, 'main', 'backgroundColor');
  await show(
    ':root{--adit-fallback-accent:#00523a;--adit-fallback-on-accent:#fafafa;--adit-fallback-radius:3px;--adit-fallback-font:serif}',
  );
  expect(await styleOf(page, PRIMARY, 'backgroundColor')).toBe('rgb(0, 82, 58)');
  expect(await styleOf(page, PRIMARY, 'color')).toBe('rgb(250, 250, 250)');
  expect(await styleOf(page, PRIMARY, 'borderRadius')).toBe('3px');
  expect(await styleOf(page, 'h1', 'fontFamily')).toBe('serif');
  expect(await styleOf(page, 'main', 'backgroundColor')).toBe(background);

  await page.emulateMedia({ colorScheme: 'dark' });
  await show('');
  const dark = await styleOf(page, 'main', 'backgroundColor');
  expect(dark).not.toBe(background);
  await show('', 'light');
  expect(await styleOf(page, 'main', 'backgroundColor')).toBe(background);
  await page.emulateMedia({ colorScheme: 'light' });
  await show(':root{--adit-fallback-color-scheme:dark}');
  expect(await styleOf(page, 'main', 'backgroundColor')).toBe(dark);
  await show('', 'dark');
  expect(await styleOf(page, 'main', 'backgroundColor')).toBe(dark);
});

test('with forced colours borders and focus stay, and the primary action stands out', async ({ page }) => {
  await openSite(page);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  for (const screen of SCREENS) {
    await page.setContent(await screenDocument(screen));
    await page.keyboard.press('Tab');
    const { canvas, borders, primary, outline } = await page.evaluate(() => {
      const styleOf = (element: Element | null): CSSStyleDeclaration =>
        getComputedStyle(element ?? document.body);
      return {
        canvas: styleOf(document.querySelector('main')).backgroundColor,
        borders: [...document.querySelectorAll('.adit-fallback-action, .adit-fallback-field')]
          .map(styleOf)
          .map((style) => [style.borderTopWidth, style.borderTopStyle, style.borderTopColor].join(' ')),
        primary: styleOf(document.querySelector('.adit-fallback-action-primary')).backgroundColor,
        outline: styleOf(document.querySelector(':focus-visible')).outline,
      };
    });

    expect(borders.length, screen).toBeGreaterThan(0);
    for (const border of borders) {
      expect(border, screen).toContain('1px solid');
      expect(border, screen).not.toContain(canvas);
    }
    expect(primary, screen).not.toBe(canvas);
    expect(outline, screen).toContain('solid 3px');
    expect(outline, screen).not.toContain(canvas);
  }
});

test('with forced colours what is drawn in running pages keeps its borders and its focus', async ({
  page,
}) => {
  await openSite(page);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  for (const fault of FAULTS) {
    await page.setContent(await faultDocument(fault));
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const controls = page.locator('a, button').filter({ visible: true });
    const borders = await page
      .locator('.adit-fallback-inline, .adit-fallback-action:visible')
      .evaluateAll((elements) =>
        elements
          .map((element) => getComputedStyle(element))
          .map(({ borderTopStyle, borderTopColor }) => [borderTopStyle, borderTopColor]),
      );
    expect(borders.length, fault).toBeGreaterThan(2);
    for (const [style, colour] of borders) {
      expect(style, fault).toBe('solid');
      expect(colour, fault).not.toBe(canvas);
    }
    for (const control of await controls.all()) {
      await page.keyboard.press('Tab');
      await expect(control, fault).toBeFocused();
      const outline = await control.evaluate((element) => getComputedStyle(element).outline);
      expect(outline, fault).toContain('solid 3px');
      expect(outline, fault).not.toContain(canvas);
    }
  }
});

test('nothing moves where less motion is wanted', async ({ page }) => {
  await openSite(page);
  await page.setContent(await screenDocument('notFound'));
  const pressed = async (reducedMotion: 'reduce' | 'no-preference'): Promise<string> => {
    await page.emulateMedia({ reducedMotion });
    await page.locator(PRIMARY).hover();
    await page.mouse.down();
    const transform = await styleOf(page, PRIMARY, 'transform');
    await page.mouse.move(0, 0);
    await page.mouse.up();
    return transform;
  };

  expect(await pressed('no-preference')).not.toBe('none');
  expect(await pressed('reduce')).toBe('none');
  const moving = await page.locator('.adit-fallback, .adit-fallback *').evaluateAll((elements) =>
    elements.filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return transitionDuration !== '0s' || animationName !== 'none';
    }),
  );
  expect(moving).toEqual([]);
});

test('printed, a screen is black on white without its actions, and so is a fault in a page', async ({
  page,
}) => {
  await openSite(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const documents = [
    ...SCREENS.map((screen) => [screen, () => screenDocument(screen)] as const),
    ...FAULTS.map((fault) => [fault, () => faultDocument(fault, { hostCss: '' })] as const),
  ];
  for (const [screen, draw] of documents) {
    await page.setContent(await draw());
    const texts = await page
      .locator('.adit-fallback h1, p, strong, time, bdi')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).color));
    expect(new Set(texts), screen).toEqual(new Set(['rgb(0, 0, 0)']));
    const backgrounds = await page
      .locator('html, body, main, h1, p, .adit-fallback-inline')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor));
    expect(new Set(backgrounds), screen).toEqual(new Set(['rgba(0, 0, 0, 0)']));
    for (const control of await page.locator('a, button, input').all())
      await expect(control, screen).toBeHidden();
  }
});

test('the accent line is where lines start, on the right in Arabic', async ({ page }) => {
  await openSite(page);
  await page.setViewportSize({ width: 640, height: 600 });
  /** The side on which the topmost pixels of the panel have the accent’s colour. */
  const accentSide = async (locale: 'en' | 'ar'): Promise<'left' | 'right' | 'none' | 'both'> => {
    await page.setContent(
      await screenDocument('forbidden', {
        locale,
        illustration: undefined,
        logo: undefined,
        theme: ':root{--adit-fallback-accent:#0f0}',
      }),
    );
    const picture = await page.locator('.adit-fallback-panel').screenshot();
    return page.evaluate(async (base64) => {
      const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      pen?.drawImage(bitmap, 0, 0);
      const isGreen = (from: number): boolean => {
        const { data = [] } = pen?.getImageData(from, 2, 20, 1) ?? {};
        return [...data].every(
          (value, index) => index % 4 === 3 || (index % 4 === 1 ? value > 200 : value < 60),
        );
      };
      const [left, right] = [isGreen(2), isGreen(bitmap.width - 24)];
      if (left && right) return 'both';
      return left ? 'left' : right ? 'right' : 'none';
    }, picture.toString('base64'));
  };

  expect(await accentSide('en')).toBe('left');
  expect(await accentSide('ar')).toBe('right');
});
