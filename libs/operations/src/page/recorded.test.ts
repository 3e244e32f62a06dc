import { NO_RECORDED } from '@adit/tunnel';
import { stateOf, textOf } from '../../testing/states.helper.ts';
import type { RecordedState } from '../recorded.ts';
import { factsMarkup } from './facts.ts';
import { formatArrived, recordedMarkup, recordedTroubles } from './recorded.ts';

const shareOf = (share: number, half: number, known = 50_000) => ({
  ...{ share, low: share - half, high: share + half, known, unknownShare: 0 },
});

const recorded: RecordedState = {
  total: { ...shareOf(0.998, 0.000_9), unknownShare: 0.04 },
  items: { ...NO_RECORDED().items, error: { arrived: 1_234, lost: 5, unknown: 6, late: 2 } },
  browsers: { chrome: shareOf(0.999, 0.001), safari: shareOf(0.95, 0.02) },
  releases: { 'shop@1': shareOf(0.998, 0.001) },
};

it.each([
  ['99.80 % ± 0.09', shareOf(0.998, 0.000_9)],
  ['99.8 % ± 0.1', shareOf(0.998, 0.001)],
  ['99.8 % ± 0.2', shareOf(0.998, 0.001_01)],
  ['92.0 % ± 9.9', shareOf(0.92, 0.099)],
  ['70 % ± 12', shareOf(0.7, 0.112)],
  ['too few counted yet (99)', shareOf(1, 0.44, 99)],
  ['100 % ± 44', shareOf(1, 0.44, 100)],
  ['100.00 % ± 0.01', { ...shareOf(1, 0), low: 0.999_95 }],
])('says %s', (text, share) => {
  expect(formatArrived(share)).toBe(text);
});

it('says what share has arrived, by category, browser and release', () => {
  const text = textOf(recordedMarkup(stateOf({ recorded })));
  expect(text).toContain('99.80 % ± 0.09 of what browsers recorded has arrived here');
  expect(text).toContain('by the fates of 50,000 items');
  expect(text).toContain('The fate of 4 % more is unknown');
  expect(text).toContain('error 1,234 5 2 6');
  expect(text).not.toContain('replay');
  expect(text).toContain('chrome 99.9 % ± 0.1 of 50,000 safari 95.0 % ± 2.0 of 50,000');
  expect(text).toContain('By release shop@1 99.8 % ± 0.1');
});

it('says that too few items are counted, in all and of a browser', () => {
  const few = { ...recorded, total: shareOf(1, 0.44, 5), browsers: { firefox: shareOf(1, 0.44, 5) } };
  const text = textOf(recordedMarkup(stateOf({ recorded: few })));
  expect(text).toContain('Too few items are counted yet for a share: 5.');
  expect(text).toContain('firefox too few counted yet (5)');
  expect(text).not.toContain('100 %');
});

it('says nothing of unknown fates if there are none', () => {
  const state = stateOf({ recorded: { ...recorded, total: shareOf(1, 0) } });
  expect(textOf(recordedMarkup(state))).not.toContain('unknown: their page');
});

it('is one of the facts', () => {
  const facts = (state = stateOf()) => textOf(factsMarkup(state));
  expect(facts(stateOf({ recorded }))).toContain('Arrived 99.80 % ± 0.09 of what browsers recorded');
  expect(facts()).not.toContain('Arrived');
});

it('is not there if no page has reported', () => {
  expect(recordedMarkup(stateOf()).markup).toBe('');
  expect(recordedTroubles(stateOf())).toEqual([]);
});

describe('is a trouble', () => {
  const troubleOf = (total: RecordedState['total']) => recordedTroubles({ recorded: { ...recorded, total } });

  it('if surely more than 2 % are lost, and names the browsers and releases with the most losses', () => {
    expect(troubleOf(shareOf(0.965, 0.004))).toEqual([
      {
        text: 'Only 96.5 % ± 0.4 of what browsers recorded has arrived, since the start.',
        short: 'What browsers send does not arrive.',
        runbook: 'AditBrowsersLose',
      },
    ]);
    expect(troubleOf(shareOf(0.979, 0.000_9))[0]?.text).toMatch(
      /start\. Less than that: safari \(95\.0 % ± 2\.0\)\.$/,
    );
  });

  it('not if it may be chance, or if too few fates are known', () => {
    expect(troubleOf(shareOf(0.975, 0.006))).toEqual([]);
    expect(troubleOf(shareOf(0.5, 0.1, 999))).toEqual([]);
  });
});
