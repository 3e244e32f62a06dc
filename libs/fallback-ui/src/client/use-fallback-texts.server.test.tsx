/** @jest-environment node */
import { renderToString } from 'react-dom/server';
import { texts as polish } from '../texts/plain/pl.ts';
import { preloadFallbackTexts } from './fallback-texts-store.ts';
import { useFallbackTexts, type UseFallbackTextsOptions } from './use-fallback-texts.ts';

function Reader(props: UseFallbackTextsOptions) {
  return useFallbackTexts(props).lang;
}

it('returns the initial texts on a server', () => {
  expect(renderToString(<Reader locale="fr" />)).toBe('en');
  expect(renderToString(<Reader locale="fr" initial={polish} />)).toBe('pl');
});

it('preloads nothing on a server', () => {
  jest.useFakeTimers();
  const callOff = preloadFallbackTexts({ cookieName: 'locale' });

  expect(jest.getTimerCount()).toBe(0);
  expect(() => {
    jest.runAllTimers();
    callOff();
  }).not.toThrow();
  jest.useRealTimers();
});
