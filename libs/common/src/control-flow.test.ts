import { isControlFlow } from './control-flow.ts';

describe('isControlFlow', () => {
  it.each([
    'NEXT_REDIRECT;push;/sign-in;307;',
    `NEXT_REDIRECT;push;/${'a'.repeat(5_000)};308;`,
    'NEXT_HTTP_ERROR_FALLBACK;401',
    'NEXT_HTTP_ERROR_FALLBACK;403',
    'NEXT_HTTP_ERROR_FALLBACK;404',
    'NEXT_NOT_FOUND',
    'BAILOUT_TO_CLIENT_SIDE_RENDERING',
    'DYNAMIC_SERVER_USAGE',
    'HANGING_PROMISE_REJECTION',
    'NEXT_PRERENDER_INTERRUPTED',
    'NEXT_SIGNAL_OF_A_LATER_VERSION',
  ])('is true for the digest %s', (digest) => {
    expect(isControlFlow({ digest })).toBe(true);
  });

  it.each([
    '2154321987',
    'NEXTDOOR',
    'next_redirect',
    'CART;NEXT_REDIRECT;push;/;307;',
    'DYNAMIC_PRICE',
    'BAILOUT',
    '',
  ])('is false for the digest %j', (digest) => {
    expect(isControlFlow({ digest })).toBe(false);
  });

  it('looks at the value itself and at no cause', () => {
    expect(isControlFlow(new Error('x', { cause: { digest: 'NEXT_NOT_FOUND' } }))).toBe(false);
  });

  it.each([[null], [undefined], ['NEXT_NOT_FOUND'], [{}], [{ digest: 7 }], [new Error('NEXT_NOT_FOUND')]])(
    'is false for %j',
    (thrown) => {
      expect(isControlFlow(thrown)).toBe(false);
    },
  );
});
