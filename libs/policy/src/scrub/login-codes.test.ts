import { LOGIN_CODES } from '../../testing/secrets.helper.ts';
import { createScrubber } from './scrubber.ts';

const { scrub } = createScrubber();
const F = '[Filtered]';

describe('codes of a login in an address', () => {
  it.each(LOGIN_CODES)('removes %s, whatever the address', (query) => {
    const value = query.slice(query.indexOf('=') + 1).split('&')[0] ?? '';
    for (const base of ['/a', '/cb', 'https://shop.test/'])
      expect(JSON.stringify(scrub({ url: `${base}?${query}`, query_string: query }))).not.toContain(value);
  });

  const OFFERS = ['SPRING24', 'SAVE10', 'SUMMER-SALE', '404', 'invalid_grant', 'WELCOME2026'];
  it.each(OFFERS)('keeps %s, unless the address is that of a login', (code) => {
    const keeps = (url: string) => {
      const payload = { url };
      expect(scrub(payload)).toBe(payload);
    };
    keeps(`/cart?code=${code}`);
    keeps(`/cart?code=${code}&state=CA`);
    keeps(`/author/7?code=${code}`);
    for (const base of ['/auth/callback', '/cb', '/login', '/sign-in', '/#/verify', '/api/oauth2/done'])
      expect(scrub({ url: `${base}?code=${code}` })).toEqual({ url: `${base}?code=${F}` });
    expect(scrub({ url: `/cb#code=${code}&state=x` })).toEqual({ url: `/cb#code=${F}&state=${F}` });
    expect(scrub({ url: `/a?code=${code}&state=af0ifjsldkj` })).toEqual({ url: `/a?code=${F}&state=${F}` });
    expect(scrub({ url: `/a?session_state=1&code=${code}` })).toEqual({
      url: `/a?session_state=1&code=${F}`,
    });
  });

  it('keeps a state without a code, and a code that is allowed', () => {
    const payload = { url: '/a?state=af0ifjsldkj&discountcode=1&zip_code=a1B2' };
    expect(scrub(payload)).toBe(payload);
    expect(createScrubber({ allowed: ['code'] }).scrub({ url: '/a?code=a1b2&state=pending' })).toEqual({
      url: '/a?code=a1b2&state=pending',
    });
  });
});
