/** @jest-environment node */
import { deliverBeforeEnd } from './deliver-before-end.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'exit'] as const;
let before: Map<string, unknown[]>;
let lines: string[];
const kill = jest.spyOn(process, 'kill');

beforeEach(() => {
  jest.useFakeTimers();
  kill.mockReset().mockReturnValue(true);
  lines = [];
  jest.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  // The test runner's own listeners are put back afterwards.
  before = new Map(SIGNALS.map((name) => [name, process.rawListeners(name)]));
  for (const name of SIGNALS) process.removeAllListeners(name);
});
afterEach(() => {
  for (const [name, listeners] of before) {
    process.removeAllListeners(name);
    for (const listener of listeners) process.on(name, listener as () => void);
  }
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:warned'));
});

/** A tunnel with this many envelopes in memory, of which each flush delivers some. */
function setUp(left: number, delivered: number) {
  const flush = jest.fn(() => void (left -= Math.min(left, delivered)));
  deliverBeforeEnd({
    stats: () => ({ spool: { envelopes: left } }) as never,
    delivery: { flush } as never,
  });
  return flush;
}

const LOST =
  'Adit: the process ends with 2 envelopes in memory, which are lost. ADIT_SPOOL=disk:./spool keeps them over restarts.';

it('delivers at once what is in memory, and then ends by the signal', () => {
  const flush = setUp(3, 3);
  process.emit('SIGTERM');

  expect(flush).toHaveBeenCalledTimes(1);
  expect([kill.mock.calls, lines]).toEqual([[[process.pid, 'SIGTERM']], []]);
});

it('ends by the signal after three seconds, and says what is lost', () => {
  setUp(3, 1);
  process.emit('SIGINT');
  jest.advanceTimersByTime(2_999);
  expect(kill).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);

  expect([kill.mock.calls, lines]).toEqual([[[process.pid, 'SIGINT']], [LOST]]);
});

it('leaves the end to others that listened before, for one signal', () => {
  process.once('SIGTERM', () => undefined);
  setUp(0, 0);
  process.emit('SIGTERM');
  jest.advanceTimersByTime(5_000);

  expect(kill).not.toHaveBeenCalled();
});

it('leaves the end to others that listen to the signal, and says what is lost when they end the process', () => {
  process.on('SIGTERM', () => undefined);
  const flush = setUp(3, 1);
  process.emit('SIGTERM');
  jest.advanceTimersByTime(10_000);
  expect(kill).not.toHaveBeenCalled();
  expect(flush).toHaveBeenCalledTimes(1);
  process.emit('exit', 143);

  expect(lines).toEqual([LOST]);
});

it('says nothing if nothing is lost, or without a spool', () => {
  setUp(0, 0);
  deliverBeforeEnd({ stats: () => ({ spool: undefined }) as never, delivery: {} as never });
  process.emit('exit', 0);

  expect(lines).toEqual([]);
});
