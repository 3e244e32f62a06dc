import { mergeLedgers, createLedger } from './ledger.ts';
import { addFates, recordReport, type RecordedReport } from './recorded.ts';

const reportOf = (values: Partial<RecordedReport> = {}): RecordedReport => ({
  release: 'shop@1',
  received: 1,
  isHidden: false,
  items: {},
  hidden: addFates([]),
  ...values,
});
const fates = (arrived: number, lost = 0, unknown = 0, late = 0) => ({ arrived, lost, unknown, late });

it('adds up reports by release and browser', () => {
  const ledger = createLedger();
  const items = { error: fates(3, 1), session: fates(1, 0, 2) };
  recordReport(ledger.recorded, reportOf({ received: 2, items, hidden: fates(1, 1) }), 'chrome');
  recordReport(ledger.recorded, reportOf({ isHidden: true, items: { error: fates(1) } }), 'chrome');
  recordReport(ledger.recorded, reportOf({ release: '' }), 'safari');

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
  for (const { recorded } of [one, other]) recordReport(recorded, reportOf(), 'firefox');
  expect(mergeLedgers([one, other]).recorded['shop@1']?.firefox?.received.shown).toBe(2);
});

it('counts 10 releases apart, and what comes after as other', () => {
  const { recorded } = createLedger();
  for (let n = 0; n < 100; n += 1) recordReport(recorded, reportOf({ release: `shop@${n}` }), 'chrome');
  recordReport(recorded, reportOf({ release: 'shop@9' }), 'chrome');
  expect(Object.keys(recorded)).toHaveLength(11);
  expect(recorded['shop@9']?.chrome?.received.shown).toBe(2);
  expect(recorded['other']?.chrome?.received.shown).toBe(90);
});

it('takes a release named like a property of all objects for a release', () => {
  const { recorded } = createLedger();
  recordReport(recorded, reportOf({ release: '__proto__' }), 'chrome');
  expect(Object.keys(recorded)).toEqual(['__proto__']);
});
