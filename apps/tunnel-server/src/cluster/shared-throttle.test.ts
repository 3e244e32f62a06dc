import type { ThrottleStore } from '@adit/spool';
import { createMemoryThrottle } from '@adit/spool/memory';
import { createFakeClock } from '@adit/testing';
import type { ClientCounts } from './messages.ts';
import { countClients, createSharedThrottle } from './shared-throttle.ts';

/** Lets this many requests of each client pass; later ones wait a second. */
function capped(requests: number): ThrottleStore {
  const counts = new Map<string, number>();
  return {
    take: (client) => {
      const count = (counts.get(client) ?? 0) + 1;
      counts.set(client, count);
      return count > requests ? 1_000 : 0;
    },
  };
}

function setUp(local = capped(10)) {
  const clock = createFakeClock();
  const published: ClientCounts[] = [];
  const throttle = createSharedThrottle({
    local,
    publish: (clients) => published.push(clients),
    schedule: clock.setTimeout,
    now: clock.now,
  });
  return {
    clock,
    published,
    throttle,
    take: (client: string, shares = 1) => throttle.store.take(client, clock.now(), shares),
  };
}

describe('createSharedThrottle', () => {
  it('sends its counts ten times a second', async () => {
    const { clock, published, take } = setUp();
    expect([take('a'), take('a'), take('b')]).toEqual([0, 0, 0]);
    await clock.advance(99);
    expect(published).toEqual([]);

    await clock.advance(1);
    void take('a');
    await clock.advance(100);
    expect(published).toEqual([
      [
        ['a', 2, 1],
        ['b', 1, 1],
      ],
      [['a', 1, 1]],
    ]);
  });

  it('sends how many shares of the limit a client has', async () => {
    const { clock, published, take } = setUp();
    expect([take('2001:db8::/64'), take('2001:db8::/48', 16)]).toEqual([0, 0]);
    await clock.advance(100);

    expect(published).toEqual([
      [
        ['2001:db8::/64', 1, 1],
        ['2001:db8::/48', 1, 16],
      ],
    ]);
  });

  it('sends nothing without requests', async () => {
    const { clock, published } = setUp();
    await clock.advance(10_000);

    expect([published, clock.pending]).toEqual([[], 0]);
  });

  it('refuses a client that is over the limit in this worker alone', async () => {
    const { clock, published, take } = setUp(capped(1));
    expect([take('a'), take('a')]).toEqual([0, 1_000]);
    await clock.advance(100);

    expect(published).toEqual([[['a', 1, 1]]]);
  });

  it('refuses the clients that the primary names, for the time it names', async () => {
    const { clock, throttle, take } = setUp();
    throttle.block([['a', 500]]);
    expect([take('a'), take('b')]).toEqual([500, 0]);

    await clock.advance(500);
    expect(take('a')).toBe(0);
  });

  it('forgets clients that it no longer refuses', async () => {
    const { clock, throttle, take } = setUp();
    throttle.block([['a', 100]]);
    await clock.advance(100);
    throttle.block([['b', 200]]);

    expect([take('a'), take('b')]).toEqual([0, 200]);
  });

  it('goes on to refuse a client when it is told of others', () => {
    const { throttle, take } = setUp();
    throttle.block([['a', 100]]);
    throttle.block([['b', 200]]);

    expect([take('a'), take('b')]).toEqual([100, 200]);
  });

  it('refuses at most 100,000 clients at a time that the primary names', () => {
    const { throttle, take } = setUp();
    throttle.block(Array.from({ length: 100_001 }, (_, index) => [`client ${index}`, 100] as const));
    expect([take('client 99999'), take('client 100000')]).toEqual([100, 0]);

    // Known clients keep their place.
    throttle.block([['client 0', 300]]);
    expect(take('client 0')).toBe(300);
  });

  it('waits for a local throttle that does not answer at once', async () => {
    const { take } = setUp({ take: async (client) => (client === 'a' ? 0 : 7) });

    expect([await take('a'), await take('b')]).toEqual([0, 7]);
  });
});

describe('countClients', () => {
  it('returns the clients over the limit in all workers together', async () => {
    const throttle = capped(3);

    expect(
      await countClients(
        throttle,
        [
          ['a', 2, 1],
          ['b', 3, 1],
        ],
        100,
      ),
    ).toEqual([]);
    expect(
      await countClients(
        throttle,
        [
          ['a', 1, 1],
          ['b', 1, 1],
        ],
        200,
      ),
    ).toEqual([['b', 1_000]]);
    expect(await countClients(throttle, [['a', 1_000_000, 1]], 300)).toEqual([['a', 1_000]]);
  });

  it('counts the shares of a /48 in all workers together', async () => {
    const throttle = createMemoryThrottle({ requests: 10, perMs: 60_000 });

    expect(await countClients(throttle, [['2001:db8::/48', 160, 16]], 0)).toEqual([]);
    expect(await countClients(throttle, [['2001:db8::/48', 1, 16]], 0)).toEqual([['2001:db8::/48', 375]]);
    expect(await countClients(throttle, [['2001:db8::/64', 11, 1]], 0)).toEqual([['2001:db8::/64', 6_000]]);
  });
});
