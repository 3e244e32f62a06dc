import { classifyUrl, type UrlVerdict } from './classify-url.ts';
import { DISPUTED_URLS, URL_VECTORS, VECTORS_BASE } from './url-vectors.contract.ts';

/** In words: what became of the address. */
function verdictOn(href: string): string {
  const verdict = classifyUrl(href, VECTORS_BASE);
  if (verdict.kind === 'internal') return `internal ${verdict.path}`;
  return verdict.kind === 'external' ? `external ${verdict.url}` : verdict.reason;
}

describe('classifyUrl', () => {
  it.each(URL_VECTORS)('judges %j: %s', (href, verdict) => {
    expect(verdictOn(href)).toBe(verdict);
  });

  it.each(DISPUTED_URLS)('never takes %j for an address of this site', (href) => {
    expect(classifyUrl(href, VECTORS_BASE).kind).not.toBe('internal');
  });

  it('is proven by at least 300 vectors, all different', () => {
    const hrefs = new Set(URL_VECTORS.map(([href]) => href));
    expect(hrefs.size).toBe(URL_VECTORS.length);
    expect(hrefs.size).toBeGreaterThanOrEqual(300);
  });

  it('lets no internal path leave the origin, however it is resolved again', () => {
    for (const [href] of URL_VECTORS) {
      const verdict: UrlVerdict = classifyUrl(href, VECTORS_BASE);
      if (verdict.kind !== 'internal') continue;
      expect(new URL(verdict.path, VECTORS_BASE).href).toBe(verdict.url);
      expect(new URL(verdict.path, VECTORS_BASE).origin).toBe('https://app.example');
    }
  });

  it('control: comparing origins once, without the round trip, lets vectors leave', () => {
    const escaped = URL_VECTORS.filter(([href, verdict]) => {
      if (verdict !== 'round-trip') return false;
      const { origin, pathname } = new URL(href, VECTORS_BASE);
      const passesOnce = origin === 'https://app.example';
      return (
        passesOnce &&
        (!URL.canParse(pathname, VECTORS_BASE) || new URL(pathname, VECTORS_BASE).origin !== origin)
      );
    });
    expect(escaped.length).toBeGreaterThan(5);
  });

  it('refuses a base that is no http(s) address', () => {
    for (const base of ['about:blank', 'data:text/html,x', 'not an address', '']) {
      expect(classifyUrl('/a', base)).toEqual({ kind: 'refused', reason: 'base' });
    }
  });

  it('answers a hostile megabyte, which a pattern that backtracks would not in the time of a test', () => {
    expect(classifyUrl(`https:${'/'.repeat(1_000_000)}`, VECTORS_BASE).kind).toBe('refused');
    expect(classifyUrl(`${'a'.repeat(1_000_000)}!:`, VECTORS_BASE).kind).toBe('internal');
    expect(classifyUrl(`/${'../'.repeat(100_000)}`, VECTORS_BASE).kind).toBe('internal');
  });
});
