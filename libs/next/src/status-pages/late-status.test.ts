import { lateChunks } from '../../testing/next-documents.ts';
import { addLateScreen, beginLateStatus, noteLateStatus } from './late-status.ts';

const readAll = (chunks: readonly string[]) =>
  chunks.reduce((seen, chunk) => noteLateStatus(seen, chunk, () => chunk), beginLateStatus(chunks[0] ?? ''));

it.each([
  ['NEXT_HTTP_ERROR_FALLBACK;404', 404, undefined],
  ['NEXT_HTTP_ERROR_FALLBACK;403', 403, undefined],
  ['NEXT_HTTP_ERROR_FALLBACK;401', 401, undefined],
  ['2030716055', 500, '2030716055'],
])('a part that failed with %s makes it a document of %s', (digest, status, shown) => {
  expect(readAll(lateChunks(digest))).toEqual({
    status,
    hasMain: false,
    shell: { lang: 'en', nonce: 'n1', digest: shown },
  });
});

it.each(['BAILOUT_TO_CLIENT_SIDE_RENDERING', 'DYNAMIC_SERVER_USAGE', 'NEXT_REDIRECT;replace;/;307;'])(
  'a part that React leaves to the browser with %s is no failure',
  (digest) => expect(readAll(lateChunks(digest)).status).toBeUndefined(),
);

it('knows a part that failed before anything was sent', () => {
  const chunk = '<!--$!--><template data-dgst="NEXT_HTTP_ERROR_FALLBACK;404"></template>';
  expect(readAll([chunk]).status).toBe(404);
});

it('the first failure counts, and texts that only look like one do not', () => {
  expect(readAll([...lateChunks('1'), ...lateChunks('2')]).shell.digest).toBe('1');
  expect(readAll(['<p>$RX(&quot;B:0&quot;,&quot;1&quot;)</p>']).status).toBeUndefined();
});

it('the screen is the main element unless the page has one', () => {
  const parts = {
    lang: 'de',
    dir: 'ltr',
    title: '',
    styles: '<style></style>',
    main: '<main lang="de">x</main>',
  } as const;
  const add = (content: string) => addLateScreen('a</body></html>', parts, readAll(lateChunks('1', content)));
  expect(add('')).toBe('a<noscript><style></style><main lang="de">x</main></noscript></body></html>');
  expect(add('<main>Shop</main>')).toContain('<section lang="de">x</section>');
});
