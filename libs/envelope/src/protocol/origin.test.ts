import fc from 'fast-check';
import {
  corsHeaders,
  isOriginAllowed,
  parseOrigin,
  preflightHeaders,
  type AllowedOrigins,
} from './origin.ts';

const request = (headers: Readonly<Record<string, string>>) => ({
  header: (name: string): string | undefined => (Object.hasOwn(headers, name) ? headers[name] : undefined),
});

const LIST = ['https://app.example.com', 'capacitor://localhost'];

describe('isOriginAllowed', () => {
  // Rows of TestCrossOriginProtectionSecFetchSite and …Origin in Go's net/http/csrf_test.go, for POST.
  it.each<[string, Record<string, string>, boolean]>([
    ['same-origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['none', { 'sec-fetch-site': 'none' }, true],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, false],
    ['same-site', { 'sec-fetch-site': 'same-site' }, false],
    ['no header with no origin', {}, true],
    ['no header with matching origin', { origin: 'https://example.com' }, true],
    ['no header with mismatched origin', { origin: 'https://attacker.example' }, false],
    ['no header with null origin', { origin: 'null' }, false],
    ['trusted origin without sec-fetch-site', { origin: 'https://app.example.com' }, true],
    [
      'trusted origin with cross-site',
      { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' },
      true,
    ],
    [
      'untrusted origin with cross-site',
      { origin: 'https://a.example', 'sec-fetch-site': 'cross-site' },
      false,
    ],

    // Not in Go's rows.
    ['an empty Sec-Fetch-Site, as none', { 'sec-fetch-site': '', origin: 'https://a.example' }, false],
    ['an empty Sec-Fetch-Site, as none', { 'sec-fetch-site': '', origin: 'https://example.com' }, true],
    ['an empty Origin, as none', { origin: '' }, true],
    ['a value nobody defined', { 'sec-fetch-site': 'Same-Origin' }, false],
    ['two lines', { 'sec-fetch-site': 'same-origin, cross-site' }, false],
    // The browser's statement about the site takes precedence over a matching Host.
    [
      'cross-site from a page of the same host',
      { 'sec-fetch-site': 'cross-site', origin: 'https://example.com' },
      false,
    ],
    ['cross-site without an origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['cross-site with null', { 'sec-fetch-site': 'cross-site', origin: 'null' }, false],
    ['same-site, listed', { 'sec-fetch-site': 'same-site', origin: 'https://app.example.com' }, true],
    ['an app shell, listed', { 'sec-fetch-site': 'cross-site', origin: 'capacitor://localhost' }, true],
    [
      'http instead of the listed https',
      { 'sec-fetch-site': 'cross-site', origin: 'http://app.example.com' },
      false,
    ],
    [
      'another port than listed',
      { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com:444' },
      false,
    ],
    [
      'a longer host than listed',
      { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com.evil.example' },
      false,
    ],
    ['a shorter host than listed', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }, false],
    ['X-Forwarded-Host', { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }, false],
    ['a longer host than Host', { origin: 'https://example.com.evil.example' }, false],
    ['a host that ends like Host', { origin: 'https://evil-example.com' }, false],
    ['another port than Host', { origin: 'https://example.com:8443' }, false],
    ['http or https, which Host does not say', { origin: 'http://example.com' }, true],
  ])('%s: %j → %s', (_name, headers, expected) => {
    expect(isOriginAllowed(request({ host: 'example.com', ...headers }), LIST)).toBe(expected);
  });

  it('reads the scheme of an origin as such, not as part of the host', () => {
    expect(isOriginAllowed(request({ origin: 'null', host: 'll' }), [])).toBe(false);
    expect(isOriginAllowed(request({ origin: 'example.com', host: 'example.com' }), [])).toBe(false);
    expect(isOriginAllowed(request({ origin: 'http://[::1]:3000', host: '[::1]:3000' }), [])).toBe(true);
    expect(isOriginAllowed(request({ origin: 'http://' }), [])).toBe(false);
  });

  it.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
    { origin: 'null' },
    { origin: 'https://anything.example', host: 'example.com' },
  ])('lets %j pass where every origin may post', (headers) => {
    expect(isOriginAllowed(request(headers), '*')).toBe(true);
  });

  it('looks at one header in the usual case', () => {
    const header = jest.fn((name: string) => (name === 'sec-fetch-site' ? 'same-origin' : 'unexpected'));
    expect(isOriginAllowed({ header }, LIST)).toBe(true);
    expect(header).toHaveBeenCalledTimes(1);
  });

  it('never lets a browser pass that says it comes from elsewhere, unless listed', () => {
    const site = fc.string().filter((text) => !['', 'same-origin', 'none'].includes(text));
    fc.assert(
      fc.property(site, fc.string(), fc.string(), (secFetchSite, origin, host) => {
        const allowed = isOriginAllowed(request({ 'sec-fetch-site': secFetchSite, origin, host }), LIST);
        expect(allowed).toBe(LIST.includes(origin));
      }),
    );
  });
});

describe('parseOrigin', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com/', 'https://app.example.com'],
    ['HTTPS://App.Example.COM', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['http://app.example.com:80', 'http://app.example.com'],
    ['http://app.example.com:443', 'http://app.example.com:443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://192.0.2.1', 'http://192.0.2.1'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['Ionic://Localhost', 'ionic://localhost'],
    ['tauri://localhost/', 'tauri://localhost'],
    ['app://host:8080', 'app://host:8080'],
    ['chrome-extension://abcdefghijklmnop', 'chrome-extension://abcdefghijklmnop'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseOrigin(text)).toBe(expected);
  });

  it.each([
    '',
    '*',
    'null',
    'app.example.com',
    '//app.example.com',
    'https://',
    'https:///',
    'https://app.example.com/path',
    'https://app.example.com//',
    'https://app.example.com?',
    'https://app.example.com/?q',
    'https://app.example.com#',
    'https://user@app.example.com',
    'https://user:secret@app.example.com',
    'https://*.example.com',
    'https://app.example.com:99999',
    'https://app.example.com:port',
    'https://app example.com',
    ' https://app.example.com',
    'https://app.example.com\n',
    'https:\\\\app.example.com',
    'https://app.example.com\\evil',
    'https://a.example,https://b.example/',
    'file://',
    'file:///',
    'capacitor://localhost/path',
    'capacitor://',
    'capacitor://höst',
    'capacitor://a:1:2',
    `https://${'a'.repeat(600)}.example`,
  ])('refuses %j', (text) => {
    expect(parseOrigin(text)).toBeUndefined();
  });

  it('reads what it wrote as the same, and in lower case', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }), (url) => {
        const { origin } = new URL(url);
        expect(parseOrigin(origin)).toBe(origin);
        expect(parseOrigin(origin.toUpperCase())).toBe(origin);
      }),
    );
  });
});

