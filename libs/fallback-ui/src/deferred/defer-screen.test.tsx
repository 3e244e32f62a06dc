import '@testing-library/jest-dom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { CaughtErrorProps } from '../screen-props.ts';
import { BareDocument, BareScreen } from './bare-screen.tsx';
import { deferScreen } from './defer-screen.tsx';

const FullScreen = ({ error }: CaughtErrorProps) => <h1>The whole screen: {String(error)}</h1>;
const BARE = 'Something went wrong.';

/** A `load` that the test resolves. */
function held() {
  const calls: {
    resolve: (screen: ComponentType<CaughtErrorProps>) => void;
    reject: (reason: Error) => void;
  }[] = [];
  const load = () =>
    new Promise<ComponentType<CaughtErrorProps>>((resolve, reject) => calls.push({ resolve, reject }));
  return { load, calls };
}

const heading = () => screen.getByRole('heading').textContent;

it('fetches nothing before there is a fault, and the screen once', async () => {
  const load = jest.fn(() => Promise.resolve(FullScreen));
  const Deferred = deferScreen(load);
  window.dispatchEvent(new Event('load'));
  expect(load).not.toHaveBeenCalled();

  const first = render(<Deferred error="x" />);
  await act(async () => undefined);
  expect(heading()).toBe('The whole screen: x');

  first.unmount();
  render(<Deferred error="y" />);
  expect(heading()).toBe('The whole screen: y');
  expect(load).toHaveBeenCalledTimes(1);
});

it('shows the bare screen until the screen has loaded', async () => {
  const { load, calls } = held();
  const Deferred = deferScreen(load);
  render(<Deferred error="x" />);
  expect(heading()).toBe(BARE);

  await act(async () => calls[0]?.resolve(FullScreen));
  expect(heading()).toBe('The whole screen: x');
});

it('keeps the bare screen if the screen cannot be loaded, says so once, and fetches it again on the next fault', async () => {
  const { load, calls } = held();
  const onMissing = jest.fn();
  const Deferred = deferScreen(load, { onMissing });
  const first = render(<Deferred error="x" />);
  await act(async () => calls[0]?.reject(new TypeError('Failed to fetch')));
  first.rerender(<Deferred error="x" />);
  expect(heading()).toBe(BARE);
  expect(onMissing.mock.calls).toEqual([[{ error: 'x' }]]);

  first.unmount();
  render(<Deferred error="y" />);
  await act(async () => calls[1]?.resolve(FullScreen));
  expect(heading()).toBe('The whole screen: y');
});

it.each(['pagehide', 'visibilitychange'])('says once if the visitor leaves before: %s', async (leaving) => {
  const { load, calls } = held();
  const onLeave = jest.fn();
  const Deferred = deferScreen(load, { onLeave });
  const heard: string[] = [];
  onLeave.mockImplementation(() => heard.push('the screen'));
  // The monitoring's sender was listening before the error.
  const send = (): void => void heard.push('the sender');
  addEventListener(leaving, send, { once: true });
  render(<Deferred error="x" />);

  for (const type of [leaving, 'pagehide', 'visibilitychange']) dispatchEvent(new Event(type));
  expect(onLeave.mock.calls).toEqual([[{ error: 'x' }]]);
  await act(async () => calls[0]?.resolve(FullScreen));
  expect(heading()).toBe('The whole screen: x');
  expect(heard).toEqual(['the screen', 'the sender']);
});

it('says nothing of a visitor who leaves when the screen is there', async () => {
  const onLeave = jest.fn();
  const Deferred = deferScreen(() => Promise.resolve(FullScreen), { onLeave });
  await act(async () => render(<Deferred error="x" />));
  dispatchEvent(new Event('pagehide'));
  expect(onLeave).not.toHaveBeenCalled();
});

it('shows a bare screen of the application', () => {
  const Deferred = deferScreen(held().load, { bare: () => <h1>Sorry</h1> });
  render(<Deferred />);

  expect(heading()).toBe('Sorry');
});

it('is the bare screen in a document of the server', () => {
  const Deferred = deferScreen(held().load, { bare: BareDocument });

  expect(renderToString(<Deferred />)).toMatch(/^<html lang="en">.*<body><div role="alert"/);
});

describe('the bare screen', () => {
  it.each([
    ['retry', { retry: true, reset: true }],
    ['reset', { retry: false, reset: true }],
  ])('tries again with %s', (expected, given) => {
    const calls: string[] = [];
    const retry = given.retry ? () => void calls.push('retry') : undefined;
    render(<BareScreen retry={retry} reset={() => void calls.push('reset')} />);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(calls).toEqual([expected]);
  });

  it('offers only to reload if nothing can be tried again', () => {
    render(<BareScreen />);

    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Reload this page')).toHaveAttribute('href', '');
  });
});
