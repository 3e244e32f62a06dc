import { isReplaced, type Answer } from './is-replaced.ts';

const PAGE: Answer = { status: 404, hasBody: true, routePattern: '/404', accept: 'text/html,*/*;q=0.8' };

it.each<[boolean, string, Partial<Answer>, string[]?]>([
  [true, 'Astro’s own page for 404', {}],
  [true, 'Astro’s own page for 404, also for an image', { accept: 'image/*' }],
  [false, 'the application’s page for 404', {}, ['/404']],
  [false, 'the page for 404 that a rewrite shows with another status', { status: 200 }],
  [false, 'a page with content of its own', { routePattern: '/orders/[id]' }],
  [true, 'a page without content', { routePattern: '/orders/[id]', hasBody: false }],
  [true, 'a status without a page of Astro', { status: 403, routePattern: '/members', hasBody: false }],
  [false, 'an endpoint’s answer', { status: 403, routePattern: '/api', hasBody: false, accept: '*/*' }],
  [false, 'an answer to a client without Accept', { routePattern: '/api', hasBody: false, accept: null }],
  [
    false,
    'a status of the application’s page',
    { status: 500, routePattern: '/a', hasBody: false },
    ['/500'],
  ],
])('is %s for %s', (expected, _answer, difference, ownPages = []) => {
  expect(isReplaced({ ...PAGE, ...difference }, ownPages)).toBe(expected);
});
