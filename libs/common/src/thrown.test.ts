import { causesOf, linesOf, readProperty } from './thrown.ts';

describe('readProperty', () => {
  it('reads nothing from what has no properties', () => {
    for (const thrown of [undefined, null, '', 0, 'text', Symbol('s')]) {
      expect(readProperty(thrown, 'message')).toBeUndefined();
    }
  });

  it('survives getters and proxies that throw', () => {
    const getter = Object.defineProperty({}, 'message', {
      get: () => {
        throw new Error('trap');
      },
    });
    const proxy = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
      },
    );
    expect(readProperty(getter, 'message')).toBeUndefined();
    expect(readProperty(proxy, 'message')).toBeUndefined();
  });
});

describe('causesOf', () => {
  it('follows five causes and no more', () => {
    const chain = [7, 6, 5, 4, 3, 2, 1, 0].reduce<Error | undefined>(
      (cause, depth) => new Error(String(depth), { cause }),
      undefined,
    );
    expect(causesOf(chain).map((cause) => readProperty(cause, 'message'))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  it('ends on a cycle', () => {
    const error = new Error('snake');
    error.cause = error;
    expect(causesOf(error)).toHaveLength(6);
  });
});

describe('linesOf', () => {
  it('has a line for the value and for each of its causes', () => {
    const cause = new TypeError('Load failed');
    expect(linesOf(new Error('render failed', { cause }), 'name', 'message')).toBe(
      'Error: render failed\nTypeError: Load failed',
    );
  });

  it.each([[null], [undefined], ['text'], [{ message: 7 }], [{}]])('has no words for %j', (thrown) => {
    expect(linesOf(thrown, 'name', 'message')).toBe(': ');
  });

  it('has the first 1,000 characters of a property', () => {
    expect(linesOf({ message: 'x'.repeat(1_000_000) }, 'message')).toHaveLength(1_000);
  });
});
