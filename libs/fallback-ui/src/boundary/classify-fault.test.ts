import { classifyFault, type FaultKind } from './classify-fault.ts';

const named = (name: string, message = '') => Object.assign(new Error(message), { name });

const CASES: [what: string, thrown: unknown, kind: FaultKind][] = [
  ['webpack', new Error('Loading chunk 12 failed.\n(error: https://a.test/12.js)'), 'missing-chunk'],
  ['a chunk as cause', new Error('x', { cause: new Error('Loading chunk 1 failed.') }), 'missing-chunk'],
  ['a frozen one', Object.freeze({ message: 'Failed to load chunk /a.js' }), 'missing-chunk'],
  ['an action of another build', new Error('Failed to find Server Action "4a".'), 'skew'],
  ['the same in the browser', named('UnrecognizedActionError'), 'skew'],
  ['a digest', Object.assign(new Error('x'), { digest: '42' }), 'server'],
  ['a digest of control flow', { digest: 'NEXT_REDIRECT;push;/;307;' }, 'client'],
  ['a failed fetch with the network up', new TypeError('Failed to fetch'), 'client'],
  ['a sentence like a chunk’s', new Error('Loading chunky soup'), 'client'],
  ['an exception', new Error('x'), 'client'],
  ['text', 'Loading chunk 1 failed.', 'client'],
  ['null', null, 'client'],
  ['a far-off sentence', new Error(`${'x'.repeat(1_000)} Loading chunk 1 failed`), 'client'],
];

describe('classifyFault', () => {
  it.each(CASES)('tells %s', (_what, thrown, kind) => {
    expect(classifyFault(thrown)).toBe(kind);
  });

  it.each([
    ['a chunk', new Error('Loading chunk 1 failed.')],
    ['Chromium', new TypeError('Failed to fetch')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['axios', named('AxiosError', 'Network Error')],
    ['a cause', new Error('no posts', { cause: new TypeError('Load failed') })],
  ])('takes a failure of the network for offline while there is none: %s', (_what, thrown) => {
    expect(classifyFault(thrown, false)).toBe('offline');
    expect(classifyFault(thrown, true)).not.toBe('offline');
  });

  it('does not take other failures for being offline', () => {
    expect(classifyFault(new Error('Failed to fetch'), false)).toBe('client');
    expect(classifyFault(new Error('x'), false)).toBe('client');
    expect(classifyFault(new Error('Network Error'), false)).toBe('client');
    expect(classifyFault(new Error('The chart of a Network Error'), false)).toBe('client');
    expect(classifyFault({ digest: '42' }, false)).toBe('server');
  });

  it('reads navigator.onLine', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(classifyFault(new Error('Loading chunk 1 failed.'))).toBe('offline');
    onLine.mockRestore();
    expect(classifyFault(new Error('Loading chunk 1 failed.'))).toBe('missing-chunk');
  });

  it('accepts hostile values', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const cyclic = new Error('x');
    cyclic.cause = cyclic;
    const text = {
      toString: () => {
        throw new Error('trap');
      },
    };
    expect(
      [proxy, cyclic, { message: text, name: Symbol('x') }].map((value) => classifyFault(value)),
    ).toEqual(['client', 'client', 'client']);
  });
});
