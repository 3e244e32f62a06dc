import { fallbackCss } from '@adit/fallback-ui';
import { act, render } from '@testing-library/react';

/** The chunk with the style sheet. */
const chunk = { isGone: false, loads: 0 };
/** Modules are loaded again for each test, React is not: hooks need the renderer's. */
jest.mock('react', () => {
  const shared = globalThis as { react?: object };
  return (shared.react ??= jest.requireActual<object>('react'));
});
jest.mock('./screen-style.tsx', () => {
  chunk.loads += 1;
  if (chunk.isGone) throw new Error('Loading chunk 7 failed.');
  return jest.requireActual<object>('./screen-style.tsx');
});

beforeEach(() => {
  jest.resetModules();
  Object.assign(chunk, { isGone: false, loads: 0 });
});

const show = async (): Promise<HTMLElement> => {
  const { ScreenStyleSheet } = await import('./late-screen-style.tsx');
  expect(chunk.loads).toBe(0);
  return (await act(async () => render(<ScreenStyleSheet />))).container;
};

it('fetches the style sheet with the screen', async () => {
  const screen = await show();
  expect(screen.querySelector('style')?.textContent).toBe(fallbackCss);
});

it('leaves the screen without a style if the chunk is gone', async () => {
  chunk.isGone = true;
  expect((await show()).innerHTML).toBe('');
});
