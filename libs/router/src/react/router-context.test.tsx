import { act, render, renderHook, screen } from '@testing-library/react';
import { createFakeClock } from '@adit/testing';
import { renderToString } from 'react-dom/server';
import type { ReactNode } from 'react';
import { createNavigator } from '../navigation/navigator.ts';
import { RouterProvider, useNavigate, useNavigationState } from './router-context.tsx';

function createWorld() {
  const calls: string[] = [];
  const clock = createFakeClock();
  const navigator = createNavigator({
    soft: { push: (href) => calls.push(`push ${href}`), replace: (href) => calls.push(`replace ${href}`) },
    hard: { hardNavigate: () => ({ outcome: 'refused', reason: 'offline' }) },
    location: { href: 'https://app.example/' },
    clock,
  });
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => (
    <RouterProvider navigator={navigator}>{children}</RouterProvider>
  );
  return { calls, clock, navigator, wrapper };
}

function Status(): ReactNode {
  return <p>{useNavigationState().status}</p>;
}

describe('useNavigate', () => {
  it('S5 S6 pushes, or replaces when asked, and hands back the result', () => {
    const { calls, wrapper } = createWorld();
    const { result } = renderHook(() => useNavigate(), { wrapper });
    act(() => {
      expect(result.current('/a')).toEqual({ outcome: 'started' });
      result.current('/b', { history: 'replace' });
      expect(result.current('//evil.example')).toEqual({ outcome: 'refused', reason: 'unsafe-url' });
    });
    expect(calls).toEqual(['push /a', 'replace /b']);
  });
});

describe('useNavigationState', () => {
  it('follows the navigation from idle to loading, slow and failed', async () => {
    const { clock, navigator, wrapper } = createWorld();
    render(<Status />, { wrapper });
    const status = (): string | null => screen.getByRole('paragraph').textContent;
    expect(status()).toBe('idle');
    act(() => void navigator.push('/a'));
    expect(status()).toBe('loading');
    await act(() => clock.advance(3_800));
    expect(status()).toBe('slow');
    act(() => navigator.fail(new Error('broken')));
    expect(status()).toBe('failed');
    act(() => navigator.reset());
    expect(status()).toBe('idle');
  });

  it('is idle on the server', () => {
    const { navigator } = createWorld();
    navigator.push('/a');
    expect(
      renderToString(
        <RouterProvider navigator={navigator}>
          <Status />
        </RouterProvider>,
      ),
    ).toBe('<p>idle</p>');
  });
});

describe('without a provider', () => {
  it.each([
    ['useNavigate', useNavigate],
    ['useNavigationState', useNavigationState],
  ])('%s says what is missing', (_name, hook) => {
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => renderHook(() => hook())).toThrow(
      'No RouterProvider (or NextRouterBridge) above this component',
    );
    silence.mockRestore();
  });
});
