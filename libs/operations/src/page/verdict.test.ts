import { NOW, projectOf, spoolOf, stateOf, workerOf } from '../../testing/states.helper.ts';
import type { ServerState } from '../server-state.ts';
import { judge } from './verdict.ts';

const HOUR_MS = 3_600_000;
const IDLE = stateOf();
const lost = (total: number, ago: number | null = 0) => ({
  total,
  byReason: { expired: total, damaged: 0 },
  lastAt: ago === null ? null : NOW - ago,
  since: ago === null ? null : NOW - ago - 60_000,
  times: {},
});
const rates = (lostPerS: number) => ({ ...IDLE.rates, lostPerS });
const limit = (category: string, endsAt: number) => ({
  category,
  reason: 'quota',
  endsAt,
  remainingMs: endsAt - NOW,
});
const DOWN = projectOf({ isUp: false, downSince: NOW - 125_000 });

describe('the verdict', () => {
  it('is calm if nothing is lost and nothing will be', () => {
    expect(judge(IDLE)).toEqual({
      level: 'ok',
      headline: 'Nothing is lost',
      note: '0 envelopes are lost, as it should be; the server started at 02:12:05 UTC.',
      shortfall: undefined,
      troubles: [],
      announcement: 'Nothing is lost.',
    });
  });

  it.each([
    [
      lost(3),
      2.5,
      'bad',
      '3 envelopes are lost',
      /^Losing since 03:11:05 UTC: 2.5 a second/,
      'Envelopes are being lost.',
    ],
    [
      lost(1, 420_000),
      0,
      'bad',
      '1 envelope is lost',
      /^Lost from 03:04:05 UTC to 03:05:05 UTC, 7 min ago; the server started at 02:12:05 UTC\.$/,
      'Envelopes were lost.',
    ],
    [lost(1, HOUR_MS), 0, 'warn', '1 envelope is lost', /1 h ago; /, 'Envelopes were lost.'],
    [
      lost(2, null),
      0,
      'warn',
      '2 envelopes are lost',
      /^Nobody knows when; the server started at 02:12:05 UTC\.$/,
      'Envelopes were lost.',
    ],
  ])('of a loss %j at %d a second is %s', (loss, perS, level, headline, note, announcement) => {
    expect(judge(stateOf({ lost: loss, rates: rates(perS) }))).toMatchObject({
      level,
      headline,
      note: expect.stringMatching(note) as string,
      announcement,
    });
  });

  it.each<[string, Partial<ServerState>, string, RegExp]>([
    [
      'an outage',
      { projects: [DOWN] },
      'AditOutage',
      /^Ingest of a\.example\/1 is unavailable since 03:10:00 UTC, for 2 min 5 s\. Envelopes are stored\.$/,
    ],
    [
      'an outage and its causes',
      {
        projects: [
          { ...DOWN, downCause: 'unreachable' },
          { ...DOWN, downCause: 'unreachable' },
          { ...DOWN, downCause: 'new' },
        ],
      },
      'AditOutage',
      /for 2 min 5 s: unreachable \(no connection, or it breaks\), new \(see the log\)\. Envelopes are stored\.$/,
    ],
    [
      'an outage of two projects',
      { projects: [DOWN, { ...DOWN, downSince: null }] },
      'AditOutage',
      /^Ingest of 2 projects .* 2 min 5 s/,
    ],
    [
      'an outage without a spool',
      { projects: [DOWN], spool: null },
      'AditOutage',
      /no spool: envelopes are lost\.$/,
    ],
    [
      'a spool that fails',
      { spool: spoolOf({ isHealthy: false, fullInMs: 1 }), isReady: false },
      'AditStoreFailing',
      /^The spool fails, or its disk or Redis is full/,
    ],
    [
      'a spool that takes no more',
      { spool: spoolOf({ isHealthy: false, fill: 0.89 }), isReady: false },
      'AditSpoolAlmostFull',
      /^The spool takes no more: 89 % are used/,
    ],
    [
      'a spool that is almost full',
      { spool: spoolOf({ fill: 0.81, fullInMs: 1 }) },
      'AditSpoolAlmostFull',
      /81 % full/,
    ],
    [
      'a spool that fills up',
      { spool: spoolOf({ fill: 0.5, fullInMs: HOUR_MS }) },
      'AditSpoolFillsUp',
      /full in 1 h\.$/,
    ],
    [
      'envelopes that grow old',
      { spool: spoolOf({ oldestAgeMs: 13 * HOUR_MS }) },
      'AditOldestHalfway',
      /expires in 11 h\.$/,
    ],
    ['a delivery that is paused', { spool: spoolOf({ isPaused: true }) }, 'AditDeliveryPaused', /paused/],
    [
      'a worker without an answer',
      { workers: [workerOf(), workerOf({ worker: 2, isAnswering: false })], isReady: false },
      'AditWorkersDie',
      /^Worker 2 does not answer/,
    ],
    ['a server that is not ready', { isReady: false, spool: null }, 'AditNotScraped', /not ready/],
    [
      'a limit',
      { projects: [projectOf({ limits: [limit('error', NOW + 5_000), limit('session', NOW + 60_000)] })] },
      'AditRateLimited',
      /^Sentry limits error, session, until 03:13:05 UTC/,
    ],
    [
      'a fault',
      { counts: { ...IDLE.counts, faults: { decoders: 2, throttle: 0 } }, lastFaultAt: NOW - 60_000 },
      'AditFaults',
      /failed: decoders \(2\)\.$/,
    ],
  ])('names %s, and where the runbook helps', (_name, values, runbook, text) => {
    const { level, troubles, announcement } = judge(stateOf(values));

    expect(level).toBe('warn');
    expect(troubles).toEqual([
      { text: expect.stringMatching(text) as string, short: expect.any(String) as string, runbook },
    ]);
    expect(announcement).toBe(`Nothing is lost. ${String(troubles[0]?.short)}`);
  });

  it.each<[string, Partial<ServerState>]>([
    ['room for days', { spool: spoolOf({ fill: 0.8, fullInMs: 4 * HOUR_MS, oldestAgeMs: 12 * HOUR_MS }) }],
    ['a spool without a bound', { spool: spoolOf({ maxBytes: null, fill: null }) }],
    ['no spool', { spool: null }],
  ])('does not warn of %s', (_name, values) => {
    expect(judge(stateOf(values)).level).toBe('ok');
  });

  it('says since when the delivery is paused, and what could go now', () => {
    const paused = (values: Partial<ServerState>) =>
      judge(
        stateOf({ spool: spoolOf({ isPaused: true, pausedSince: NOW - 65_000, envelopes: 123 }), ...values }),
      )
        .troubles.map(({ text }) => text)
        .find((text) => text.includes('paused'));

    expect(paused({})).toBe(
      'An operator has paused the delivery of stored envelopes, since 03:11:00 UTC, 1 min 5 s ago. Ingest is available: 123 envelopes could go now.',
    );
    expect(paused({ projects: [DOWN] })).toMatch(/1 min 5 s ago\.$/);
    expect(paused({ spool: spoolOf({ isPaused: true }) })).toMatch(/of stored envelopes\.$/);
  });

  it('names the reasons of a loss first', () => {
    const { troubles } = judge(stateOf({ lost: lost(3), projects: [DOWN] }));
    expect(troubles.map(({ text, runbook }) => [text, runbook])).toEqual([
      ['Lost because of: expired (3).', 'AditLossFast'],
      [expect.stringContaining('Ingest of'), 'AditOutage'],
    ]);
  });

  it('says that not all envelopes are stored if some were lost in the last minute', () => {
    const { troubles } = judge(stateOf({ rates: rates(0.1), projects: [DOWN] }));
    expect(troubles[0]?.text).toContain('Envelopes are stored, but not all of them.');
  });

  it('forgets a fault after an hour', () => {
    const counts = { ...IDLE.counts, faults: { decoders: 2 } };
    expect(judge(stateOf({ counts, lastFaultAt: NOW - HOUR_MS })).level).toBe('ok');
  });

  it('says that envelopes are lost in an outage with a spool that takes no more', () => {
    const { troubles } = judge(stateOf({ projects: [DOWN], spool: spoolOf({ isHealthy: false }) }));
    expect(troubles[0]?.text).toContain('The spool takes no more: envelopes are lost.');
  });

  it('announces the same words while only numbers change', () => {
    const at = (total: number, now: number) =>
      judge(stateOf({ at: now, lost: lost(total), rates: rates(total), projects: [DOWN] })).announcement;
    expect(at(3, NOW)).toBe(at(90, NOW + 9_000));
    expect(at(90, NOW + 10_000)).not.toBe(at(90, NOW + 9_000));
  });
});
