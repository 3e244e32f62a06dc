import type { Outcome } from '../outcome/outcomes.ts';
import type { OutcomeDetail, StoredOutcome } from '../outcome/outcome-detail.ts';
import { toEntry } from './outcome-entry.ts';

const DETAIL: OutcomeDetail = {
  eventId: undefined,
  project: 'a.example/1',
  sdk: 'sentry.javascript.browser',
  itemTypes: ['event'],
  bytes: 9,
  durationMs: 1.26,
  limited: [],
};

const entryOf = (outcome: Outcome | StoredOutcome, detail: Partial<OutcomeDetail> = {}) =>
  toEntry(outcome, { ...DETAIL, ...detail }, { worker: 2, now: () => 1_000, spoolMaxAgeMs: 60_000 });

describe('toEntry', () => {
  it('notes when, where and what', () => {
    const eventId = '9ec79c33ec9942ab8353589fcb2e04dc';
    expect(entryOf({ kind: 'forwarded', status: 200, bytes: 9, durationMs: 1 }, { eventId })).toEqual({
      at: 1_000,
      worker: 2,
      outcome: 'forwarded',
      reason: undefined,
      lost: undefined,
      status: 200,
      eventId,
      project: 'a.example/1',
      sdk: 'sentry.javascript.browser',
      itemTypes: ['event'],
      bytes: 9,
      durationMs: 1.3,
      heldMs: undefined,
      keptUntil: undefined,
      limited: [],
    });
  });

  it('says why an envelope was stored, and until when it is kept', () => {
    expect(entryOf({ kind: 'spooled', status: 200, cause: 'unreachable', bytes: 1 })).toMatchObject({
      outcome: 'spooled',
      reason: 'unreachable',
      lost: undefined,
      status: 200,
      eventId: undefined,
      keptUntil: 61_000,
    });
  });

  it('says why an envelope was refused', () => {
    expect(entryOf({ kind: 'refused', status: 429, reason: 'rate-limited', detail: '' })).toMatchObject({
      reason: 'rate-limited',
      lost: undefined,
      status: 429,
      keptUntil: undefined,
    });
  });

  it('says how long a delivered envelope was stored', () => {
    expect(entryOf({ kind: 'redelivered', status: 413, heldMs: 2_000.4 })).toMatchObject({
      reason: undefined,
      lost: undefined,
      status: 413,
      heldMs: 2_000,
    });
  });

  it.each([
    ['expired', 'expired'],
    ['refused', 'refused'],
    // What an operator or ingest wants is no loss.
    ['dropped', undefined],
    ['rate-limited', undefined],
  ] as const)('says of an envelope that was given up as %s that its loss is %j', (cause, lost) => {
    expect(entryOf({ kind: 'given-up', cause, heldMs: 10 })).toMatchObject({
      reason: cause,
      lost,
      status: undefined,
      heldMs: 10,
    });
  });
});
