import { runInNewContext } from 'node:vm';
import { applyRedirect } from '../navigation/apply-redirect.ts';
import { findRedirect, redirectSignal } from './redirect-signal.ts';

const recordingNavigator = () => {
  const calls: string[] = [];
  return {
    calls,
    redirect: (to: string, { history }: { history: string }) => {
      calls.push(`${history} ${to}`);
      return { outcome: 'started' } as const;
    },
  };
};

describe('redirectSignal', () => {
  it('S5 carries a push to the navigator', () => {
    const navigator = recordingNavigator();
    expect(applyRedirect(redirectSignal('/a;b', { history: 'push' }), navigator)).toEqual({
      outcome: 'started',
    });
    expect(navigator.calls).toEqual(['push /a;b']);
  });

  it('S6 carries a replace to the navigator, which is the default', () => {
    const navigator = recordingNavigator();
    applyRedirect(redirectSignal('/a', { history: 'replace' }), navigator);
    applyRedirect(redirectSignal('/b'), navigator);
    expect(navigator.calls).toEqual(['replace /a', 'replace /b']);
  });

  it('is an Error, so that a stray one can be traced', () => {
    const signal = redirectSignal('/a');
    expect(signal).toBeInstanceOf(Error);
    expect(signal.name).toBe('RedirectSignal');
    expect(signal.message).toBe('Redirect to /a');
  });
});

describe('findRedirect', () => {
  it('finds the signal among the causes, five deep', () => {
    const wrap = (cause: unknown, times: number): unknown =>
      times === 0 ? cause : new Error('wrapped', { cause: wrap(cause, times - 1) });
    const signal = redirectSignal('/a', { history: 'push' });
    expect(findRedirect(wrap(signal, 5))).toEqual({ to: '/a', history: 'push' });
    expect(findRedirect(wrap(signal, 6))).toBeUndefined();
  });

  it('recognises a signal from another realm', () => {
    const foreign: unknown = runInNewContext(
      `Object.assign(new Error('x'), { [Symbol.for('@adit/router.redirect')]: { to: '/a', history: 'push' } })`,
    );
    // Control: the usual test fails on it.
    expect(foreign instanceof Error).toBe(false);
    expect(findRedirect(foreign)).toEqual({ to: '/a', history: 'push' });
  });

  it('recognises no look-alikes', () => {
    const key = Symbol.for('@adit/router.redirect');
    for (const thrown of [
      null,
      undefined,
      'redirect',
      new Error('Redirect to /a'),
      { to: '/a', history: 'push' },
      { [key]: { to: 7, history: 'push' } },
      { [key]: { to: '/a', history: 'assign' } },
      { [key]: null },
    ]) {
      expect(findRedirect(thrown)).toBeUndefined();
      expect(applyRedirect(thrown, recordingNavigator())).toEqual({ outcome: 'not-a-redirect' });
    }
  });
});
