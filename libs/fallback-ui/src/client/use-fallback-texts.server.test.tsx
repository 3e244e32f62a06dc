/** @jest-environment node */
import { renderToString } from 'react-dom/server';
import { texts as polish } from '../texts/classic/pl.ts';
import { useFallbackTexts, type UseFallbackTextsOptions } from './use-fallback-texts.ts';

function Reader(props: UseFallbackTextsOptions) {
  return useFallbackTexts(props).lang;
}

it('knows no language on a server and says what it was given', () => {
  expect(renderToString(<Reader locale="fr" />)).toBe('en');
  expect(renderToString(<Reader locale="fr" initial={polish} />)).toBe('pl');
});
