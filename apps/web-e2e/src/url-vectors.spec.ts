import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
// eslint-disable-next-line @nx/enforce-module-boundaries -- tests of the library that are no part of its package
import {
  DISPUTED_URLS,
  URL_VECTORS,
  VECTORS_BASE,
} from '../../../libs/router/src/url/url-vectors.contract.ts';

const SOURCE = readFileSync(
  new URL('../../../libs/router/dist/url/classify-url.js', import.meta.url),
  'utf8',
);

interface Judged {
  readonly href: string;
  readonly kind: string;
  /** In the words of the vectors. */
  readonly verdict: string;
  /** The absolute address, unless it is refused. */
  readonly url?: string;
  /** Where a link leads that is given to Chromium as it is. */
  readonly followed: string;
}

test('Chromium judges every address as Node does, and follows it where the verdict says', async ({
  page,
}) => {
  const disputed = DISPUTED_URLS.map((href) => [href, ''] as const);
  const judged: readonly Judged[] = await page.evaluate(
    async ({ source, vectors, base }) => {
      const module = new Blob([source], { type: 'text/javascript' });
      const { classifyUrl } = (await import(URL.createObjectURL(module))) as {
        classifyUrl: (
          href: string,
          base: string,
        ) => { kind: string; path?: string; url?: string; reason?: string };
      };
      document.head.innerHTML = '<base>';
      document.querySelector('base')?.setAttribute('href', base);
      const link = document.createElement('a');
      return vectors.map(([href]) => {
        const { kind, path, url, reason } = classifyUrl(href, base);
        link.setAttribute('href', href);
        const verdict = reason ?? `${kind} ${path ?? url}`;
        return { href, kind, verdict, ...(url !== undefined && { url }), followed: link.href };
      });
    },
    { source: SOURCE, vectors: [...URL_VECTORS, ...disputed], base: VECTORS_BASE },
  );
  const known = judged.slice(0, URL_VECTORS.length);
  expect(known.map(({ href, verdict }) => [href, verdict])).toEqual(URL_VECTORS);
  for (const { href, url, followed } of judged) {
    // An empty query or fragment changes nothing, and is left out.
    if (url !== undefined) expect([href, url]).toEqual([href, followed.replace(/[?#]$/, '')]);
  }
  for (const { href, kind } of judged.slice(URL_VECTORS.length))
    expect([href, kind]).not.toEqual([href, 'internal']);

  // Without the gate a link would lead away, or run as a script.
  const astray = judged.filter(
    ({ url, followed }) => url === undefined && !followed.startsWith('https://app.example/'),
  );
  expect(astray.length).toBeGreaterThan(100);
});
