import { describeLimitStore } from '../../testing/limit-store.contract.ts';
import { createMemoryLimits } from './memory-limits.ts';

describeLimitStore('memory', createMemoryLimits);

describe('createMemoryLimits', () => {
  it('gives back the very object, so that an unchanged one is seen to be', () => {
    const limits = [{ category: 'error', scope: 'key', namespaces: '', reasonCode: '', untilMs: 1 }] as const;
    const store = createMemoryLimits();
    store.set('dsn', limits);
    expect(store.get('dsn')).toBe(limits);
  });
});
