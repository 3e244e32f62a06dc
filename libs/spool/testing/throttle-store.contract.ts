import fc from 'fast-check';
import type { ThrottleOptions } from '../src/stores/memory-throttle.ts';
import type { ThrottleStore } from '../src/stores/stores.ts';

/**
 * Tests that every {@link ThrottleStore} passes. Times are passed in; nothing waits.
 * @param create creates a store without clients; called for each test
 */
export function describeThrottleStore(
  name: string,
  create: (options: ThrottleOptions) => ThrottleStore | Promise<ThrottleStore>,
): void {
  describe(`throttle store contract: ${name}`, () => {
    const NOW = Date.UTC(2026, 6, 1);
    const open: ThrottleStore[] = [];

    const start = async (options: ThrottleOptions): Promise<ThrottleStore> => {
      const store = await create(options);
      open.push(store);
      return store;
    };

    const takeTimes = async (
      store: ThrottleStore,
      times: number,
      client: string,
      nowMs: number,
    ): Promise<number[]> => {
      const waits: number[] = [];
      for (let count = 0; count < times; count += 1) waits.push(await store.take(client, nowMs, 1));
      return waits;
    };

    afterEach(async () => {
      for (const store of open.splice(0)) await store.close?.();
    });

    it('lets the whole allowance pass at once, and then none', async () => {
      const store = await start({ requests: 3, perMs: 1_000 });
      expect(await takeTimes(store, 5, 'a', NOW)).toEqual([0, 0, 0, 334, 334]);
    });

    it('gives requests back one by one', async () => {
      const store = await start({ requests: 3, perMs: 3_000 });
      await takeTimes(store, 3, 'a', NOW);
      expect(await store.take('a', NOW + 999, 1)).toBe(1);
      expect(await store.take('a', NOW + 1_000, 1)).toBe(0);
      expect(await store.take('a', NOW + 1_000, 1)).toBe(1_000);
      expect(await takeTimes(store, 3, 'a', NOW + 3_000)).toEqual([0, 0, 1_000]);
    });

    it('gives back no more than the allowance, however long nobody comes', async () => {
      const store = await start({ requests: 3, perMs: 3_000 });
      await takeTimes(store, 3, 'a', NOW);
      expect(await takeTimes(store, 4, 'a', NOW + 3_600_000)).toEqual([0, 0, 0, 1_000]);
    });

    it('does not hold a refused request against the client', async () => {
      const store = await start({ requests: 1, perMs: 1_000 });
      await takeTimes(store, 100, 'a', NOW);
      expect(await store.take('a', NOW + 1_000, 1)).toBe(0);
    });

    it('keeps clients apart', async () => {
      const store = await start({ requests: 1, perMs: 1_000 });
      expect(await takeTimes(store, 2, 'a', NOW)).toEqual([0, 1_000]);
      expect(await takeTimes(store, 2, '2001:db8::1', NOW)).toEqual([0, 1_000]);
      expect(await takeTimes(store, 2, '__proto__', NOW)).toEqual([0, 1_000]);
      expect(await takeTimes(store, 2, '', NOW)).toEqual([0, 1_000]);
    });

    it('lets a client pass as soon as it said, and not before', async () => {
      const store = await start({ requests: 7, perMs: 60_000 });
      await takeTimes(store, 7, 'a', NOW);
      const waitMs = await store.take('a', NOW, 1);
      expect(waitMs).toBe(8_572);
      expect(await store.take('a', NOW + waitMs - 1, 1)).toBe(1);
      expect(await store.take('a', NOW + waitMs, 1)).toBe(0);
    });

    it('holds to the rate over a long time, to the request', async () => {
      const store = await start({ requests: 7, perMs: 1_000 });
      let passed = 0;
      for (let ms = 0; ms < 10_000; ms += 1) {
        if ((await store.take('a', NOW + ms, 1)) === 0) passed += 1;
      }
      // The burst, and the requests that became available in 9,999 ms.
      expect(passed).toBe(7 + 69);
    });

    it('does not lock a client out when the clock is set back', async () => {
      const store = await start({ requests: 2, perMs: 1_000 });
      await takeTimes(store, 2, 'a', NOW + 3_600_000);
      expect(await store.take('a', NOW, 1)).toBeGreaterThan(0);
      expect(await store.take('a', NOW + 500, 1)).toBe(0);
    });

    it('takes the largest allowance there is', async () => {
      const store = await start({ requests: 1_000_000, perMs: 86_400_000 });
      expect(await takeTimes(store, 3, 'a', NOW)).toEqual([0, 0, 0]);
    });

    it('never lets more pass in any time than the allowance and what came back', async () => {
      const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 });
      const options = fc.record({
        requests: fc.integer({ min: 1, max: 5 }),
        perMs: fc.integer({ min: 1, max: 1_000 }),
      });
      await fc.assert(
        fc.asyncProperty(options, steps, async ({ requests, perMs }, delays) => {
          const store = await start({ requests, perMs });
          const passedAt: number[] = [];
          let nowMs = NOW;
          for (const delay of delays) {
            nowMs += delay;
            const waitMs = await store.take('a', nowMs, 1);
            expect(waitMs).toBeLessThanOrEqual(Math.ceil(perMs / requests));
            if (waitMs === 0) passedAt.push(nowMs);
          }
          for (const [first, fromMs] of passedAt.entries()) {
            for (const [last, toMs] of passedAt.entries()) {
              if (last < first) continue;
              const allowance = requests + ((toMs - fromMs) * requests) / perMs;
              expect(last - first + 1).toBeLessThanOrEqual(Math.floor(allowance + 1e-9));
            }
          }
        }),
        { numRuns: 50 },
      );
    });
  });
}
