import { describe, expect, it } from '@jest/globals';
import { readMatcher, toRegExp } from './matcher.ts';
import { parse } from './parse.ts';

describe('a pattern of a matcher', () => {
  it.each([
    ['/((?!api|_next/static).*)', '/monitoring-tunnel', true],
    ['/((?!monitoring-tunnel).*)', '/monitoring-tunnel', false],
    ['/:path*', '/a/b', true],
    ['/:path*', '/', true],
    ['/shop/:path+', '/shop', false],
    ['/shop/:path?', '/shop', true],
    ['/shop/:path*', '/quarry', false],
    ['/lab/:number(\\d+)', '/lab/5', true],
    ['/lab/:number(\\d+)', '/lab/five', false],
    // Clerk's, with nested groups.
    ['/((?!_next|[^?]*\\.(?:html?|css|js(?!on)|jpe?g)).*)', '/quarry', true],
    ['/((?!_next|[^?]*\\.(?:html?|css|js(?!on)|jpe?g)).*)', '/quarry.css', false],
    ['/(api|trpc)(.*)', '/api/orders', true],
    ['/', '/', true],
    ['/', '/quarry', false],
  ])('%s and %s: %j', (pattern, path, expected) => {
    expect(toRegExp(pattern)?.test(path)).toBe(expected);
  });

  it.each(['/(', '/([)'])('%s is none', (pattern) => {
    expect(toRegExp(pattern)?.test('/quarry') ?? false).toBe(false);
  });
});

describe('the matcher of a proxy', () => {
  const matches = (matcher: string): boolean | undefined =>
    readMatcher(parse('proxy.ts', `export const config = { matcher: ${matcher} };`)).matches('/quarry');

  it.each([
    ["'/shop'", false],
    ["['/shop', '/:path*']", true],
    ["[{ source: '/:path*' }]", true],
    ["[{ source: '/shop', has: [{ type: 'header', key: 'x' }] }]", false],
    // It is unknown whether the conditions hold.
    ["[{ source: '/:path*', missing: [{ type: 'header', key: 'x' }] }]", undefined],
    ["['/shop', PATH]", undefined],
    ['[{ locale: false }]', undefined],
    ["['/:path*', PATH]", true],
  ])('%s: %j', (matcher, expected) => {
    expect(matches(matcher)).toBe(expected);
  });

  it('runs everywhere without a matcher', () => {
    expect(readMatcher(parse('proxy.ts', 'export function proxy() {}')).matches('/quarry')).toBe(true);
  });

  it('has its line', () => {
    expect(readMatcher(parse('proxy.ts', "\nexport const config = {\n  matcher: '/a',\n};")).line).toBe(3);
  });
});
