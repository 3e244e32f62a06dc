import { looksLikeSideEffect } from './side-effects.ts';

describe('looksLikeSideEffect', () => {
  it.each([
    '/logout',
    '/log-out',
    '/account/sign_out?next=/',
    '/SignOff',
    '/logoff',
    '/newsletter/unsubscribe/7',
    '/shop/?add-to-cart=7',
    '/add_to_cart/7',
    '/verify?token=abc',
    '/verify?a=1&access_token=abc',
    '/callback?code=abc',
    '/wp-admin/post.php?action=trash',
  ])('holds back %s', (path) => {
    expect(looksLikeSideEffect(`https://app.example${path}`)).toBe(true);
  });

  it.each([
    '/',
    '/blog/tokens',
    '/cart',
    '/orders?sort=date',
    '/blog/logs',
    '/signs-outside',
    '/codes?page=2',
  ])('lets pass %s', (path) => {
    expect(looksLikeSideEffect(`https://app.example${path}`)).toBe(false);
  });
});
