import { judgeFault } from './judge-fault.ts';

const notFound = Object.assign(new Error('x'), { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' });
const redirect = { digest: 'NEXT_REDIRECT;replace;/sign-in;307;' };

const bailout = { digest: 'BAILOUT_TO_CLIENT_SIDE_RENDERING' };

/** The thrown or returned value. */
function judged(...args: Parameters<typeof judgeFault>): unknown {
  try {
    return judgeFault(...args);
  } catch (thrown) {
    return { thrown };
  }
}

describe('judgeFault', () => {
  it.each([
    ['itself', notFound, notFound],
    ['as a cause', new Error('x', { cause: notFound }), notFound],
    ['as the cause of a cause', new Error('x', { cause: { cause: redirect } }), redirect],
    ['a bail-out', bailout, bailout],
  ])('throws control flow on, %s', (_what, error, thrown) => {
    expect(judged(error, {})).toEqual({ thrown });
  });

  it('throws the signal itself, not the error around it', () => {
    const { thrown } = judged(new Error('x', { cause: redirect }), {}) as { thrown: unknown };
    expect(thrown).toBe(redirect);
  });

  it('does not take a similar digest for control flow', () => {
    expect(judged({ digest: 'NEXTDOOR_REDIRECT' }, {})).toBe('server');
  });

  it('looks five causes deep, and into no cycle', () => {
    const chain = (depth: number): unknown => (depth === 0 ? notFound : { cause: chain(depth - 1) });
    expect(judged(chain(5), {})).toEqual({ thrown: notFound });
    expect(judged(chain(6), {})).toBe('client');
    const cycle: { cause?: unknown } = {};
    cycle.cause = { cause: cycle };
    expect(judged(cycle, {})).toBe('client');
  });

  it('recognises signals of other frameworks by isControlFlow, even falsy ones', () => {
    const isControlFlow = (value: unknown) => value instanceof URL || value === 0;
    const moved = new URL('https://a.test/');
    expect(judged(moved, { isControlFlow })).toEqual({ thrown: moved });
    expect(judged(0, { isControlFlow })).toEqual({ thrown: 0 });
    expect(judged({ cause: moved }, { isControlFlow })).toEqual({ thrown: moved });
    expect(judged(moved, {})).toBe('client');
  });

  it('uses classify', () => {
    expect(judged(notFound, { classify: () => 'skew' })).toEqual({ thrown: notFound });
    expect(judged(null, { classify: () => 'skew' })).toBe('skew');
  });

  it('uses its default if classify returns nothing', () => {
    const error = new Error('Loading chunk 1 failed.');
    expect(judged(error, { classify: () => undefined })).toBe('missing-chunk');
  });
});
