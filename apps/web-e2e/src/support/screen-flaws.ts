import type { Page } from '@playwright/test';

/** The expected language and direction of a document. */
export interface ExpectedDocument {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

/**
 * All faults in a screen's document and layout at the current size of the window. Runs in the page, and so uses nothing
 * outside itself.
 */
function findFlaws({ lang, dir }: ExpectedDocument): string[] {
  const MIN_TARGET_PX = 44;
  const ROUNDING_PX = 1;
  const MIN_SPACE_PX = 8;
  const flaws: string[] = [];
  const check = (isFine: boolean, flaw: string): void => {
    if (!isFine) flaws.push(flaw);
  };
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
  const boxOfText = (element: HTMLElement): DOMRect => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  /** Sideways only: tall letters may exceed their line without being cut. */
  const isWithin = (inner: DOMRect, outer: { left: number; right: number }) =>
    inner.left >= outer.left - ROUNDING_PX && inner.right <= outer.right + ROUNDING_PX;

  const { documentElement: root } = document;
  const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]')?.content ?? '';
  const heading = document.querySelector('h1');
  check(root.lang === lang, `lang is ${root.lang}`);
  check(root.dir === dir && getComputedStyle(document.body).direction === dir, `dir is ${root.dir}`);
  check(/\S – Adit$/.test(document.title), `title is ${document.title}`);
  check(/width=device-width/.test(viewport), 'viewport is missing');
  check(!/user-scalable|maximum-scale/.test(viewport), 'viewport forbids to zoom');
  check(all('h1').length === 1 && heading?.textContent !== '', 'not one h1');
  check(all('main').length === 1, 'not one main');
  check(all('script, link, img, iframe').length === 0, 'something to load');

  check(root.scrollWidth <= window.innerWidth, `scrolls sideways: ${root.scrollWidth}`);
  // Leaves out the link for visitors without scripts, which is behind the button that needs them.
  const targets = all('a, button, input').filter((target) => !target.matches('.adit-fallback-unscripted'));
  check(targets.length > 0, 'no target');
  for (const target of targets) {
    const { width, height } = target.getBoundingClientRect();
    const isLarge = Math.min(width, height) > MIN_TARGET_PX - 0.01;
    check(isLarge, `small target: ${target.outerHTML} ${width} × ${height}`);
  }

  const pen = document.createElement('canvas').getContext('2d');
  for (const field of all('input') as HTMLInputElement[]) {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
    if (!pen) throw new Error('no canvas to measure on');
    pen.font = font;
    const room = field.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
    check(pen.measureText(field.placeholder).width <= room, `cut placeholder: ${field.placeholder}`);
  }

  const worded = targets.filter((target) => target.localName !== 'input');
  for (const element of [...all('h1, p, strong, time, [role=status]'), ...worded]) {
    const text = boxOfText(element);
    const isWhole =
      isWithin(text, element.getBoundingClientRect()) &&
      isWithin(text, { left: 0, right: window.innerWidth });
    check(isWhole && text.width > 0, `cut text: ${element.outerHTML}`);
  }
  /** The position at which lines start: the inner edge of the fallback's boxes. */
  const startOf = (box: DOMRect, edgePx = 0): number =>
    dir === 'rtl' ? box.right - edgePx : box.left + edgePx;
  const endOf = (box: DOMRect): number => (dir === 'rtl' ? box.left : box.right);
  const panels = all('.adit-fallback-panel, .adit-fallback-inline');
  check(panels.length > 0, 'no panel');
  for (const panel of panels) {
    const { borderInlineStartWidth, paddingInlineStart } = getComputedStyle(panel);
    const edgePx = parseFloat(borderInlineStartWidth) + parseFloat(paddingInlineStart);
    const start = startOf(panel.getBoundingClientRect(), edgePx);
    const within = (selector: string): HTMLElement[] => [...panel.querySelectorAll<HTMLElement>(selector)];
    const atTheStart = [
      ...within('h1, p:not(.adit-fallback-help), strong').map(boxOfText),
      ...within(
        'form > :first-child, :is(.adit-fallback-actions, .adit-fallback-inline-actions) > :first-child, svg',
      ).map((element) => element.getBoundingClientRect()),
    ];
    check(atTheStart.length > 1, 'nothing where lines start');
    const reference = panel.querySelector('bdi')?.getBoundingClientRect();
    const copy = panel.querySelector('.adit-fallback-copy')?.getBoundingClientRect();
    if (reference && copy) {
      const isBelow = copy.top >= reference.bottom;
      if (isBelow) atTheStart.push(copy);
      const distance = Math.abs(endOf(reference) - startOf(copy));
      check(isBelow || distance >= MIN_SPACE_PX, `${distance}px between the reference and its button`);
    }
    for (const box of atTheStart) {
      const distance = Math.abs(startOf(box) - start);
      check(distance <= ROUNDING_PX, `${distance}px from where lines start in ${dir}`);
    }
  }
  return flaws;
}

