import { itemOf, uncaught } from '../../testing/early.helper.ts';
import { createTracingOnDemand } from './tracing-on-demand.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A navigation whose number is 0.25 or 0.75. */
const draws = (digit: '4' | 'c') => {
  const item = itemOf({ kind: 'navigation', data: { href: '/shop', type: 'push' } });
  return { ...item, event: { ...item.event, event_id: digit.padEnd(32, '0') } };
};
const [sampled, unsampled] = [draws('4'), draws('c')];
const error = uncaught(new Error('x'));

describe('for the page load', () => {
  it.each([
    ['a sampled one', 0.49, 1],
    ['one that its server samples', -1, 1],
    ['another', 0.5, 0],
    ['one that its server does not sample', 1, 0],
    ['one without a number', undefined, 0],
  ])('tracing of %s, %d, is loaded %d times', async (_which, draw, times) => {
    const load = jest.fn(() => Promise.resolve());
    await createTracingOnDemand(load, 0.5).forPageLoad(draw);
    expect(load).toHaveBeenCalledTimes(times);
  });

  it('goes on without the chunk', async () => {
    await expect(
      createTracingOnDemand(() => Promise.reject(new Error('offline')), 1).forPageLoad(0),
    ).resolves.toBeUndefined();
  });
});

describe('for a navigation', () => {
  let log: string[];
  let arrive: () => void;
  const load = jest.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  beforeEach(() => {
    log = [];
    load.mockClear();
  });
  const say = (text: string) => (): void => void log.push(text);

  it('a sampled one, and those after it, wait until tracing is loaded', async () => {
    const tracing = createTracingOnDemand(load, 0.5);
    tracing.inTurn(unsampled, true, say('first'));
    tracing.inTurn(sampled, true, say('second'));
    tracing.inTurn(error, true, say('live error'));
    tracing.inTurn(unsampled, true, say('third'));
    await settle();
    expect(log).toEqual(['first', 'live error']);
    arrive();
    await settle();
    expect([log, load.mock.calls.length]).toEqual([['first', 'live error', 'second', 'third'], 1]);
  });

  it('what was recorded after it before the SDK started waits, too', async () => {
    const tracing = createTracingOnDemand(load, 0.5);
    tracing.inTurn(error, false, say('before'));
    tracing.inTurn(sampled, false, say('navigation'));
    tracing.inTurn(error, false, say('after'));
    expect(log).toEqual(['before']);
    arrive();
    await settle();
    expect(log).toEqual(['before', 'navigation', 'after']);
  });

  it.each([
    ['the SDK has tracing', createTracingOnDemand(undefined, 1)],
    ['the rate is unknown', createTracingOnDemand(load)],
  ])('nothing waits if %s', (_why, tracing) => {
    tracing.inTurn(sampled, true, say('navigation'));
    expect([log, load.mock.calls.length]).toEqual([['navigation'], 0]);
  });

  it('nothing waits if the page load was sampled', async () => {
    const tracing = createTracingOnDemand(() => Promise.resolve(), 0.5);
    await tracing.forPageLoad(0);
    tracing.inTurn(sampled, true, say('navigation'));
    expect(log).toEqual(['navigation']);
  });
});
