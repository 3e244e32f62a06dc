import { chooseLanguage, languageHeaders } from './choose-language.ts';

const headers = { cookie: 'a=1; language=pt%2DBR; b', 'accept-language': 'fr-CH, fr;q=0.9, de;q=0.1' };
const screens = { cookieName: 'language' };

it.each([
  ['the options', 'de', chooseLanguage(headers, 'it', { ...screens, locale: 'de' })],
  ['the cookie', 'pt', chooseLanguage(headers, 'it', screens)],
  ['the document', 'it', chooseLanguage(headers, 'it', {})],
  ['the visitor’s languages', 'fr', chooseLanguage(headers, 'it', { followsDocument: false })],
  ['the visitor’s languages, without a document', 'fr', chooseLanguage(headers, undefined, {})],
  ['nothing', 'en', chooseLanguage({}, undefined, screens)],
  ['a cookie that nobody can read', 'en', chooseLanguage({ cookie: 'language=%E0' }, undefined, screens)],
])('is that of %s', (_what, locale, chosen) => expect(chosen.locale).toBe(locale));

it('tells what was asked for, also if there are no texts in it', () => {
  expect(chooseLanguage({ 'accept-language': 'cs-CZ,cs;q=0.9' }, undefined, {})).toEqual({
    locale: 'en',
    wanted: 'cs-CZ',
  });
  expect(chooseLanguage({}, undefined, {}).wanted).toBe('');
});

it('names the headers that it reads', () => {
  expect(languageHeaders({})).toEqual(['Accept-Language']);
  expect(languageHeaders(screens)).toEqual(['Accept-Language', 'Cookie']);
  expect(languageHeaders({ ...screens, locale: 'de' })).toEqual([]);
});
