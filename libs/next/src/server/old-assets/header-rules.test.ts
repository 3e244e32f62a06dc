/** @jest-environment node */
import { readHeaderRules } from './header-rules.ts';

const rule = (source: string, regex: string, headers: Record<string, string>, more = {}) => ({
  source,
  regex,
  headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  ...more,
});

it('adds the headers of all rules for the path, the last one of a name', () => {
  const headersOf = readHeaderRules({
    headers: [
      rule('/:path*', '^(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))?(?:/)?$', {
        'X-All': '1',
        'X-Both': 'all',
        'X-Path': 'at :path',
      }),
      rule('/_next/static/:path*', '^/_next/static(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))?(?:/)?$', {
        'X-Both': 'static',
        'X-Url': 'https://a.example',
      }),
      rule('/admin', '^/admin(?:/)?$', { 'X-Admin': '1' }),
      rule('/:path*', '^(?:/(.*))?$', { 'X-Has': '1' }, { has: [{ type: 'header', key: 'a' }] }),
      rule('/:path*', '^(?:/(.*))?$', { 'X-Missing': '1' }, { missing: [{ type: 'header', key: 'a' }] }),
    ],
  });
  expect(headersOf('/_NEXT/static/chunks/a.js')).toEqual({
    'X-All': '1',
    'X-Both': 'static',
    'X-Url': 'https://a.example',
  });
  expect(headersOf('/other')).toEqual({ 'X-All': '1', 'X-Both': 'all' });
});

it('is empty without rules', () => {
  expect(readHeaderRules({})('/_next/static/a.js')).toEqual({});
});
