import { networksOf, parseIp } from '@adit/envelope';
import { createMemoryThrottle } from '@adit/spool/memory';
import type { ThrottleStore } from '@adit/spool';
import { throttleClient } from './throttle-client.ts';

const NOW = 1_000;
const at = (nowMs: number) => ({ monotonicNow: () => nowMs });
const clientAt = (address: string) => ({ networks: networksOf(parseIp(address)) });

/** The number of requests that pass, each from the address for its number. */
async function passed(
  store: ThrottleStore,
  count: number,
  addressOf: (index: number) => string,
): Promise<number> {
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if ((await throttleClient(store, clientAt(addressOf(index)), at(NOW))) === 0) total += 1;
  }
  return total;
}

const createStore = (): ThrottleStore => createMemoryThrottle({ requests: 10, perMs: 60_000 });

describe('throttleClient', () => {
  it.each([
    ['an IPv4 address', 10, () => '192.0.2.1'],
    ['IPv4 addresses, each its own', 500, (index: number) => `192.0.${index >> 8}.${index & 255}`],
    ['a /64, whatever its addresses', 10, (index: number) => `2001:db8::${index.toString(16)}`],
    [
      'a /48, 16 times as often, whatever its /64s',
      160,
      (index: number) => `2001:db8:0:${index.toString(16)}::1`,
    ],
    ['/48s, each its own', 500, (index: number) => `2001:db8:${index.toString(16)}::1`],
  ])('lets pass %s', async (_what, expected, addressOf) => {
    expect(await passed(createStore(), 500, addressOf)).toBe(expected);
  });

  it('uses nothing of the /48 for a /64 that is over its cap', async () => {
    const store = createStore();
    expect(await passed(store, 1_000, () => '2001:db8::1')).toBe(10);

    expect(await passed(store, 1_000, (index) => `2001:db8:0:${(index + 1).toString(16)}::1`)).toBe(150);
  });

  it('gives a /48 its share back in the same time', async () => {
    const store = createStore();
    const neighbour = (index: number): string => `2001:db8:0:${index.toString(16)}::1`;
    expect(await passed(store, 200, neighbour)).toBe(160);

    expect(throttleClient(store, clientAt(neighbour(900)), at(NOW))).toBe(375);
    expect(throttleClient(store, clientAt(neighbour(901)), at(NOW + 375))).toBe(0);
  });

  it('waits for a store that answers later', async () => {
    const asked: unknown[] = [];
    const store: ThrottleStore = {
      take: async (client, _nowMs, shares) => {
        asked.push([client, shares]);
        return client.endsWith('/48') ? 7 : 0;
      },
    };

    expect(await throttleClient(store, clientAt('2001:db8::1'), at(NOW))).toBe(7);
    expect(asked).toEqual([
      ['2001:db8::/64', 1],
      ['2001:db8::/48', 16],
    ]);
  });
});
