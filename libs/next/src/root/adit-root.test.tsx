import { act, render, screen } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { classicTexts } from '@adit/fallback-ui';
import type { AditOptions } from '../options.ts';

const options: AditOptions = {};
interface BridgeProps {
  children: ReactNode;
  late: () => Promise<ReactNode>;
}
const bridge = jest.fn((props: BridgeProps) => props);
const offline = jest.fn<object | undefined, []>();

/** Modules are loaded again for each test, React is not: hooks need the renderer's. */
jest.mock('react', () => {
  const shared = globalThis as { react?: object };
  return (shared.react ??= jest.requireActual<object>('react'));
});
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
jest.mock('@adit/router/next', () => ({
  DeferredRouterBridge: (props: BridgeProps) => {
    bridge(props);
    const [late, setLate] = useState<ReactNode>();
    useEffect(() => void props.late().then(setLate), []); // eslint-disable-line react-hooks/exhaustive-deps -- read once
    return (
      <>
        {props.children}
        {late}
      </>
    );
  },
  useRouteErrorRecovery: () => 'showing',
  NavigationProgress: () => null,
  useOfflineNavigation: () => offline(),
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
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  Object.assign(options, given);
  return (await import('./index.ts')).AditRoot;
}

it('has the page, the screen for a page without its scripts, and the router’s numbers', async () => {
  const AditRoot = await load({
    router: { slowMs: 500, guardUnsavedInput: true, prefetch: { slowNetworkGuesses: 0 } },
  });
  const markup = renderToStaticMarkup(<AditRoot nonce="n">Page</AditRoot>);
  expect(markup).toContain('<div style="display:contents">Page</div>');
  expect(markup).toContain('{&quot;buildId&quot;:&quot;unknown&quot;,&quot;nonce&quot;:&quot;n&quot;}');
  expect(markup).toContain(classicTexts.update.heading);
  expect(bridge.mock.calls[0]![0]).toMatchObject({
    slowMs: 500,
    guardUnsavedInput: true,
    buildId: 'unknown',
    basePath: '',
  });
});

it('is the page alone if the router is switched off', async () => {
  const AditRoot = await load({ router: false });
  expect(renderToStaticMarkup(<AditRoot>Page</AditRoot>)).toBe('Page');
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

it('shows the offline screen in place of the page, which stays', async () => {
  const AditRoot = await load();
  const back = jest.fn();
  offline.mockReturnValue({ target: '/', retry: jest.fn(), back });
  await act(async () => render(<AditRoot>Page</AditRoot>));
  expect(screen.getByRole('heading').textContent).toBe(classicTexts.offline.heading);
  expect(screen.getByText('Page').hidden).toBe(true);
  act(() => screen.getByRole('button', { name: classicTexts.actions.back }).click());
  expect(back).toHaveBeenCalledTimes(1);
});
