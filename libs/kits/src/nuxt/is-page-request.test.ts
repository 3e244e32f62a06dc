import { isPageRequest } from './is-page-request.ts';

it.each<[boolean, string, Record<string, string>]>([
  [true, '/orders', { accept: 'text/html,*/*;q=0.8' }],
  [true, '/api/orders', { accept: 'text/html' }],
  [true, '/orders', { accept: '*/*' }],
  [true, '/orders', {}],
  [false, '/orders', { accept: 'application/json' }],
  [false, '/orders', { accept: '*/*', 'sec-fetch-mode': 'cors' }],
  [false, '/orders', { 'user-agent': 'curl/8' }],
  [false, '/api/orders', { accept: '*/*' }],
  [false, '/orders/_payload.json', {}],
])('is %s for %s with %j, as in Nuxt', (expected, path, headers) => {
  expect(isPageRequest(path, headers)).toBe(expected);
});
