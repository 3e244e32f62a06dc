/** @jest-environment node */
import { proxyFor } from './proxy-for.ts';

const PROXY = 'http://proxy.internal:3128/';
const INGEST = 'https://o450.ingest.de.sentry.io';

it.each([
  ['https_proxy', { https_proxy: PROXY }],
  ['HTTPS_PROXY', { HTTPS_PROXY: PROXY }],
  ['the small name before the large one', { https_proxy: PROXY, HTTPS_PROXY: 'http://other' }],
  ['http_proxy without https_proxy', { http_proxy: PROXY }],
  ['an address without a scheme', { https_proxy: 'proxy.internal:3128' }],
  ['a blank variable as none', { https_proxy: ' ', HTTP_PROXY: PROXY }],
])('https goes by %s', (_what, variables) => {
  expect(proxyFor(INGEST, variables)).toBe(PROXY);
});

it('http goes by http_proxy alone, and nothing by none', () => {
  expect(proxyFor('http://relay', { http_proxy: PROXY })).toBe(PROXY);
  expect(proxyFor('http://relay', { https_proxy: PROXY })).toBeUndefined();
  expect(proxyFor(INGEST, {})).toBeUndefined();
});

it.each(['*', 'sentry.io', '.sentry.io', '*.sentry.io', 'a.test, O450.ingest.de.sentry.io', 'sentry.io:443'])(
  'no_proxy “%s” leaves the host out',
  (list) => {
    expect(proxyFor(INGEST, { https_proxy: PROXY, NO_PROXY: list })).toBeUndefined();
  },
);

it.each(['entry.io', 'sentry.io:8443', 'sentry.io.test', '', 'localhost'])(
  'no_proxy “%s” does not',
  (list) => {
    expect(proxyFor(INGEST, { https_proxy: PROXY, no_proxy: list })).toBe(PROXY);
  },
);

it.each(['socks5://proxy', 'http://', 'ftp://proxy'])(
  'the proxy %s is refused in one line',
  (https_proxy) => {
    expect(() => proxyFor(INGEST, { https_proxy })).toThrow(
      new RangeError('https_proxy is no http or https address, such as http://proxy.internal:3128'),
    );
  },
);
