import { describe, expect, it } from '@jest/globals';
import { itLeaves, itRoundTrips } from '../../testing/round-trip.helper.ts';
import { addToMatcher, takeFromMatcher } from './matcher.ts';

const PATH = 'proxy.ts';
const add = (path: string, text: string) => addToMatcher(path, text, '/cosy-lake');
const take = (path: string, text: string) => takeFromMatcher(path, text, '/cosy-lake');
const config = (matcher: string): string => `export const config = { matcher: ${matcher} };\n`;

describe('leaves the tunnel path out of', () => {
  itRoundTrips(add, take, {
    'a pattern': [PATH, config("'/((?!api|_next).*)'"), config("'/((?!cosy-lake|api|_next).*)'")],
    'each pattern of a list': [
      PATH,
      config("[\n  // Skip files\n  '/((?!_next|.*\\\\..*).*)',\n  '/(api|trpc)(.*)',\n]"),
      config("[\n  // Skip files\n  '/((?!cosy-lake|_next|.*\\\\..*).*)',\n  '/(api|trpc)(.*)',\n]"),
    ],
    'a template': [
      PATH,
      config('{ source: `/((?!api).*)` }'),
      config('{ source: `/((?!cosy-lake|api).*)` }'),
    ],
  });

  it('a path with other characters, as a string of a regular expression has them', () => {
    const added = addToMatcher(PATH, config("'/((?!api).*)'"), '/a.b/c');
    expect(added).toEqual({ kind: 'changed', text: config("'/((?!a\\\\.b/c|api).*)'") });
    expect(takeFromMatcher(PATH, 'text' in added ? added.text : '', '/a.b/c')).toEqual({
      kind: 'changed',
      text: config("'/((?!api).*)'"),
    });
  });
});

describe('leaves', () => {
  const why = 'its matcher names nothing that it leaves out';
  itLeaves(add, {
    'a proxy without a matcher': [PATH, 'export function proxy() {}\n', why],
    'a matcher of paths': [PATH, config("['/account/:path*']"), why],
  });

  it('a matcher that leaves the path out already', () => {
    expect(add(PATH, config("'/((?!cosy-lake|api).*)'"))).toEqual({ kind: 'same' });
    expect(take(PATH, config("'/((?!api).*)'"))).toEqual({ kind: 'same' });
  });
});
