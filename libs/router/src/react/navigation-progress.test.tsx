import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { StrictMode } from 'react';
import type { NavigationState } from '../navigation/navigator.ts';
import { NavigationProgress, type NavigationProgressProps } from './navigation-progress.tsx';
import { RouterProvider } from './router-context.tsx';

const TARGET = 'https://app.example/a';
const IDLE: NavigationState = { status: 'idle' };
const LOADING: NavigationState = { status: 'loading', target: TARGET, history: 'push' };
const SLOW: NavigationState = {
  status: 'slow',
  target: TARGET,
  history: 'push',
  hard: { outcome: 'navigating' },
};
const FAILED: NavigationState = { status: 'failed', target: TARGET, reason: 'offline' };

function createProgress(props: NavigationProgressProps = {}) {
  const listeners = new Set<() => void>();
  let state = IDLE;
  const result = { outcome: 'started' } as const;
  const navigator = {
    push: () => result,
    replace: () => result,
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    ui: (
      <StrictMode>
        <RouterProvider navigator={navigator}>
          <NavigationProgress {...props} />
        </RouterProvider>
      </StrictMode>
    ),
    enter: (next: NavigationState) =>
      act(() => {
        state = next;
        for (const listener of listeners) listener();
      }),
  };
}

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const said = (): string | null => screen.getByRole('status').textContent;

/** Adds animations and media queries, which jsdom lacks. */
function stubAnimations({ reducedMotion }: { readonly reducedMotion: boolean }) {
  const animations: { readonly frames: unknown; cancelled: boolean }[] = [];
  Object.assign(window, { matchMedia: () => ({ matches: reducedMotion }) });
  Object.assign(Element.prototype, {
    animate: (frames: unknown) => {
      const animation = { frames, cancelled: false };
      animations.push(animation);
      return { cancel: () => void (animation.cancelled = true) };
    },
  });
  return animations;
}

beforeEach(() => jest.useFakeTimers());

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(Element.prototype, 'animate');
  Reflect.deleteProperty(window, 'matchMedia');
});

describe('NavigationProgress', () => {
  it('shows after 200 ms, while loading and slow, and goes with the end', () => {
    const { enter, ui } = createProgress();
    render(ui);
    enter(LOADING);
    pass(199);
    expect(said()).toBe('');
    pass(1);
    expect(said()).toBe('Loading');
    enter(SLOW);
    expect(said()).toBe('Loading');
    enter(FAILED);
    expect(said()).toBe('');
  });

  it('shows nothing for a navigation that is faster than its delay, and counts again for the next', () => {
    const { enter, ui } = createProgress();
    render(ui);
    enter(LOADING);
    pass(150);
    enter(IDLE);
    enter(LOADING);
    pass(150);
    expect(said()).toBe('');
    pass(50);
    expect(said()).toBe('Loading');
  });

  it('takes its delay and its words from the application', () => {
    const { enter, ui } = createProgress({ delayMs: 0, label: 'Wird geladen' });
    render(ui);
    enter(LOADING);
    pass(0);
    expect(said()).toBe('Wird geladen');
  });

  it('announces through a live region that was there before, and takes no focus', () => {
    const { enter, ui } = createProgress();
    render(ui);
    const region = screen.getByRole('status');
    enter(LOADING);
    pass(200);
    expect(screen.getByRole('status')).toBe(region);
    expect(document.activeElement).toBe(document.body);
  });

  it('writes no style into the HTML of a server', () => {
    const { enter, ui } = createProgress();
    enter(LOADING);
    expect(renderToString(ui)).toBe('<span role="status"></span>');
  });

  it.each([
    ['ltr', 'left'],
    ['rtl', 'right'],
  ])('grows from the start of a line: %s from the %s', (dir, origin) => {
    const animations = stubAnimations({ reducedMotion: false });
    const { enter, ui } = createProgress();
    // jsdom does not inherit it.
    const style = jest
      .spyOn(window, 'getComputedStyle')
      .mockReturnValue({ direction: dir } as CSSStyleDeclaration);
    render(ui);
    enter(LOADING);
    pass(200);
    const bar = screen.getByText('Loading');
    expect(bar.style.transformOrigin).toBe(origin);
    expect(animations.at(-1)).toEqual({
      frames: { transform: ['scaleX(0)', 'scaleX(.95)'] },
      cancelled: false,
    });
    enter(IDLE);
    expect(animations.every(({ cancelled }) => cancelled)).toBe(true);
    style.mockRestore();
  });

  it('stands still for a visitor who wants less motion', () => {
    const animations = stubAnimations({ reducedMotion: true });
    const { enter, ui } = createProgress();
    render(ui);
    enter(LOADING);
    pass(200);
    expect(said()).toBe('Loading');
    expect(animations).toEqual([]);
  });
});
