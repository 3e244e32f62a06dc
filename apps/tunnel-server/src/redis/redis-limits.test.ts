import { createFakeClock } from '@adit/testing';
import { recordLog } from '../../testing/record-log.helper.ts';
import { createRecurringWarnings } from '../log/recurring-warnings.ts';
import { shareLimits } from './redis-limits.ts';
import type { RedisLink } from './redis-link.ts';

describe('shareLimits', () => {
  it.each([
    // The link logs this once.
    ['nothing', 'is away', true, []],
    ['a warning', 'answers with errors', false, [{ level: 'warn', event: 'redis-error', cause: 'OOM' }]],
  ])('logs %s of a Redis that %s, and goes on with what it knows', async (_what, _how, isAway, logged) => {
    const { log, entries } = recordLog();
    const warnings = createRecurringWarnings({ log, monotonicNow: createFakeClock().monotonicNow });
    const fail = (): Promise<never> => Promise.reject(new Error('OOM'));
    const redis = {
      prefix: 'adit:',
      run: fail,
      subscribe: fail,
      unsubscribe: fail,
      deadlineMs: 200,
      replicas: 0,
      wait: fail,
    };
    const link: RedisLink = { redis, isAway: () => isAway, reconnects: () => 0, close: () => undefined };
    const limits = await shareLimits(link, warnings);
    const learned = [
      { category: 'error', scope: 'key', namespaces: '', reasonCode: '', untilMs: Date.now() + 60_000 },
    ] as const;
    limits.set('key@host:/1', learned);
    await new Promise(setImmediate);

    expect(entries).toMatchObject(logged);
    expect(limits.get('key@host:/1')).toEqual(learned);
    await limits.close?.();
  });
});
