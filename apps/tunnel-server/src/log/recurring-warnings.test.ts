import type { LogFields } from './log.ts';
import { createRecurringWarnings } from './recurring-warnings.ts';

function setUp() {
  let now = 0;
  const warned: [string, LogFields | undefined][] = [];
  const log = {
    error: () => undefined,
    info: () => undefined,
    setLevel: () => undefined,
    warn: (event: string, fields?: LogFields) => warned.push([event, fields]),
  };
  const warnings = createRecurringWarnings({ log, monotonicNow: () => now });
  return { warned, warnings, advance: (ms: number) => (now += ms) };
}

describe('createRecurringWarnings', () => {
  it('logs the first warning at once and counts those that follow', () => {
    const { warned, warnings, advance } = setUp();
    for (let count = 0; count < 5; count += 1) warnings.warn('refused', 'dsn', { reason: 'dsn' });
    advance(59_999);
    warnings.warn('refused', 'dsn', { reason: 'dsn' });
    expect(warned).toEqual([['refused', { reason: 'dsn', count: 1 }]]);

    advance(1);
    warnings.warn('refused', 'dsn', { reason: 'dsn' });
    expect(warned[1]).toEqual(['refused', { reason: 'dsn', count: 6 }]);
  });

  it('logs what it has counted once the period is over, though nothing follows', () => {
    const { warned, warnings, advance } = setUp();
    for (let count = 0; count < 3; count += 1) warnings.warn('refused', 'dsn', { reason: 'dsn' });
    advance(59_999);
    warnings.check();
    expect(warned).toHaveLength(1);

    advance(1);
    warnings.check();
    warnings.check();
    expect(warned.slice(1)).toEqual([['refused', { reason: 'dsn', count: 2 }]]);
  });

  it('logs what it has counted at the end of the process', () => {
    const { warned, warnings } = setUp();
    for (const reason of ['first', 'second', 'last']) warnings.warn('refused', 'dsn', { reason });
    warnings.warn('dropped', 'a');
    warnings.flush();

    expect(warned.slice(2)).toEqual([['refused', { reason: 'last', count: 2 }]]);
  });

  it('keeps events and subjects apart', () => {
    const { warned, warnings } = setUp();
    warnings.warn('refused', 'a');
    warnings.warn('refused', 'b');
    warnings.warn('dropped', 'a');

    expect(warned).toHaveLength(3);
  });
});
