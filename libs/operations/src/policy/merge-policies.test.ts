import { costlyError, readingOf } from '../../testing/policies.helper.ts';
import { mergeDocumentMeasures, measureDocument } from './document-measure.ts';
import { mergePolicies } from './merge-policies.ts';
import type { DocumentState } from './policy-reading.ts';

const ok = (version: string, inForceSince: number): DocumentState => ({
  status: 'ok',
  version,
  inForceSince,
  since: inForceSince,
  lastCheckedAt: inForceSince + 5,
});

const documents = (...states: DocumentState[]) =>
  mergePolicies(states.map((document) => readingOf({ document })))?.document;

describe('mergePolicies', () => {
  it('has nothing without a policy, and no document if none is followed', () => {
    expect(mergePolicies([])).toBeNull();
    expect(mergePolicies([readingOf(), readingOf()])).toEqual({
      document: null,
      rules: [],
      moreRules: 0,
      scrubs: [],
      secretsEffect: 'removed',
      secrets: [],
      moreSecrets: 0,
      hasBudgets: false,
      suggestedPerDay: null,
      top: [],
    });
  });

  it('adds up rules, secrets and errors', () => {
    const rule = (id: string, matched: number) => ({ id, matched, isDryRun: false });
    const secret = (id: string, matched: number) => ({ id, matched });
    const later = { title: 'newer', seen: 5, passed: 5, dropped: 0, firstSeenAt: 20, lastSeenAt: 90 };
    const other = costlyError({ project: '7', seen: 100 });
    const merged = mergePolicies([
      readingOf({
        rules: [rule('a', 3), rule('b', 2), rule('idle', 0)],
        moreRules: 4,
        scrubs: ['account'],
        secrets: [secret('email', 3)],
        moreSecrets: 2,
        suggestedPerDay: 300,
        top: [costlyError({ firstSeenAt: 10, lastSeenAt: 30 })],
      }),
      readingOf({
        rules: [rule('b', 7), rule('idle', 0)],
        scrubs: ['account', 'cart'],
        secretsEffect: 'counted',
        secrets: [secret('jwt', 5), secret('email', 4)],
        hasBudgets: true,
        suggestedPerDay: 500,
        top: [costlyError(later), other],
      }),
    ]);

    expect(merged).toEqual({
      document: null,
      rules: [rule('b', 9), rule('a', 3), rule('idle', 0)],
      moreRules: 4,
      scrubs: ['account', 'cart'],
      secretsEffect: 'counted',
      secrets: [secret('email', 7), secret('jwt', 5)],
      moreSecrets: 2,
      hasBudgets: true,
      suggestedPerDay: 500,
      top: [
        other,
        costlyError({ title: 'newer', seen: 15, passed: 9, dropped: 6, firstSeenAt: 10, lastSeenAt: 90 }),
      ],
    });
  });

  it('stays bounded over many processes', () => {
    const readings = Array.from({ length: 64 }, (_, worker) =>
      readingOf({
        rules: Array.from({ length: 50 }, (_rule, index) => ({
          id: `${worker}-${index}`,
          matched: 1,
          isDryRun: false,
        })),
        top: Array.from({ length: 10 }, (_error, index) =>
          costlyError({ fingerprint: `${worker}-${index}` }),
        ),
      }),
    );
    const merged = mergePolicies(readings);

    expect([merged?.rules.length, merged?.moreRules, merged?.top.length]).toEqual([50, 64 * 50 - 50, 10]);
  });

  it('shows the worst status since it began, and the versions in force', () => {
    expect(documents(ok('v1', 10), ok('v2', 20))).toEqual({
      status: 'ok',
      version: 'v2',
      versions: ['v1', 'v2'],
      inForceSince: 20,
      since: 10,
      lastCheckedAt: 25,
      problem: null,
    });
    const refused: DocumentState = {
      ...ok('v1', 10),
      status: 'refused',
      since: 50,
      problem: 'rules[0] is wrong',
    };
    const later = { ...refused, since: 60 };
    expect(
      documents(ok('v1', 10), later, refused, { ...ok('v1', 10), status: 'stale', since: 5 }),
    ).toMatchObject({
      status: 'refused',
      since: 50,
      problem: 'rules[0] is wrong',
      version: 'v1',
      versions: ['v1'],
    });
    expect(documents({ status: 'missing', since: 1 })).toEqual({
      status: 'missing',
      version: null,
      versions: [],
      inForceSince: null,
      since: 1,
      lastCheckedAt: null,
      problem: null,
    });
  });
});

describe('the measure of a document', () => {
  it('is unknown without one, and before the first check', () => {
    expect(measureDocument(undefined)).toBeUndefined();
    expect(measureDocument({ status: 'starting', since: 1 })).toBeUndefined();
    expect(measureDocument(ok('v1', 7))).toEqual({ isOk: true, inForceSince: 7 });
    expect(measureDocument({ ...ok('v1', 7), status: 'stale' })).toEqual({ isOk: false, inForceSince: 7 });
  });

  it('is right only if each process is, and as old as the oldest document', () => {
    expect(
      mergeDocumentMeasures([
        { isOk: true, inForceSince: 9 },
        { isOk: false },
        { isOk: true, inForceSince: 5 },
      ]),
    ).toEqual({
      isOk: false,
      inForceSince: 5,
    });
    expect(mergeDocumentMeasures([{ isOk: true }])).toEqual({ isOk: true, inForceSince: undefined });
  });
});
