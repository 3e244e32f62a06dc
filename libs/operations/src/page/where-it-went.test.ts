import { entryOf } from '../../testing/reports.helper.ts';
import { NOW, textOf } from '../../testing/states.helper.ts';
import type { OutcomeEntry } from '../outcomes.ts';
import type { EventTrace } from '../find-event.ts';
import { traceMarkup } from './where-it-went.ts';

const ID = 'a'.repeat(32);
const say = (trace: Partial<EventTrace>): string =>
  textOf(
    traceMarkup({ eventId: ID, outcomes: [], forwards: [], since: null, unread: {}, ...trace }, NOW),
  ).replace(`${ID} `, '');
const sayOf = (values: Partial<OutcomeEntry>): string => say({ outcomes: [entryOf({ at: NOW, ...values })] });

describe('where an event went', () => {
  it('is a question before an id is given, and says what an id is', () => {
    expect(textOf(traceMarkup(undefined, NOW))).toContain('Enter its id');
    expect(textOf(traceMarkup('invalid', NOW))).toContain('32 hexadecimal digits');
  });

  it.each<[Partial<OutcomeEntry>, string]>([
    [{}, 'Forwarded. Ingest answered 200.'],
    [{ status: 403 }, 'Sent, and rejected by ingest with 403.'],
    [
      { outcome: 'spooled', reason: 'timed-out', keptUntil: NOW + 60_000 },
      'Stored: timed-out. It is kept until 03:13:05 UTC at most.',
    ],
    [{ outcome: 'spooled' }, 'Stored: unknown.'],
    [
      { outcome: 'redelivered', heldMs: 65_000 },
      'Delivered from the spool after 1 min 5 s. Ingest answered 200.',
    ],
    [
      { outcome: 'given-up', reason: 'refused', lost: 'refused', status: 413, heldMs: undefined },
      'Dropped from the spool after 0 ms: refused. Ingest answered 413. It is lost.',
    ],
    [
      { outcome: 'given-up', reason: 'dropped', status: undefined, heldMs: 5 },
      'Dropped from the spool after 5 ms: dropped.',
    ],
    [{ outcome: 'refused', reason: 'dsn-not-allowed', status: 403 }, 'Refused with 403: dsn-not-allowed.'],
    [{ outcome: 'aborted' }, 'The client closed the connection before the envelope was complete.'],
    [
      { outcome: 'unreachable', status: 502, lost: 'unreachable' },
      'Not delivered: unreachable. The client got 502. It is lost.',
    ],
    [{ outcome: 'timed-out', status: undefined }, 'Not delivered: timed-out. The client got nothing.'],
    [
      {
        limited: [
          { category: 'error', quantity: 2, reason: 'quota' },
          { category: 'session', quantity: 1, reason: '' },
        ],
      },
      'Forwarded. Ingest answered 200. Rate limits dropped 2 error (quota), 1 session (no reason).',
    ],
  ])('says of %j: %s', (values, text) => {
    expect(sayOf(values)).toBe(`03:12:05 UTC: ${text}`);
  });

  it('tells the steps in their order, each once', () => {
    expect(
      say({
        outcomes: [
          entryOf({ at: NOW - 1_000, outcome: 'redelivered', heldMs: 59_000 }),
          entryOf({ at: NOW - 60_000, outcome: 'spooled', reason: 'outage' }),
        ],
        forwards: [
          { at: NOW, status: 429 },
          { at: NOW + 1_000, status: 403 },
          { at: NOW - 1_000, status: 200 },
        ],
      }),
    ).toBe(
      '03:11:05 UTC: Stored: outage. 03:12:04 UTC: Delivered from the spool after 59 s. Ingest answered 200. 03:12:05 UTC: Sent to ingest, which answered 429. 03:12:06 UTC: Sent, and rejected by ingest with 403.',
    );
  });

  it('says how far back it looked if an event is not found', () => {
    expect(say({ since: NOW - 60_000 })).toMatch(/^Not found\. Outcomes since 03:11:05 UTC are kept\. Each/);
    expect(say({})).toMatch(/^Not found\. Each process remembers.*another replica get it\?$/);
    expect(say({ unread: { 'dsn-not-allowed': 600, throttled: 4 } })).toMatch(
      /get it\? 604 requests were refused before the event id was read: dsn-not-allowed \(600\), throttled \(4\)\.$/,
    );
    expect(say({ unread: { throttled: 1 } })).toContain('1 request was refused');
  });
});
