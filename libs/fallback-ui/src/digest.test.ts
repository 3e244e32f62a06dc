import { serverDigest } from './digest.ts';

describe('serverDigest', () => {
  it.each(['2154321987', '2154321987@E394', 'billing-unreachable'])('reads %s', (digest) => {
    expect(serverDigest(Object.assign(new Error('x'), { digest }))).toBe(digest);
  });

  it.each([
    'NEXT_REDIRECT;push;/sign-in;307;',
    'NEXT_HTTP_ERROR_FALLBACK;404',
    'NEXT_HTTP_ERROR_FALLBACK;403',
    'NEXT_HTTP_ERROR_FALLBACK;401',
    'NEXT_NOT_FOUND',
    'BAILOUT_TO_CLIENT_SIDE_RENDERING',
    'DYNAMIC_SERVER_USAGE',
    'NEXT_PRERENDER_INTERRUPTED',
    'HANGING_PROMISE_REJECTION',
    'NEXT_SIGNAL_OF_A_LATER_VERSION',
  ])('ignores the control-flow digest %s', (digest) => {
    expect(serverDigest({ digest })).toBeUndefined();
  });

  it('keeps a digest that only resembles control flow', () => {
    for (const digest of ['NEXTDOOR', 'not-NEXT_REDIRECT', 'DYNAMIC_PRICE', 'BAILOUT', 'next_redirect']) {
      expect(serverDigest({ digest })).toBe(digest);
    }
  });

  it.each([
    [null],
    [undefined],
    [''],
    [0],
    ['2154321987'],
    [{}],
    [{ digest: '' }],
    [{ digest: ' ' }],
    [{ digest: 7 }],
  ])('finds none in %j', (error) => {
    expect(serverDigest(error)).toBeUndefined();
  });

  it('accepts a digest that throws when read, and a revoked proxy', () => {
    const throwing = {
      get digest(): string {
        throw new Error('hostile');
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();

    expect(serverDigest(throwing)).toBeUndefined();
    expect(serverDigest(proxy)).toBeUndefined();
  });

  it('reads an error of another realm, and a frozen one', () => {
    const frozen = Object.freeze(Object.assign(Object.create(null) as object, { digest: '1' }));

    expect(serverDigest(frozen)).toBe('1');
  });

  it('cuts a digest at 200 characters', () => {
    expect(serverDigest({ digest: 'x'.repeat(1_000_000) })).toHaveLength(200);
  });
});
