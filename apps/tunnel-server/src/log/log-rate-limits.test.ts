import type { LimitStore } from '@adit/spool';
import type { RateLimits } from '@adit/envelope';
import { createRecurringWarnings } from './recurring-warnings.ts';
import { recordLog } from '../../testing/record-log.helper.ts';
import { dsnLabel, logRateLimits } from './log-rate-limits.ts';

const limit = (category: RateLimits[number]['category'], untilMs: number): RateLimits[number] => ({
  category,
  scope: 'key',
  namespaces: '',
  reasonCode: '',
  untilMs,
});

describe('dsnLabel', () => {
  it.each([
    ['key@o450.ingest.sentry.io:/4509', 'o450.ingest.sentry.io/4509'],
    ['key@sentry.example.com:9000/base/7', 'sentry.example.com:9000/base/7'],
    ['key@[::1]:8080/7', '[::1]:8080/7'],
  ])('shows %s without its key', (dsn, label) => {
    expect(dsnLabel(dsn)).toBe(label);
  });
});

describe('logRateLimits', () => {
  it('stores limits, and logs them once a minute for each project', () => {
    const kept = new Map<string, RateLimits>();
    const store: LimitStore = { get: (dsn) => kept.get(dsn), set: (dsn, limits) => kept.set(dsn, limits) };
    const { log, entries } = recordLog();
    const now = (): number => 1_000;
    const watched = logRateLimits(store, createRecurringWarnings({ log, monotonicNow: now }), now);
    const limits = [limit('error', 61_000), limit('error', 2_000), limit('session', 500)];
    watched.set('secret@host:/1', limits);
    watched.set('secret@host:/1', limits);
    watched.set('secret@host:/2', [limit('all', 1_000)]);

    expect(watched.get('secret@host:/1')).toBe(limits);
    expect(entries).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'rate-limits-learned',
        project: 'host/1',
        categories: ['error'],
        longestMs: 60_000,
      }),
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  it('logs a limit again when it begins again, not while each answer prolongs it', () => {
    const kept = new Map<string, RateLimits>();
    const store: LimitStore = { get: (dsn) => kept.get(dsn), set: (dsn, limits) => kept.set(dsn, limits) };
    const { log, entries } = recordLog();
    let time = 0;
    const now = (): number => time;
    const watched = logRateLimits(store, createRecurringWarnings({ log, monotonicNow: now }), now);
    const day = 86_400_000;
    for (; time < day; time += 600_000) watched.set('key@host:/1', [limit('span', time + day)]);
    expect(entries).toHaveLength(1);

    watched.set('key@host:/1', [limit('span', time + day), limit('error', time + 60_000)]);
    expect(entries.slice(1)).toEqual([expect.objectContaining({ categories: ['span', 'error'] })]);

    time += 2 * day;
    watched.set('key@host:/1', [limit('span', time + day)]);
    expect(entries).toHaveLength(3);
  });
});
