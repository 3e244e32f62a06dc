import { act, render, renderHook, screen } from '@testing-library/react';
import { createFakeClock } from '@adit/testing';
import { renderToString } from 'react-dom/server';
import { StrictMode, type ReactNode } from 'react';
import type { HardNavigationOptions, HardNavigationResult } from '../navigation/hard-navigation.ts';
import { createNavigator } from '../navigation/navigator.ts';
import { useConnectivity, useNavigate, useNavigationState, useUpdateAvailable } from './hooks.ts';
import type { ConnectivityState } from '../monitors/connectivity-monitor.ts';
import type { SkewState } from '../monitors/skew-monitor.ts';
import { createStore } from '../monitors/store.ts';
import { RouterProvider } from './router-context.tsx';

/** A store that counts its listeners. */
function createCountedStore<State>(initial: State) {
  const { enter, state, subscribe } = createStore(initial);
  let listeners = 0;
  return {
    enter: (next: State) => act(() => enter(next)),
    listeners: () => listeners,
    state,
    subscribe: (listener: () => void) => {
      const stop = subscribe(listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        stop();
      };
    },
  };
}

const OFFLINE: ConnectivityState = { online: false, reason: 'no-network' };
const OUTDATED: SkewState = { status: 'outdated', to: 'v2', source: 'poll' };

function createWorld() {
  const calls: string[] = [];
  const clock = createFakeClock();
  const navigator = createNavigator({
    soft: { push: (href) => calls.push(`push ${href}`), replace: (href) => calls.push(`replace ${href}`) },
    hard: {
      hardNavigate: () => ({ outcome: 'refused', reason: 'offline' }),
      isLeaving: () => false,
      stay: () => undefined,
    },
    slowMs: 1_000,
    routeLoadTimeoutMs: 3_800,
    location: { href: 'https://app.example/' },
    clock,
  });
  const hard = {
    hardNavigate: (target: string, { reason, history }: HardNavigationOptions): HardNavigationResult => {
      calls.push(`load ${target} ${reason} ${history ?? 'unsaid'}`);
      return { outcome: 'refused', reason: 'already-reloaded' };
    },
  };
  const connectivity = createCountedStore<ConnectivityState>({ online: true });
  const skew = createCountedStore<SkewState>({ status: 'current' });

  const bare = ({ children }: { readonly children: ReactNode }): ReactNode => (
    <RouterProvider navigator={navigator}>{children}</RouterProvider>
  );
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => (
    <StrictMode>
      <RouterProvider {...{ navigator, connectivity, skew, hard }}>{children}</RouterProvider>
    </StrictMode>
  );
  return { bare, calls, clock, connectivity, navigator, skew, wrapper };
}

function Status(): ReactNode {
  return <p>{useNavigationState().status}</p>;
}

describe('useNavigate', () => {
  it('S5 S6 pushes, or replaces when asked, and hands back the result', () => {
    const { calls, bare } = createWorld();
    const { result } = renderHook(() => useNavigate(), { wrapper: bare });
    act(() => {
      expect(result.current('/a')).toEqual({ outcome: 'started' });
      result.current('/b', { history: 'replace' });
      expect(result.current('//evil.example')).toEqual({ outcome: 'refused', reason: 'unsafe-url' });
    });
    expect(calls).toEqual(['push /a', 'replace /b']);
  });

  it('is the same function from render to render, so that effects may depend on it', () => {
    const { wrapper } = createWorld();
    const { result, rerender } = renderHook(() => [useNavigate(), {}], { wrapper });
    const first = result.current;
    rerender();
    expect(result.current[0]).toBe(first[0]);
    expect(result.current[1]).not.toBe(first[1]);
  });
});

describe('useNavigationState', () => {
  it('follows the navigation from idle to loading, slow and failed', async () => {
    const { clock, navigator, bare } = createWorld();
    render(<Status />, { wrapper: bare });
    const status = (): string | null => screen.getByRole('paragraph').textContent;
    expect(status()).toBe('idle');
    act(() => void navigator.push('/a'));
    expect(status()).toBe('loading');
    await act(() => clock.advance(1_000));
    expect(status()).toBe('slow');
    await act(() => clock.advance(2_800));
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

describe('useConnectivity', () => {
  it('follows the store, and lets go of it', () => {
    const { connectivity, wrapper } = createWorld();
    const { result, unmount } = renderHook(() => useConnectivity(), { wrapper });
    expect(result.current.online).toBe(true);
    connectivity.enter(OFFLINE);
    expect(result.current).toBe(OFFLINE);
    expect(connectivity.listeners()).toBe(1);
    unmount();
    expect(connectivity.listeners()).toBe(0);
  });

  it('is online on the server and without a store', () => {
    const { bare, connectivity, wrapper } = createWorld();
    function Connectivity(): ReactNode {
      return <p>{String(useConnectivity().online)}</p>;
    }
    connectivity.enter(OFFLINE);
    expect(renderToString(wrapper({ children: <Connectivity /> }))).toBe('<p>true</p>');
    const { result, unmount } = renderHook(() => useConnectivity(), { wrapper: bare });
    expect(result.current.online).toBe(true);
    unmount();
  });
});

describe('useUpdateAvailable', () => {
  it('tells of a newer deployment, and loads it through the guarded navigator alone', () => {
    const { calls, skew, wrapper } = createWorld();
    const { result } = renderHook(() => useUpdateAvailable(), { wrapper });
    expect(result.current).toMatchObject({ available: false, to: undefined });
    skew.enter(OUTDATED);
    expect(result.current).toMatchObject({ available: true, to: 'v2' });
    expect(calls).toEqual([]);
    expect(result.current.reload()).toEqual({ outcome: 'refused', reason: 'already-reloaded' });
    expect(calls).toEqual(['load http://localhost/ version-skew replace']);
    result.current.reload({ confirmed: true });
    expect(calls[1]).toBe('load http://localhost/ confirmed replace');
  });

  it('is current on the server, and knows no update without a store', () => {
    const { bare, skew, wrapper } = createWorld();
    function Update(): ReactNode {
      return <p>{String(useUpdateAvailable().available)}</p>;
    }
    skew.enter(OUTDATED);
    expect(renderToString(wrapper({ children: <Update /> }))).toBe('<p>false</p>');
    const { result } = renderHook(() => useUpdateAvailable(), { wrapper: bare });
    expect(result.current.available).toBe(false);
    expect(result.current.reload()).toBeUndefined();
  });
});

describe('without a provider', () => {
  it.each([
    ['useNavigate', useNavigate],
    ['useNavigationState', useNavigationState],
    ['useConnectivity', useConnectivity],
    ['useUpdateAvailable', useUpdateAvailable],
  ])('%s says what is missing', (_name, hook: () => unknown) => {
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => renderHook(() => hook())).toThrow(
      'No RouterProvider (or NextRouterBridge) above this component',
    );
    silence.mockRestore();
  });
});
