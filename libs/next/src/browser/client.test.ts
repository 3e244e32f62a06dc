import type { AditOptions } from '../options.ts';

const options: AditOptions = {};
const spies = {
  holdPrefetches: jest.fn(),
  startDeadline: jest.fn(),
  recordNavigation: jest.fn(),
};

jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
jest.mock('@adit/router/hold', () => spies);
jest.mock('@adit/router/next', () => ({ onRouterTransitionStart: spies.startDeadline }));
jest.mock('./monitoring.ts', () => ({
  monitoring: { onRouterTransitionStart: spies.recordNavigation },
}));

async function load(given: AditOptions) {
  jest.resetModules();
  jest.clearAllMocks();
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  Object.assign(options, given);
  const { onRouterTransitionStart } = await import('./client.ts');
  onRouterTransitionStart('/cart', 'push');
  expect(spies.recordNavigation.mock.calls).toEqual([['/cart', 'push']]);
}

it('governs prefetches, and gives navigations a deadline', async () => {
  await load({});
  expect(spies.holdPrefetches).toHaveBeenCalledTimes(1);
  expect(spies.startDeadline.mock.calls).toEqual([['/cart', 'push']]);
});

it('passes on the numbers and the sink of the application', async () => {
  const onEvent = jest.fn();
  await load({ router: { onEvent, prefetch: { slowNetworkGuesses: 0 } } });
  expect(spies.holdPrefetches.mock.calls).toEqual([[{ slowNetworkGuesses: 0, onEvent }]]);
});

it('leaves prefetches to Next if they are switched off', async () => {
  await load({ router: { prefetch: false } });
  expect(spies.holdPrefetches).not.toHaveBeenCalled();
});

it('leaves navigations to Next if the router is switched off', async () => {
  await load({ router: false });
  for (const spy of [spies.holdPrefetches, spies.startDeadline]) expect(spy).not.toHaveBeenCalled();
});
