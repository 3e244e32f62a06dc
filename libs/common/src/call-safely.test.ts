import { callSafely, throwOutside } from './call-safely.ts';

describe('callSafely', () => {
  const thrown: unknown[] = [];
  const original = globalThis.queueMicrotask;
  beforeEach(() => {
    thrown.length = 0;
    globalThis.queueMicrotask = (work) => {
      try {
        work();
      } catch (error) {
        thrown.push(error);
      }
    };
  });
  afterEach(() => {
    globalThis.queueMicrotask = original;
  });

  it('passes the arguments and returns the result', () => {
    expect(callSafely((a: number, b: number) => a - b, 5, 3)).toBe(2);
    expect(thrown).toEqual([]);
  });

  it('returns undefined for a missing function', () => {
    expect(callSafely(undefined)).toBeUndefined();
    expect(thrown).toEqual([]);
  });

  it('returns undefined for a function that throws, and throws its error outside', () => {
    const fault = new Error('of the application');
    const run = (): number => {
      throw fault;
    };
    expect(callSafely(run)).toBeUndefined();
    expect(thrown).toEqual([fault]);
  });

  it('throws an error outside without a function', () => {
    throwOutside('lost');
    expect(thrown).toEqual(['lost']);
  });
});
