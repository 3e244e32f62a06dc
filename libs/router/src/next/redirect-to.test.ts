import { getRedirectTypeFromError, getURLFromRedirectError } from 'next/dist/client/components/redirect.js';
import { isRedirectError } from 'next/dist/client/components/redirect-error.js';
import { redirectTo, type RedirectToOptions } from './redirect-to.ts';

/** The target that Next's own code reads from the thrown redirect. */
function redirected(href: string, options?: RedirectToOptions): string {
  try {
    redirectTo(href, options);
  } catch (error) {
    if (!isRedirectError(error)) throw error;
    return `${getRedirectTypeFromError(error)} ${getURLFromRedirectError(error)}`;
  }
}

describe('redirectTo', () => {
  it('S5 adds a history entry with push', () => {
    expect(redirected('/a?x=1;y=2#z', { history: 'push' })).toBe('push /a?x=1;y=2#z');
  });

  it('S6 replaces the current one with replace, and by default outside server actions', () => {
    expect(redirected('/a', { history: 'replace' })).toBe('replace /a');
    expect(redirected('/a')).toBe('replace /a');
  });

  it('passes a backslash where it has no meaning', () => {
    expect(redirected('/search?q=C:\\Users')).toBe('replace /search?q=C:\\Users');
  });

  it('goes to another site only where its origin is allowed', () => {
    const allowedOrigins = ['https://accounts.example'];
    expect(redirected('https://accounts.example/sign-in?x=1', { allowedOrigins })).toBe(
      'replace https://accounts.example/sign-in?x=1',
    );
    expect(() => redirected('https://accounts.example.evil.example/', { allowedOrigins })).toThrow(
      RangeError,
    );
    expect(() => redirected('https://accounts.example/')).toThrow(
      'redirectTo refuses "https://accounts.example/" (external); accepted: a path of this site, or an address on one of allowedOrigins',
    );
  });

  it.each([
    '//evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    '/.//evil.example',
    '..//evil.example',
    // A path of this site on an http page, but another site on an https page.
    'http:evil.example',
    '/orders\r\nSet-Cookie: a=b',
    ' /orders',
    '',
  ])('refuses %j, which Next would encode as given', (href) => {
    expect(() => redirected(href)).toThrow('redirectTo refuses');
  });
});
