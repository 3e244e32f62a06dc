import { render } from '@testing-library/react';
import { BridgeContext } from './bridge-context.ts';
import { useBrokenPage } from './use-broken-page.ts';

const Screen = () => {
  useBrokenPage();
  return <h1>Broken</h1>;
};

it('tells the bridge once which page is broken, also a bridge that loads later', () => {
  const broke = jest.fn();
  const within = (runtime: object | undefined) => (
    <BridgeContext.Provider value={{ buildId: '1', runtime } as never}>
      <Screen />
    </BridgeContext.Provider>
  );
  const { rerender } = render(within(undefined));
  const runtime = { broke };
  rerender(within(runtime));
  rerender(within(runtime));
  expect(broke.mock.calls).toEqual([[location.href]]);
});

it('does nothing without a bridge', () => {
  expect(() => render(<Screen />)).not.toThrow();
});