/** The result of {@link findFaintTextsOf} for a document. */
export interface FaintTexts {
  readonly faint: readonly string[];
  /** The number of texts checked. */
  readonly checked: number;
}

/** Texts whose contrast with their background is lower than 7:1 (WCAG 2.2, 1.4.6). Also runs in the page. */
function findFaintTexts(): FaintTexts {
  const MIN_CONTRAST = 7;
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map<string, Uint8ClampedArray>();
  /** Red, green, blue and alpha of any colour, 0 to 255. */
  const read = (colour: string): Uint8ClampedArray => {
    if (!pen) throw new Error('no canvas to read colours with');
    const before = known.get(colour);
    if (before) return before;
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const { data } = pen.getImageData(0, 0, 1, 1);
    known.set(colour, data);
    return data;
  };
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = [...read(colour)].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element);
    return read(backgroundColor)[3] === 255 || !element.parentElement
      ? backgroundColor
      : backgroundOf(element.parentElement);
  };
  const contrastOf = (element: Element, pseudo?: string): number => {
    const [darker = 0, lighter = 0] = [getComputedStyle(element, pseudo).color, backgroundOf(element)]
      .map(luminance)
      .sort((one, other) => one - other);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const contrasts = [
    // The surroundings of an inline fallback belong to the host.
    ...[...document.querySelectorAll('h1, p, strong, time, a, button, bdi, [role=status]')]
      .filter((element) => element.closest('.adit-fallback, .adit-fallback-inline'))
      .map((element) => [element.outerHTML, contrastOf(element)] as const),
    ...[...document.querySelectorAll('input')].map(
      (field) => [field.placeholder, contrastOf(field, '::placeholder')] as const,
    ),
  ];
  return {
    faint: contrasts
      .filter(([, contrast]) => !(contrast >= MIN_CONTRAST))
      .map(([text, contrast]) => `${contrast.toFixed(2)}:1 ${text}`),
    checked: contrasts.length,
  };
}

interface Checks {
  readonly findFlaws: typeof findFlaws;
  readonly findFaintTexts: typeof findFaintTexts;
}

/** Loads the checks into the window, which stays the same while its documents change. */
export async function loadChecks(page: Page): Promise<void> {
  const content = `window.checks = { findFlaws: ${String(findFlaws)}, findFaintTexts: ${String(findFaintTexts)} };`;
  await page.addScriptTag({ content });
}

/** A document with the values that it is expected to have. */
export interface CheckedDocument extends ExpectedDocument {
  readonly html: string;
}

/** Writes one document after the other into the current page, and returns the flaws of each. */
export function findFlawsOf(page: Page, documents: readonly CheckedDocument[]): Promise<string[][]> {
  return page.evaluate((all) => {
    const { checks } = window as unknown as { checks: Checks };
    return all.map(({ html, ...expected }) => {
      document.documentElement.replaceWith(
        new DOMParser().parseFromString(html, 'text/html').documentElement,
      );
      return checks.findFlaws(expected);
    });
  }, documents);
}

/** Writes one document after the other into the current page, and returns the faint texts of each. */
export function findFaintTextsOf(page: Page, documents: readonly string[]): Promise<FaintTexts[]> {
  return page.evaluate((all) => {
    const { checks } = window as unknown as { checks: Checks };
    return all.map((html) => {
      document.documentElement.replaceWith(
        new DOMParser().parseFromString(html, 'text/html').documentElement,
      );
      return checks.findFaintTexts();
    });
  }, documents);
}
