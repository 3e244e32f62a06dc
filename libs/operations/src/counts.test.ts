import { answersOf, reportOf, statsOf, tookMs } from '../testing/reports.helper.ts';
import {
  countErrors,
  countsOf,
  errorsIn,
  ingestDurations,
  isMany,
  lostOf,
  refusalsIn,
  rejectionsIn,
  requestDurations,
  requestsByFate,
  requestsOf,
} from './counts.ts';

it('a request counts once, and a loss apart from it', () => {
  const idle = statsOf();
  const stats = statsOf({
    forwarded: 1,
    spooled: 2,
    aborted: 3,
    unreachable: 4,
    timedOut: 5,
    invalidAnswers: 6,
    refused: { ...idle.refused, closing: 7, 'rate-limited': 8 },
    lost: { ...idle.lost, expired: 9, unreachable: 1 },
  });
  expect([requestsByFate(stats).refused, requestsOf(stats), lostOf(stats)]).toEqual([15, 36, 10]);
});

it('errors of ingest are those of requests, by project and status', () => {
  const stats = statsOf({
    answers: {
      ...answersOf({ 200: 9, 403: 2, 429: 9, 502: 1, 'timed-out': 3 }),
      ...answersOf({ 400: 1 }, ''),
    },
    redeliveries: answersOf({ 413: 5 }),
  });
  expect(errorsIn(stats)).toEqual({ 'a.example/1': { 403: 2, 502: 1 }, unknown: { 400: 1 } });
  expect(countErrors(stats)).toBe(4);
  expect(errorsIn(statsOf())).toEqual({});
});

it('durations are those of clients, and those of ingest with those of stored envelopes', () => {
  const stats = statsOf({
    requests: { 'POST tunnel 200': tookMs(2) },
    answers: answersOf({ 200: 1, 400: 1 }),
    redeliveries: answersOf({ 200: 4 }),
  });
  expect([requestDurations(stats).length, ingestDurations(stats).length]).toEqual([1, 3]);
});

it('the counts of a process have no state in them', () => {
  const { projects, ...counts } = countsOf(reportOf({ skippedOutcomes: 5, stats: statsOf({ inFlight: 3 }) }));
  expect(counts.skippedOutcomes).toBe(5);
  expect(counts).not.toHaveProperty('inFlight');
  expect(Object.values(projects)).not.toContainEqual(expect.objectContaining({ isOut: false }));
});

type Stats = ReturnType<typeof statsOf>;

const counted = (values: Partial<Stats>) => countsOf(reportOf({ stats: statsOf(values) }));
const refused = (counts: Partial<Stats['refused']>, forwarded = 0) =>
  counted({ forwarded, refused: { ...statsOf().refused, ...counts } });

describe('isMany', () => {
  it.each([
    // At most five, regardless of the number of requests.
    [5, 5, false],
    [6, 6, true],
    // At most one in twenty.
    [50, 1_000, false],
    [51, 1_000, true],
    [0, 0, false],
  ])('says of %i of %i: %j', (count, of, expected) => {
    expect(isMany({ count, of })).toBe(expected);
  });
});

describe('refusalsIn', () => {
  it('counts refusals by reason, of all requests', () => {
    expect(refusalsIn(refused({ throttled: 3, 'body-empty': 1 }, 6))).toEqual({
      count: 4,
      of: 10,
      by: { throttled: 3, 'body-empty': 1 },
      since: null,
    });
  });

  it.each<Partial<Stats['refused']>>([
    { 'spool-unavailable': 9 },
    { 'internal-error': 9 },
    { 'rate-limited': 9 },
    { closing: 9 },
  ])('leaves out what is told elsewhere: %j', (counts) => {
    expect(refusalsIn(refused(counts))).toMatchObject({ count: 0, of: 9, by: {} });
  });

  it('is nothing before there are two readings', () => {
    expect(refusalsIn(undefined)).toMatchObject({ count: 0, of: 0 });
  });
});

describe('rejectionsIn', () => {
  const project = {
    ...{ forwarded: 10, refused: 0, spooled: 0, redelivered: 0, lost: 0 },
    isOut: false,
    limits: [],
  };

  it('counts the errors of one project, of all its forwards, and neither successes nor rate limits', () => {
    const answers = { ...answersOf({ 200: 5, 403: 2, 429: 2, 500: 1 }, 'a'), ...answersOf({ 403: 9 }, 'b') };
    expect(rejectionsIn(counted({ answers, projects: { a: project } }), 'a')).toEqual({
      count: 3,
      of: 10,
      by: { 403: 2, 500: 1 },
      since: null,
    });
  });

  it('reads the answers of this project only: there is a call for each project, each second', () => {
    const unread = (): never => {
      throw new Error('read');
    };
    const answers = { ...answersOf({ 403: 1 }, 'a') };
    Object.defineProperty(answers, 'b', { enumerable: true, get: unread });
    expect(rejectionsIn({ ...counted({ projects: { a: project } }), answers }, 'a').count).toBe(1);
  });

  it('is nothing of a project without errors, without forwards, or before there are two readings', () => {
    expect(rejectionsIn(counted({ projects: { a: project } }), 'a')).toMatchObject({ count: 0, of: 10 });
    expect(rejectionsIn(counted({}), 'unknown')).toMatchObject({ count: 0, of: 0 });
    expect(rejectionsIn(undefined, 'a')).toMatchObject({ count: 0, of: 0 });
  });
});
