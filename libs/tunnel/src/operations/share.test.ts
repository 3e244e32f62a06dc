import { reportOf, statsOf } from '../../testing/operations/reports.contract.ts';
import { isMany, refusalsBetween, rejectionsBetween } from './share.ts';
import { totalsOf } from './totals.ts';

type Refused = Parameters<typeof refused>[0];
const refused = (counts: Partial<ReturnType<typeof statsOf>['refused']>, forwarded = 0) =>
  totalsOf(reportOf({ stats: statsOf({ forwarded, refused: { ...statsOf().refused, ...counts } }) }));

describe('isMany', () => {
  it.each([
    // At most five, however few requests there are.
    [5, 5, false],
    [6, 6, true],
    // At most one of twenty.
    [50, 1_000, false],
    [51, 1_000, true],
    [0, 0, false],
  ])('says of %i of %i: %j', (count, of, expected) => {
    expect(isMany({ count, of })).toBe(expected);
  });
});

describe('refusalsBetween', () => {
  it('counts what came between, by reason, of all requests', () => {
    const before = refused({ throttled: 100, 'dsn-not-allowed': 7 }, 10);
    const now = refused({ throttled: 103, 'dsn-not-allowed': 7, 'body-empty': 1 }, 16);

    expect(refusalsBetween(before, now)).toEqual({
      count: 4,
      of: 10,
      by: { throttled: 3, 'body-empty': 1 },
      since: null,
    });
  });

  it.each<Refused>([
    { 'spool-unavailable': 9 },
    { 'internal-error': 9 },
    { 'rate-limited': 9 },
    { closing: 9 },
  ])('leaves out what is told elsewhere: %j', (counts) => {
    expect(refusalsBetween(refused({}), refused(counts))).toMatchObject({ count: 0, of: 9, by: {} });
  });

  it('is nothing without two readings', () => {
    const now = refused({ throttled: 5 });
    expect([refusalsBetween(undefined, now).count, refusalsBetween(now, undefined).of]).toEqual([0, 0]);
  });
});

describe('rejectionsBetween', () => {
  const counts = { forwarded: 0, refused: 0, spooled: 0, redelivered: 0, lost: 0, isOut: false, limits: [] };
  const answered = (forwarded: number, ingestErrors: Record<string, Record<string, number>>) =>
    totalsOf(reportOf({ ingestErrors, stats: statsOf({ projects: { a: { ...counts, forwarded } } }) }));

  it('counts the errors of one project that came between, of all its forwards', () => {
    const before = answered(5, { a: { 403: 1 }, b: { 403: 9 } });
    const now = answered(15, { a: { 403: 3, 500: 1 }, b: { 403: 20 } });

    expect(rejectionsBetween(before, now, 'a')).toEqual({
      count: 3,
      of: 10,
      by: { 403: 2, 500: 1 },
      since: null,
    });
  });

  it('is nothing of a project without errors, without forwards, or without two readings', () => {
    const now = answered(2, {});
    expect(rejectionsBetween(answered(0, {}), now, 'a')).toMatchObject({ count: 0, of: 2 });
    expect(rejectionsBetween(now, now, 'unknown')).toMatchObject({ count: 0, of: 0 });
    expect([rejectionsBetween(undefined, now, 'a').of, rejectionsBetween(now, undefined, 'a').of]).toEqual([
      0, 0,
    ]);
  });
});
