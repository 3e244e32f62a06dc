import { describeThrottleStore } from '../../testing/throttle-store.contract.ts';
import { createMemoryThrottle, type MemoryThrottle, type MemoryThrottleOptions } from './memory-throttle.ts';

describeThrottleStore('memory', createMemoryThrottle);

const NOW = Date.UTC(2026, 6, 1);

const takeAll = (throttle: MemoryThrottle, clients: readonly string[], nowMs = NOW) =>
  clients.map((client) => throttle.take(client, nowMs));

const names = (count: number, prefix = 'flood'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

describe('createMemoryThrottle', () => {
  it('still refuses a client after a flood of new ones has gone by', () => {
    const throttle = createMemoryThrottle({ requests: 2, perMs: 60_000, maxClients: 100 });
    expect(takeAll(throttle, ['villain', 'villain', 'villain'])).toEqual([0, 0, 30_000]);
    takeAll(throttle, names(10_000));
    expect(throttle.take('villain', NOW)).toBe(30_000);
  });

  it('forgets one that still has requests left rather than one that is refused', () => {
    for (const refused of ['a', 'b', 'c']) {
      const throttle = createMemoryThrottle({ requests: 2, perMs: 60_000, maxClients: 3 });
      takeAll(throttle, ['a', 'b', 'c', refused, 'd']);
      expect(throttle.take(refused, NOW)).toBe(30_000);
      expect(throttle.take('d', NOW)).toBe(0);
      expect(throttle.take('d', NOW)).toBe(30_000);
    }
  });

  it('forgets nobody while there is room', () => {
    const throttle = createMemoryThrottle({ requests: 1, perMs: 60_000, maxClients: 100 });
    takeAll(throttle, names(100));
    expect(takeAll(throttle, names(100)).every((waitMs) => waitMs === 60_000)).toBe(true);
  });

  it('remembers 100,000 clients unless told otherwise', () => {
    const throttle = createMemoryThrottle({ requests: 1, perMs: 60_000 });
    takeAll(throttle, names(100_000));
    expect(takeAll(throttle, names(100_000)).every((waitMs) => waitMs === 60_000)).toBe(true);
  });

  it('makes room among refused clients only when there is nobody else', () => {
    const throttle = createMemoryThrottle({ requests: 1, perMs: 60_000, maxClients: 20 });
    takeAll(throttle, names(20));
    expect(takeAll(throttle, ['new', 'new'])).toEqual([0, 60_000]);
    // One client was removed. It counts as new, so its next request passes.
    const passed = names(20).filter((name) => throttle.take(name, NOW) === 0);
    expect(passed.length).toBeGreaterThanOrEqual(1);
    expect(passed.length).toBeLessThanOrEqual(3);
  });

  it('forgets full buckets first, also when they came last', () => {
    const throttle = createMemoryThrottle({ requests: 2, perMs: 1_000, maxClients: 3 });
    takeAll(throttle, ['busy', 'idle 1', 'idle 2']);
    throttle.take('busy', NOW + 900);
    // Both idle buckets are full again by now, `busy` is not.
    expect(takeAll(throttle, ['new'], NOW + 1_000)).toEqual([0]);
    expect(takeAll(throttle, ['busy', 'busy'], NOW + 1_000)).toEqual([0, 400]);
  });

  it('grows no further than its bound and shrinks when the crowd has gone', () => {
    const sizes: number[] = [];
    const set = Map.prototype.set;
    const spy = jest.spyOn(Map.prototype, 'set').mockImplementation(function (
      this: Map<unknown, unknown>,
      key,
      value,
    ) {
      const map = set.call(this, key, value);
      sizes.push(map.size);
      return map;
    });
    try {
      const throttle = createMemoryThrottle({ requests: 2, perMs: 1_000, maxClients: 50 });
      takeAll(throttle, names(500));
      expect(Math.max(...sizes)).toBe(50);
      takeAll(throttle, names(60, 'later'), NOW + 5_000);
      // Two leave for each newcomer, and none of the newcomers has left.
      expect(sizes.at(-1)).toBe(50);
      takeAll(throttle, names(49, 'much later'), NOW + 60_000);
      expect(sizes.at(-1)).toBe(49);
      expect(sizes.at(-2)).toBe(48);
    } finally {
      spy.mockRestore();
    }
  });

  it('goes through a full table once for as many newcomers, not for each', () => {
    const spy = jest.spyOn(Map.prototype, 'entries');
    try {
      const throttle = createMemoryThrottle({ requests: 2, perMs: 60_000, maxClients: 100 });
      takeAll(throttle, names(10_000));
      expect(spy.mock.calls.length).toBeLessThan(250);
    } finally {
      spy.mockRestore();
    }
  });

  it('asks its table once for a client it knows', () => {
    const throttle = createMemoryThrottle({ requests: 5, perMs: 1_000 });
    throttle.take('a', NOW);
    const spies = (['get', 'set', 'has', 'delete'] as const).map((name) => jest.spyOn(Map.prototype, name));
    try {
      throttle.take('a', NOW);
      expect(spies.map((spy) => spy.mock.calls.length)).toEqual([1, 0, 0, 0]);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });

  it.each<[string, unknown, string]>([
    ['requests', 0, '0; accepted is a whole number from 1 to 1000000.'],
    ['requests', 1.5, '1.5; accepted is a whole number from 1 to 1000000.'],
    ['requests', 1_000_001, '1000001; accepted is a whole number from 1 to 1000000.'],
    ['requests', Number.NaN, 'NaN; accepted is a whole number from 1 to 1000000.'],
    ['requests', '300', '"300"; accepted is a whole number from 1 to 1000000.'],
    ['requests', undefined, 'undefined; accepted is a whole number from 1 to 1000000.'],
    ['perMs', 0, '0; accepted is a whole number from 1 to 86400000.'],
    ['perMs', 86_400_001, '86400001; accepted is a whole number from 1 to 86400000.'],
    ['perMs', null, 'null; accepted is a whole number from 1 to 86400000.'],
    ['perMs', {}, 'an object; accepted is a whole number from 1 to 86400000.'],
    ['maxClients', 0, '0; accepted is a whole number from 1 to 10000000.'],
    ['maxClients', -1, '-1; accepted is a whole number from 1 to 10000000.'],
    ['maxClients', 10_000_001, '10000001; accepted is a whole number from 1 to 10000000.'],
  ])('refuses %s %p in one line', (name, value, message) => {
    const options = { requests: 1, perMs: 1, [name]: value } as MemoryThrottleOptions;
    expect(() => createMemoryThrottle(options)).toThrow(
      new TypeError(`createMemoryThrottle: ${name} is ${message}`),
    );
  });

  it.each<MemoryThrottleOptions>([
    { requests: 1, perMs: 1, maxClients: 1 },
    { requests: 1_000_000, perMs: 86_400_000, maxClients: 10_000_000 },
  ])('accepts %j', (options) => {
    expect(createMemoryThrottle(options).take('a', NOW)).toBe(0);
  });

  it('works with room for a single client', () => {
    const throttle = createMemoryThrottle({ requests: 1, perMs: 1_000, maxClients: 1 });
    expect(takeAll(throttle, ['a', 'a', 'b', 'b', 'a'])).toEqual([0, 1_000, 0, 1_000, 0]);
  });
});
