import { classifyUrl, type UrlVerdict } from './classify-url.ts';

const BASE = 'https://app.example/shop/cart?step=2#top';

/** In words: what became of the address. */
function verdictOn(href: string): string {
  const verdict = classifyUrl(href, BASE);
  if (verdict.kind === 'internal') return `internal ${verdict.path}`;
  return verdict.kind === 'external' ? `external ${verdict.url}` : verdict.reason;
}

const VECTORS: readonly (readonly [href: string, verdict: string])[] = [
  // Paths of this site.
  ['/', 'internal /'],
  ['/a/b', 'internal /a/b'],
  ['/a?x=1&y=2#z', 'internal /a?x=1&y=2#z'],
  ['b', 'internal /shop/b'],
  ['./b', 'internal /shop/b'],
  ['../b', 'internal /b'],
  ['../../../b', 'internal /b'],
  ['?q=1', 'internal /shop/cart?q=1'],
  ['#end', 'internal /shop/cart?step=2#end'],
  ['https://app.example/x', 'internal /x'],
  ['HTTPS://APP.EXAMPLE/x', 'internal /x'],
  ['https://app.example:443/x', 'internal /x'],
  ['https://app.example', 'internal /'],
  ['/a//b', 'internal /a//b'],
  ['/redirect;push;307', 'internal /redirect;push;307'],
  ['/?next=//evil.example', 'internal /?next=//evil.example'],
  ['/#//evil.example', 'internal /#//evil.example'],
  ['/%2F%2Fevil.example', 'internal /%2F%2Fevil.example'],
  ['/%5Cevil.example', 'internal /%5Cevil.example'],
  ['/@evil.example', 'internal /@evil.example'],
  ['/a:b', 'internal /a:b'],
  ['/javascript:alert(1)', 'internal /javascript:alert(1)'],
  ['/a b', 'internal /a%20b'],
  ['/ü', 'internal /%C3%BC'],
  // Other sites.
  ['https://evil.example', 'external https://evil.example/'],
  ['https://evil.example/app.example', 'external https://evil.example/app.example'],
  ['https://app.example.evil.example', 'external https://app.example.evil.example/'],
  ['https://app.example:8443/', 'external https://app.example:8443/'],
  ['http://app.example/', 'external http://app.example/'],
  ['https://app.example./', 'external https://app.example./'],
  ['https://sub.app.example/', 'external https://sub.app.example/'],
  ['https://xn--pp-xka.example/', 'external https://xn--pp-xka.example/'],
  ['https://аpp.example/', 'external https://xn--pp-6kc.example/'],
  ['https://2130706433/', 'external https://127.0.0.1/'],
  // Schemes.
  ['javascript:alert(1)', 'scheme'],
  ['JavaScript:alert(1)', 'scheme'],
  ['jAvAsCrIpT:alert(1)', 'scheme'],
  ['javascript://app.example/%0aalert(1)', 'scheme'],
  ['data:text/html,<script>alert(1)</script>', 'scheme'],
  ['vbscript:msgbox(1)', 'scheme'],
  ['blob:https://app.example/x', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['mailto:a@app.example', 'scheme'],
  ['tel:1', 'scheme'],
  ['ftp://app.example/', 'scheme'],
  ['view-source:https://app.example/', 'scheme'],
  ['app.example:80/x', 'scheme'],
  // Control characters and white space, which parsers drop.
  ['java\tscript:alert(1)', 'control-character'],
  ['java\nscript:alert(1)', 'control-character'],
  ['java\rscript:alert(1)', 'control-character'],
  ['\u0000javascript:alert(1)', 'control-character'],
  ['\u0001javascript:alert(1)', 'control-character'],
  ['/\t/evil.example', 'control-character'],
  ['/\n/evil.example', 'control-character'],
  ['/a\u007f', 'control-character'],
  ['/a\u0085', 'control-character'],
  [' javascript:alert(1)', 'white-space'],
  [' //evil.example', 'white-space'],
  ['/a ', 'white-space'],
  ['\u00a0//evil.example', 'white-space'],
  ['\ufeff//evil.example', 'white-space'],
  // Backslashes, which browsers read as slashes.
  ['\\\\evil.example', 'backslash'],
  ['/\\evil.example', 'backslash'],
  ['\\/evil.example', 'backslash'],
  ['/\\/evil.example', 'backslash'],
  ['https:\\\\evil.example', 'backslash'],
  ['https://app.example\\@evil.example', 'backslash'],
  // Leaving the origin without a scheme.
  ['//evil.example', 'scheme-relative'],
  ['///evil.example', 'scheme-relative'],
  ['////evil.example', 'scheme-relative'],
  ['//app.example/x', 'scheme-relative'],
  ['//evil.example/..//x', 'scheme-relative'],
  // Same origin when parsed, another once written as a path and parsed again.
  ['/.//evil.example', 'round-trip'],
  ['/x/..//evil.example', 'round-trip'],
  ['/./x/..//evil.example', 'round-trip'],
  ['/%2e//evil.example', 'round-trip'],
  ['/%2E%2E//evil.example', 'round-trip'],
  ['/x/%2e%2e//evil.example', 'round-trip'],
  ['..//evil.example', 'round-trip'],
  ['../..//evil.example', 'round-trip'],
  ['https://app.example//evil.example', 'round-trip'],
  ['https://app.example/.//evil.example', 'round-trip'],
  ['/.////evil.example', 'round-trip'],
  // Credentials.
  ['https://app.example@evil.example/', 'credentials'],
  ['https://user:secret@app.example/', 'credentials'],
  ['https://@app.example/', 'credentials'],
  ['https://:@evil.example/', 'credentials'],
  ['https://app.example%2F@evil.example/', 'credentials'],
  // What parsers disagree about.
  ['https:evil.example', 'malformed'],
  ['https:/evil.example', 'malformed'],
  ['https:///evil.example', 'malformed'],
  ['http:evil.example', 'malformed'],
  ['https://', 'malformed'],
  ['https://a b/', 'malformed'],
  ['https://app.example:99999/', 'malformed'],
  ['https://[::1/', 'malformed'],
  ['', 'empty'],
];

describe('classifyUrl', () => {
  it.each(VECTORS)('judges %j: %s', (href, verdict) => {
    expect(verdictOn(href)).toBe(verdict);
  });

  it('is proven by at least 60 vectors, all different', () => {
    const hrefs = new Set(VECTORS.map(([href]) => href));
    expect(hrefs.size).toBe(VECTORS.length);
    expect(hrefs.size).toBeGreaterThanOrEqual(60);
  });

  it('lets no internal path leave the origin, however it is resolved again', () => {
    for (const [href] of VECTORS) {
      const verdict: UrlVerdict = classifyUrl(href, BASE);
      if (verdict.kind !== 'internal') continue;
      expect(new URL(verdict.path, BASE).href).toBe(verdict.url);
      expect(new URL(verdict.path, BASE).origin).toBe('https://app.example');
    }
  });

  it('control: comparing origins once, without the round trip, lets vectors leave', () => {
    const escaped = VECTORS.filter(([href, verdict]) => {
      if (verdict !== 'round-trip') return false;
      const parsed = new URL(href, BASE);
      const passesOnce = parsed.origin === 'https://app.example';
      return passesOnce && new URL(parsed.pathname, BASE).origin !== 'https://app.example';
    });
    expect(escaped.length).toBeGreaterThan(5);
  });

  it('refuses a base that is no http(s) address', () => {
    for (const base of ['about:blank', 'data:text/html,x', 'not an address', '']) {
      expect(classifyUrl('/a', base)).toEqual({ kind: 'refused', reason: 'base' });
    }
  });

  it('answers a hostile megabyte in linear time', () => {
    const startedAt = performance.now();
    expect(classifyUrl(`https:${'/'.repeat(1_000_000)}`, BASE).kind).toBe('refused');
    expect(classifyUrl(`/${'../'.repeat(300_000)}`, BASE).kind).toBe('internal');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
