import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error.js';
import { classifyFailure, type FailureKind } from './classify-failure.ts';

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
const withStack = (stack: string, message: string): Error =>
  Object.assign(new SyntaxError(message), { stack });
const withDigest = (digest: string, message = ''): Error => Object.assign(new Error(message), { digest });

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

const CASES: readonly (readonly [what: string, thrown: unknown, kind: FailureKind])[] = [
  [
    'webpack',
    named('ChunkLoadError', 'Loading chunk 42 failed.\n(error: https://a.example/42.js)'),
    'missing-chunk',
  ],
  // The rejection of `import()` in Chromium 156.
  [
    'an HTML page that is called a script, in V8',
    withStack("SyntaxError: Unexpected token '<'", "Unexpected token '<'"),
    'missing-chunk',
  ],
  [
    'an HTML page that is called a script, in Firefox',
    withStack('', "expected expression, got '<'"),
    'missing-chunk',
  ],
  ['evaluated code of our own', new SyntaxError("Unexpected token '<'"), 'client'],
  ['another mistake in a script of our own', withStack('', "Unexpected token '}'"), 'client'],
  ['data that is an HTML page', thrownBy(() => JSON.parse('<!doctype html>')), 'client'],
  [
    'a Server Action of another build',
    new UnrecognizedActionError(
      'Server Action "4a" was not found on the server. \nRead more: https://nextjs.org/docs/messages/failed-to-find-server-action',
    ),
    'skew',
  ],
  [
    'the same, as the server says it',
    new Error('Failed to find Server Action "4a". This request might be from an older or newer deployment.'),
    'skew',
  ],
  ['a fetch that was called off', new DOMException('The user aborted a request.', 'AbortError'), 'cancelled'],
  ['a fetch that took too long', new DOMException('signal timed out', 'TimeoutError'), 'client'],
  [
    'a chunk error as cause',
    new Error('render failed', { cause: new Error('Loading chunk 1 failed.') }),
    'missing-chunk',
  ],
  ['React Flight', new Error('Connection closed.'), 'broken-data'],
  ['a redirect', withDigest('NEXT_REDIRECT;replace;/a;307;'), 'control-flow'],
  ['not found', withDigest('NEXT_HTTP_ERROR_FALLBACK;404'), 'control-flow'],
  [
    'forbidden as cause',
    new Error('x', { cause: withDigest('NEXT_HTTP_ERROR_FALLBACK;403') }),
    'control-flow',
  ],
  [
    'a server error',
    withDigest('1234567890', 'An error occurred in the Server Components render.'),
    'server',
  ],
  ['an exception', new TypeError("Cannot read properties of undefined (reading 'map')"), 'client'],
  ['a failed fetch with the network up', new TypeError('Failed to fetch'), 'client'],
  ['an empty digest', withDigest('', 'x'), 'client'],
  ['a digest that is no text', Object.assign(new Error('x'), { digest: 7 }), 'client'],
  ['text', 'Loading chunk 1 failed.', 'client'],
  ['null', null, 'client'],
  ['undefined', undefined, 'client'],
  ['zero', 0, 'client'],
  ['a frozen object', Object.freeze({ message: 'Failed to load chunk /a.js' }), 'missing-chunk'],
];

describe('classifyFailure', () => {
  it.each(CASES)('tells %s', (_what, thrown, kind) => {
    expect(classifyFailure(thrown)).toBe(kind);
  });

  it.each([
    ['a chunk', new Error('Loading chunk 1 failed.')],
    ['data', new Error('Connection closed.')],
    ['Chromium', new TypeError('Failed to fetch')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['Node', new TypeError('fetch failed')],
  ])('takes a failure of the network for offline while there is none: %s', (_what, thrown) => {
    expect(classifyFailure(thrown, { online: false })).toBe('offline');
  });

  it('keeps other failures apart from being offline', () => {
    expect(classifyFailure(new Error('a bug'), { online: false })).toBe('client');
    expect(classifyFailure(new DOMException('', 'AbortError'), { online: false })).toBe('cancelled');
    expect(classifyFailure(withDigest('NEXT_REDIRECT;push;/a;307;'), { online: false })).toBe('control-flow');
  });

  it('survives hostile values', () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
      },
    );
    expect(classifyFailure(trap)).toBe('client');
    expect(classifyFailure({ message: 'a'.repeat(10_000_000) })).toBe('client');
    expect(classifyFailure({ message: `${'a'.repeat(1_000)}Loading chunk 1 failed.` })).toBe('client');
  });
});