describe('corsHeaders', () => {
  const fromElsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' };

  it('lets an allowed page read the answer and its limits', () => {
    expect(corsHeaders(request(fromElsewhere), LIST)).toEqual({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-expose-headers': 'x-sentry-rate-limits, retry-after',
      vary: 'origin',
    });
  });

  it('names no origin where every one may read', () => {
    const expected = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-sentry-rate-limits, retry-after',
    };
    expect(corsHeaders(request(fromElsewhere), '*')).toEqual(expected);
    expect(corsHeaders(request({ origin: 'null' }), '*')).toEqual(expected);
  });

  it.each<[string, Record<string, string>, AllowedOrigins]>([
    ['an origin that is not listed', { ...fromElsewhere, origin: 'https://evil.example' }, LIST],
    ['null', { ...fromElsewhere, origin: 'null' }, LIST],
    ['the own origin', { ...fromElsewhere, 'sec-fetch-site': 'same-origin' }, LIST],
    ['the own origin', { ...fromElsewhere, 'sec-fetch-site': 'same-origin' }, '*'],
    ['no browser', {}, LIST],
    ['no browser', { origin: '' }, '*'],
    ['no list', fromElsewhere, []],
  ])('says nothing to %s', (_who, headers, allowedOrigins) => {
    expect(corsHeaders(request(headers), allowedOrigins)).toBeUndefined();
  });
});

describe('preflightHeaders', () => {
  const preflight = {
    'sec-fetch-site': 'cross-site',
    origin: 'https://app.example.com',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-encoding,x-evil',
  };

  it('allows POST with the fields Relay allows', () => {
    expect(preflightHeaders(request(preflight), LIST)).toEqual({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-expose-headers': 'x-sentry-rate-limits, retry-after',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'x-sentry-auth, x-requested-with, x-forwarded-for, origin, referer, accept, content-type, authentication, ' +
        'authorization, content-encoding, transfer-encoding',
      'access-control-max-age': '3600',
      vary: 'origin',
    });
    expect(preflightHeaders(request(preflight), '*')).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
    });
  });

  it('answers no other OPTIONS, and no other origin', () => {
    const plain = { origin: preflight.origin, 'sec-fetch-site': 'cross-site' };
    expect(preflightHeaders(request(plain), LIST)).toBeUndefined();
    expect(preflightHeaders(request({ ...preflight, origin: 'https://evil.example' }), LIST)).toBeUndefined();
    expect(preflightHeaders(request(preflight), [])).toBeUndefined();
  });
});
