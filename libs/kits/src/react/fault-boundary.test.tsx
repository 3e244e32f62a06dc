import { act, fireEvent, render, screen } from '@testing-library/react';
import { FaultBoundary } from './index.ts';

const captureError = jest.fn();
jest.mock('../browser/index.ts', () => ({
  monitoring: {
    captureError: (...given: unknown[]) => void captureError(...given),
    lastEventId: () => 'abc-1',
  },
}));

beforeEach(() => {
  jest.clearAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

let isBroken: boolean;
function Basket() {
  if (isBroken) throw new Error('The basket is broken');
  return <p>Basket</p>;
}

it('reports what its children throw once, with the components, and shows the reference until it is tried again', async () => {
  isBroken = true;
  render(
    <FaultBoundary>
      <Basket />
    </FaultBoundary>,
  );
  await act(async () => undefined);
  expect(captureError.mock.calls).toEqual([
    [
      expect.objectContaining({ message: 'The basket is broken' }),
      { contexts: { react: { componentStack: expect.stringContaining('Basket') as string } } },
    ],
  ]);
  expect(screen.getByRole('alert').parentElement?.textContent).toContain('Reference: abc-1');
  isBroken = false;
  await act(async () => void fireEvent.click(screen.getAllByRole('button')[0]!));
  expect(screen.getByText('Basket')).toBeDefined();
});

it('shows another fallback in its place', async () => {
  isBroken = true;
  render(
    <FaultBoundary fallback={({ reference }) => <p>Sorry: {reference}</p>}>
      <Basket />
    </FaultBoundary>,
  );
  expect(await screen.findByText('Sorry: abc-1')).toBeDefined();
});
