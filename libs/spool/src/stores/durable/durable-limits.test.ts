import { openStorage } from '../../../testing/durable-storage.helper.ts';
import { describeLimitStore } from '../../../testing/limit-store.contract.ts';
import { createDurableLimits } from '../durable-object.ts';

const LIMITS = [
  { category: 'error', scope: 'key', namespaces: '', reasonCode: '', untilMs: Date.now() + 60_000 },
] as const;

describeLimitStore('createDurableLimits', async () => {
  const { storage } = await openStorage();
  return createDurableLimits({ storage });
});

describe('createDurableLimits', () => {
  it('finds what an object was told that has left the memory', async () => {
    const { storage } = await openStorage();
    const first = createDurableLimits({ storage });
    first.set('a', LIMITS);
    first.set('b', LIMITS);
    first.set('b', []);
    const second = createDurableLimits({ storage });
    expect([second.get('a'), second.get('b')]).toEqual([LIMITS, undefined]);
  });

  it('gives back the very object, so that an unchanged one is seen to be', async () => {
    const store = createDurableLimits(await openStorage());
    store.set('a', LIMITS);
    expect(store.get('a')).toBe(LIMITS);
  });

  it('is not created without a storage', () => {
    expect(() => createDurableLimits({} as never)).toThrow('createDurableLimits: storage is no storage');
  });
});
