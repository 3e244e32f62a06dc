/** @jest-environment node */
import { allTexts } from '../texts/all-texts.ts';
import { locales, type FallbackLocale } from '../texts/locales.ts';
import { faultDocuments } from './fault-documents.ts';
import { faultStatuses, type FaultStatus } from './fault-status.ts';
import { renderFaultDocument } from './render-fault-document.ts';

const headingOf = (html: string): string =>
  (/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? '').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');

describe('renderFaultDocument', () => {
  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [429, 'tooManyRequests'],
    [500, 'error'],
    [503, 'maintenance'],
    ['offline', 'offline'],
    ['update', 'update'],
  ] as const)('says for %s what the screen %s says', (status, name) => {
    for (const pack of ['classic', 'plain'] as const) {
      for (const locale of locales) {
        const html = renderFaultDocument(status, locale, { pack });

        expect(headingOf(html)).toBe(allTexts[pack][locale][name].heading);
        expect(html).toContain(` lang="${locale}" dir="`);
      }
    }
  });

  it('uses the classic pack by default', () => {
    expect(renderFaultDocument(404, 'en', { pack: undefined, texts: undefined })).toBe(
      renderFaultDocument(404, 'en', { pack: 'classic' }),
    );
    expect(renderFaultDocument(404, 'en')).not.toBe(renderFaultDocument(404, 'en', { pack: 'plain' }));
  });

  it('uses the given texts instead of the locale’s', () => {
    const own = { ...allTexts.plain.de, lang: 'de-CH' };

    expect(renderFaultDocument(404, 'de', { texts: own })).toContain('lang="de-CH"');
  });

  it.each([
    ['status', [418, 'en'], 'status is 418; accepted: 401, 403, 404, 429, 500, 503, offline, update'],
    ['status in text', ['404', 'en'], 'status is "404"; accepted: 401, '],
    ['locale', [404, 'en-GB'], 'locale is "en-GB"; accepted: en, de, '],
    ['name of every object', [404, 'constructor'], 'locale is "constructor"; accepted: en, '],
  ])('refuses a wrong %s', (_, [status, locale], message) => {
    const render = () => renderFaultDocument(status as FaultStatus, locale as FallbackLocale);

    expect(render).toThrow(RangeError);
    expect(render).toThrow(message);
  });

  it('refuses an unknown pack', () => {
    expect(() => renderFaultDocument(404, 'en', { pack: 'formal' as 'plain' })).toThrow(
      'pack is "formal"; accepted: classic, plain',
    );
  });
});

describe('faultDocuments', () => {
  it('has a document for every status in every language', () => {
    const files = faultDocuments().map(({ file }) => file);

    expect(files).toHaveLength(faultStatuses.length * locales.length);
    expect(new Set(files).size).toBe(files.length);
    expect(files).toContain('404.zh-Hans.html');
    expect(files).toContain('offline.en.html');
  });

  it('passes the options on, and only writes the given languages', () => {
    const documents = faultDocuments({ locales: ['de'], siteName: 'Beispiel', pack: 'plain' });

    expect(documents).toHaveLength(faultStatuses.length);
    expect(documents[2]).toEqual({
      file: '404.de.html',
      html: renderFaultDocument(404, 'de', { siteName: 'Beispiel', pack: 'plain' }),
    });
  });

  it('shows retryAfter only on the 503, as a duration', () => {
    const [later, tooMany] = [503, 429].map((status) =>
      faultDocuments({ locales: ['en'], retryAfter: 600 }).find(({ file }) => file === `${status}.en.html`),
    );

    expect(later?.html).toContain('<time dateTime="PT600S">You can try again: in 10 minutes</time>');
    expect(tooMany?.html).toBe(renderFaultDocument(429, 'en'));
  });

  it('accepts seconds as text', () => {
    expect(faultDocuments({ retryAfter: '600' })).toEqual(faultDocuments({ retryAfter: 600 }));
    expect(faultDocuments({ retryAfter: 86_400 })[80]?.html).toContain('in 24 hours');
  });

  it.each([0, -1, 0.5, NaN, 86_401, '', 'soon', '2026-11-20T10:00:00Z', null])(
    'refuses to write %p into a file',
    (retryAfter) => {
      const wrong = { retryAfter: retryAfter as number };

      expect(() => faultDocuments(wrong)).toThrow(/^retryAfter is .*; accepted: whole seconds, 1 to 86400$/);
    },
  );

  it.each([
    [[], 'locales is []; accepted: a list of en, '],
    ['de', 'locales is "de"; accepted: a list of en, '],
    [['xx'], 'locale is "xx"; accepted: en, '],
  ])('refuses the languages %j', (wrong, message) => {
    expect(() => faultDocuments({ locales: wrong as FallbackLocale[] })).toThrow(message);
  });
});
