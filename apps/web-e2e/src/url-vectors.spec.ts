import { readFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { expect } from './support/expect.ts';

const readRouter = (path: string): string =>
  readFileSync(new URL(`../../../libs/router/${path}`, import.meta.url), 'utf8');

const SOURCE = readRouter('dist/url/classify-url.js');
const { base, vectors, disputed } = JSON.parse(readRouter('testing/url-vectors.json')) as {
  readonly base: string;
  readonly vectors: Readonly<Record<string, readonly (readonly [href: string, verdict: string])[]>>;
  readonly disputed: readonly string[];
};
const VECTORS = Object.values(vectors).flat();

interface Judged {
  readonly href: string;
  readonly kind: string;
  /** In the terms of the vectors. */
  readonly verdict: string;
  /** The absolute address, unless it is refused. */
  readonly url?: string;
  /** The target of a link given to Chromium unchanged. */
  readonly followed: string;
}

test('Chromium judges every address as Node does, and follows it where the verdict says', async ({
  page,
}) => {
  const judged: readonly Judged[] = await page.evaluate(
    async ({ source, hrefs, baseUrl }) => {
      const module = new Blob([source], { type: 'text/javascript' });
      const { classifyUrl } = (await import(URL.createObjectURL(module))) as {
        classifyUrl: (
          href: string,
          base: string,
        ) => { kind: string; path?: string; url?: string; reason?: string };
      };
      document.head.innerHTML = '<base>';
      document.querySelector('base')?.setAttribute('href', baseUrl);
      const link = document.createElement('a');
      return hrefs.map((href) => {
        const { kind, path, url, reason } = classifyUrl(href, baseUrl);
        link.setAttribute('href', href);
        const verdict = reason ?? `${kind} ${path ?? url}`;
        return { href, kind, verdict, ...(url !== undefined && { url }), followed: link.href };
      });
    },
    { source: SOURCE, hrefs: [...VECTORS.map(([href]) => href), ...disputed], baseUrl: base },
  );
  const known = judged.slice(0, VECTORS.length);
  expect(known.map(({ href, verdict }) => [href, verdict])).toEqual(VECTORS);
  for (const { href, url, followed } of judged) {
    // An empty query or fragment changes nothing, and is omitted.
    if (url !== undefined) expect([href, url]).toEqual([href, followed.replace(/[?#]$/, '')]);
  }
  for (const { href, kind } of judged.slice(VECTORS.length))
    expect([href, kind]).not.toEqual([href, 'internal']);

  // Without the check, a link would lead away, or run as a script.
  const astray = judged.filter(
    ({ url, followed }) => url === undefined && !followed.startsWith('https://app.example/'),
  );
  expect(astray.length).toBeGreaterThan(100);
});
