import { mergeLedgers, createLedger } from './ledger.ts';
import { createReleases } from './releases.ts';
import { addFates, recordReport, type RecordedReport } from './recorded.ts';

const reportOf = (values: Partial<RecordedReport> = {}): RecordedReport => ({
  release: 'shop@1',
  earlierRelease: values.release ?? 'shop@1',
  received: 1,
  isHidden: false,
  items: {},
  hidden: addFates([]),
  ...values,
});
const fates = (arrived: number, lost = 0, unknown = 0, late = 0) => ({ arrived, lost, unknown, late });

it('adds up reports by release and browser', () => {
  const ledger = createLedger();
  const releases = createReleases();
  const items = { error: fates(3, 1), session: fates(1, 0, 2) };
  recordReport(ledger.recorded, reportOf({ received: 2, items, hidden: fates(1, 1) }), 'chrome', releases);
  recordReport(ledger.recorded, reportOf({ isHidden: true, items: { error: fates(1) } }), 'chrome', releases);
  recordReport(ledger.recorded, reportOf({ release: '' }), 'safari', releases);

  expect(ledger.recorded['shop@1']?.chrome).toMatchObject({
    received: { shown: 2, hidden: 1 },
    items: { error: fates(4, 1), session: fates(1, 0, 2), replay: fates(0) },
    hidden: fates(1, 1),
    products: { knownKnown: 25 + 1, knownLost: 5, lostLost: 1 },
  });
  expect(Object.keys(ledger.recorded)).toEqual(['shop@1', 'unknown']);
});

it('adds up the counts of several processes', () => {
  const [one, other] = [createLedger(), createLedger()];
  for (const { recorded } of [one, other]) recordReport(recorded, reportOf(), 'firefox', createReleases());
  expect(mergeLedgers([one, other]).recorded['shop@1']?.firefox?.received.shown).toBe(2);
});

it('counts what came in under the release of the page, and what it reports under that of the earlier pages', () => {
  const ledger = createLedger();
  const report = reportOf({ release: 'shop@2', earlierRelease: 'shop@1', items: { error: fates(3, 1) } });
  recordReport(ledger.recorded, report, 'chrome', createReleases());
  expect(ledger.recorded).toMatchObject({
    'shop@1': { chrome: { received: { shown: 0 }, items: { error: fates(3, 1) } } },
    'shop@2': { chrome: { received: { shown: 1 }, items: { error: fates(0) } } },
  });
});

it('counts a release that gave way with the others', () => {
  const { recorded } = createLedger();
  const releases = createReleases();
  for (let n = 0; n < 11; n += 1)
    recordReport(recorded, reportOf({ release: `shop@${n}` }), 'chrome', releases);
  expect(Object.keys(recorded)).toEqual(['other']);
  expect(recorded['other']?.chrome?.received.shown).toBe(11);
});

it('never counts less of all releases together, however many give way', () => {
  const { recorded } = createLedger();
  const releases = createReleases();
  for (let n = 1; n <= 300; n += 1) {
    const report = reportOf({
      release: `made-up@${n}`,
      earlierRelease: `made-up@${n - 1}`,
      items: { error: fates(1, 1) },
    });
    recordReport(recorded, report, n % 2 ? 'chrome' : 'safari', releases);
    const all = Object.values(recorded).flatMap((byBrowser) => Object.values(byBrowser));
    const sum = (of: (counts: (typeof all)[number]) => number): number =>
      all.reduce((total, counts) => total + of(counts), 0);
    expect(sum(({ received }) => received.shown)).toBe(n);
    expect(sum(({ items }) => items.error.lost)).toBe(n);
    expect(sum(({ products }) => products.knownKnown)).toBe(4 * n);
  }
});

it('takes a release named like a property of all objects for a release', () => {
  const { recorded } = createLedger();
  recordReport(recorded, reportOf({ release: '__proto__' }), 'chrome', createReleases());
  expect(Object.keys(recorded)).toEqual(['__proto__']);
});
