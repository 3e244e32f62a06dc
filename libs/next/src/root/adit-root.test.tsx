import { act, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { classicTexts } from '@adit/fallback-ui';
import type { AditOptions } from '../options.ts';

const options: AditOptions = {};
interface BridgeProps {
  children: ReactNode;
  load: () => Promise<{ after: ReactNode }>;
}
const bridge = jest.fn((props: BridgeProps) => props);
const offline = jest.fn<object | undefined, []>();
const unsent = jest.fn<object | undefined, []>();
const navigation = { status: 'idle' };
const again: { render?: (value: object) => void } = {};

/** Modules are loaded again for each test, React is not: hooks need the renderer's. */
jest.mock('react', () => {
  const shared = globalThis as { react?: object };
  return (shared.react ??= jest.requireActual<object>('react'));
});
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
jest.mock('@adit/router/next', () => ({
  LateRouterBridge: (props: BridgeProps) => {
    bridge(props);
    const [after, setAfter] = useState<ReactNode>();
    useEffect(() => void props.load().then((loaded) => setAfter(loaded.after)), []); // eslint-disable-line react-hooks/exhaustive-deps -- read once
    return (
      <>
        {props.children}
        {after}
      </>
    );
  },
  useRouteErrorRecovery: () => 'showing',
  NavigationProgress: () => <span role="status" />,
  useNavigationState: () => ({ status: navigation.status }),
  useUnsentAction: () => unsent(),
  useOfflineNavigation: () => {
    const [, set] = useState({});
    again.render = set;
    return offline();
  },
}));
jest.mock('@adit/router/next/missing-chunk-screen', () => ({
  MissingChunkScreen: ({ children, ...props }: { children: ReactNode }) => (
    <div data-lost={JSON.stringify(props)}>{children}</div>
  ),
}));

async function load(given: AditOptions = {}) {
  jest.resetModules();
  bridge.mockClear();
  offline.mockReturnValue(undefined);
  unsent.mockReturnValue(undefined);
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  Object.assign(options, given);
  return (await import('./index.ts')).AditRoot;
}

it('has the page, the screen for a page without its scripts, and the router’s numbers', async () => {
  const AditRoot = await load({
    router: { slowMs: 500, guardUnsavedInput: true, prefetch: { slowNetworkGuesses: 0 } },
  });
  const markup = renderToStaticMarkup(<AditRoot nonce="n">Page</AditRoot>);
  expect(markup.endsWith('</div>Page')).toBe(true);
  expect(markup).toContain('{&quot;buildId&quot;:&quot;unknown&quot;,&quot;nonce&quot;:&quot;n&quot;}');
  expect(markup).toContain(classicTexts.update.heading);
  expect(bridge.mock.calls[0]![0]).toMatchObject({
    slowMs: 500,
    guardUnsavedInput: true,
    buildId: 'unknown',
    basePath: '',
  });
});

it('gives navigations no deadline in development, where a route is compiled first', async () => {
  const { NODE_ENV } = process.env;
  const presetIn = async (environment?: string): Promise<object | undefined> => {
    Object.assign(process.env, { NODE_ENV: environment });
    const AditRoot = await load({ router: { preset: { routeLoadTimeoutMs: 50 } } });
    renderToStaticMarkup(<AditRoot>Page</AditRoot>);
    return (bridge.mock.calls[0]![0] as { preset?: object }).preset;
  };
  expect(await presetIn('production')).toEqual({ routeLoadTimeoutMs: 50 });
  expect(await presetIn('development')).toEqual({ routeLoadTimeoutMs: 2_147_483_647 });
  Object.assign(process.env, { NODE_ENV });
});

it('is the page alone if the router is switched off', async () => {
  const AditRoot = await load({ router: false });
  expect(renderToStaticMarkup(<AditRoot nonce="n">Page</AditRoot>)).toBe('Page');
});

it('names a wrong option when the layout is loaded, which ends the build', async () => {
  await expect(load({ router: { slowMs: 0.5 } })).rejects.toThrow('adit.config: router.slowMs is 0.5');
});

it('does not name it in a running server, whose pages would all fail', async () => {
  const { NODE_ENV } = process.env;
  const set = (environment?: string) => Object.assign(process.env, { NODE_ENV: environment });
  set('production');
  await expect(load({ router: { slowMs: 0.5 } })).resolves.toBeDefined();
  process.env.NEXT_PHASE = 'phase-production-build';
  await expect(load({ router: { slowMs: 0.5 } })).rejects.toThrow('adit.config: router.slowMs is 0.5');
  delete process.env.NEXT_PHASE;
  set(NODE_ENV);
});

it('adds nothing to the body but the page, and shows the progress of a navigation beside it, in the page’s colour', async () => {
  const AditRoot = await load();
  navigation.status = 'slow';
  document.body.style.color = 'rgb(1, 2, 3)';
  const { container, unmount } = await act(async () => render(<AditRoot>Page</AditRoot>));
  expect(container.querySelector('[role=status]')).toBeNull();
  const place = document.querySelector('[role=status]')!.parentElement!;
  expect(place.parentElement).toBe(document.documentElement);
  expect([place.style.position, place.style.color]).toEqual(['fixed', 'rgb(1, 2, 3)']);
  unmount();
  expect(place.isConnected).toBe(false);
  document.body.style.color = '';
  navigation.status = 'idle';
});

it('says in a live region that a form has to be sent again, until the visitor closes it', async () => {
  const dismiss = jest.fn();
  const AditRoot = await load();
  const { unmount } = await act(async () => render(<AditRoot>Page</AditRoot>));
  const region = document.querySelector('div[role=status]')!;
  expect(region.textContent).toBe('');
  unsent.mockReturnValue({ dismiss });
  await act(async () => again.render?.({}));
  expect(region.textContent).toBe(
    `${classicTexts.update.heading}${classicTexts.update.sendAgain}${classicTexts.actions.close}`,
  );
  act(() => region.querySelector('button')!.click());
  expect(dismiss).toHaveBeenCalledTimes(1);
  unmount();
});

it.each([
  [false, 0],
  [undefined, 1],
])('with monitoring.enabled %s, leaves %d of the errors that pages have kept', async (enabled, left) => {
  localStorage.setItem('adit-error-a', '1/monitoring-tunnel\n');
  const AditRoot = await load({ monitoring: enabled === undefined ? {} : { enabled } });
  const { unmount } = await act(async () => render(<AditRoot>Page</AditRoot>));
  expect(localStorage).toHaveLength(left);
  unmount();
  localStorage.clear();
});

describe('the offline screen', () => {
  const showModal = jest.fn();
  const close = jest.fn();
  beforeEach(() => void Object.assign(HTMLDialogElement.prototype, { showModal, close }));
  afterEach(() => {
    for (const name of ['showModal', 'close']) Reflect.deleteProperty(HTMLDialogElement.prototype, name);
    jest.clearAllMocks();
  });

  it('is shown in place of the page, which stays', async () => {
    const AditRoot = await load();
    const back = jest.fn();
    offline.mockReturnValue({ target: '/', isAction: false, retry: jest.fn(), back });
    const page = <main>Page</main>;
    await act(async () => render(<AditRoot>{page}</AditRoot>));
    const kept = screen.getByText('Page');
    const heading = screen.getByRole('heading', { hidden: true });
    expect(heading.textContent).toBe(classicTexts.offline.heading);
    expect(document.activeElement).toBe(heading);
    expect(document.body.style.visibility).toBe('hidden');
    expect(heading.closest('dialog')!.style.visibility).toBe('visible');
    expect([showModal.mock.calls.length, close.mock.calls.length]).toEqual([1, 0]);
    act(() => screen.getByRole('button', { name: classicTexts.actions.back, hidden: true }).click());
    expect(back).toHaveBeenCalledTimes(1);
    fireEvent(heading.closest('dialog')!, new Event('cancel', { cancelable: true }));
    expect(back).toHaveBeenCalledTimes(2);

    offline.mockReturnValue(undefined);
    await act(async () => again.render?.({}));
    expect(screen.queryByRole('heading')).toBeNull();
    expect(close).toHaveBeenCalledTimes(1);
    expect(document.body.style.visibility).toBe('');
    expect(screen.getByText('Page')).toBe(kept);
  });

  it('is a bare one in the site’s language until it has loaded, with the same two actions', async () => {
    const [retry, back] = [jest.fn(), jest.fn()];
    const { BareOffline } = await import('./bare-offline.tsx');
    const words = {
      lang: 'de',
      dir: 'ltr' as const,
      heading: 'Offline',
      advice: 'Warten',
      held: 'Bleibt hier',
      retry: 'Nochmal',
      back: 'Weg',
    };
    const { container, rerender } = render(
      <BareOffline words={words} isAction={false} retry={retry} back={back} />,
    );
    const main = container.querySelector('main')!;
    expect([main.lang, main.querySelector('h1')!.textContent, main.querySelector('p')!.textContent]).toEqual([
      'de',
      'Offline',
      'Warten',
    ]);
    for (const button of main.querySelectorAll('button')) fireEvent.click(button);
    expect([retry.mock.calls.length, back.mock.calls.length]).toEqual([1, 1]);
    rerender(<BareOffline words={words} isAction retry={retry} back={back} />);
    expect(main.querySelector('p')!.textContent).toBe('Bleibt hier');
  });

  it.each([
    [
      'a form that waits to be sent has no link that would leave the page',
      true,
      classicTexts.offline.held,
      [],
    ],
    ['a navigation has the site’s links', false, classicTexts.offline.impact, ['/help']],
  ])('of %s', async (_what, isAction, text, links) => {
    const AditRoot = await load({ screens: { contactHref: '/help' } });
    offline.mockReturnValue({ target: '/', isAction, retry: jest.fn(), back: jest.fn() });
    const { unmount } = await act(async () => render(<AditRoot>Page</AditRoot>));
    await screen.findByText(text, { selector: '.adit-fallback-text' });
    const hrefs = [...document.querySelectorAll('dialog a')].map((link) => link.getAttribute('href'));
    expect(hrefs.filter((href) => href !== '')).toEqual(links);
    unmount();
  });

  it('is fetched ahead once the network was gone', async () => {
    const loaded = jest.fn(() => ({ LateOfflineScreen: () => null }));
    const AditRoot = await load();
    offline.mockReturnValue(undefined);
    jest.doMock('../screens/late-screens.tsx', loaded);
    const { unmount } = await act(async () => render(<AditRoot>Page</AditRoot>));
    expect(loaded).not.toHaveBeenCalled();
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(loaded).toHaveBeenCalledTimes(1);
    unmount();
    jest.dontMock('../screens/late-screens.tsx');
  });

  it('covers the page in browsers without dialogs, too', async () => {
    for (const name of ['showModal', 'close']) Reflect.deleteProperty(HTMLDialogElement.prototype, name);
    const AditRoot = await load();
    offline.mockReturnValue({ target: '/', isAction: false, retry: jest.fn(), back: jest.fn() });
    const { unmount } = await act(async () => render(<AditRoot>Page</AditRoot>));
    const { style } = document.querySelector('dialog')!;
    expect([style.display, style.position, document.body.style.visibility]).toEqual([
      'block',
      'fixed',
      'hidden',
    ]);
    unmount();
    expect(document.body.style.visibility).toBe('');
  });
});
