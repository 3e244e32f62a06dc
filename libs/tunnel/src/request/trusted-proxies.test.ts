import { readTrustedProxies } from './trusted-proxies.ts';

it.each([
  [undefined, [], []],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1'], []],
  ['10.0.0.1 everyone', ['10.0.0.1'], ['Trusted are 10.0.0.1.']],
  ['10.0.0.0/99', [], ['No proxy is trusted.']],
])('of %j trusts %j', (text, proxies, said) => {
  const warn = jest.fn<undefined, [string, string]>();
  expect(readTrustedProxies(text, warn)).toEqual(proxies);
  expect(warn.mock.calls.map(([, instead]) => instead)).toEqual(said);
});

it('names no more than 100 characters of a long variable', () => {
  const warn = jest.fn<undefined, [string, string]>();
  readTrustedProxies('x '.repeat(1_000), warn);
  expect(warn.mock.calls[0]?.[0].length).toBeLessThan(220);
});
