import { updateRateLimits, type RateLimits } from '@adit/envelope';
import type { LimitStore } from '../src/stores/stores.ts';

const DSN = 'key@ingest.example.com:/1';
const OTHER_DSN = 'key@ingest.example.com:/2';

/**
 * Tests that every {@link LimitStore} passes.
 * @param create creates an empty store; called for each test
 */
export function describeLimitStore(name: string, create: () => LimitStore | Promise<LimitStore>): void {
  describe(`limit store contract: ${name}`, () => {
    // Shared stores may remove limits that have ended, so these limits are in force now.
    const nowMs = Date.now();
    const limitsFrom = (header: string, before?: RateLimits): RateLimits =>
      updateRateLimits(before, { status: 200, header: () => header }, nowMs) ?? [];
    let store: LimitStore;

    beforeEach(async () => {
      store = await create();
    });
    afterEach(async () => {
      await store.close?.();
    });

    it('knows no limits at first', () => {
      expect(store.get(DSN)).toBeUndefined();
    });

    it('gives back at once what was set, whole', () => {
      const limits = limitsFrom(
        '60:error;span:organization:quota, 90::key, 30:metric_bucket:project::custom',
      );
      store.set(DSN, limits);
      expect(limits).toHaveLength(4);
      expect(store.get(DSN)).toEqual(limits);
    });

    it('keeps DSNs apart', () => {
      const [limits, otherLimits] = [limitsFrom('60:error'), limitsFrom('60:span')];
      store.set(DSN, limits);
      expect(store.get(OTHER_DSN)).toBeUndefined();
      store.set(OTHER_DSN, otherLimits);
      expect(store.get(DSN)).toEqual(limits);
      expect(store.get(OTHER_DSN)).toEqual(otherLimits);
    });

    it('takes any DSN for a name, even one that objects have', () => {
      expect(store.get('__proto__')).toBeUndefined();
      expect(store.get('constructor')).toBeUndefined();
      store.set('__proto__', limitsFrom('60:error'));
      expect(store.get('__proto__')).toHaveLength(1);
      expect(store.get(DSN)).toBeUndefined();
    });

    it('holds the limits of one answer after the other', () => {
      const first = limitsFrom('60:error');
      store.set(DSN, first);
      const second = limitsFrom('90:error, 60:span', first);
      store.set(DSN, second);
      expect(store.get(DSN)).toEqual(second);
    });

    it('forgets a DSN without limits', () => {
      store.set(DSN, limitsFrom('60:error'));
      store.set(OTHER_DSN, limitsFrom('60:error'));
      store.set(DSN, []);
      expect(store.get(DSN)).toBeUndefined();
      expect(store.get(OTHER_DSN)).toHaveLength(1);
    });

    it('shares nothing with another that was created apart', async () => {
      store.set(DSN, limitsFrom('60:error'));
      const other = await create();
      expect(other.get(DSN)).toBeUndefined();
      await other.close?.();
    });
  });
}
