// From the figures of a run to the verdict on each bar.
import { number } from './shared.mjs';

/** Fewer say nothing of one in a thousand. */
const MIN_NAVIGATIONS = 1_000;

const verdictOn = (value, most) =>
  Number.isFinite(value) ? (value <= most ? 'pass' : 'fail') : 'not measured';

function atMost({ measure, value, most, print }) {
  return {
    measure,
    bar: `≤ ${print(most)}`,
    value: Number.isFinite(value) ? print(value) : '–',
    verdict: verdictOn(value, most),
  };
}

const bytes = (value) => `${number(value)} B`;
const milliseconds = (value) => `${number(value, 1)} ms`;
const times = (value) => `${number(value, 2)} ×`;

const SIZES = [
  ['core, `@adit/router`', '@adit/router', 4_200],
  ['prefetch only, `@adit/router/links`', '@adit/router/links', 2_000],
  ['React binding, `@adit/router/react`', '@adit/router/react', 1_500],
];

const WHERE = { tall: 'one below the other', grid: 'all in view' };

/** What nobody sees: one picture of a screen that shows sixty a second. */
const FRAME_MS = 1_000 / 60;

function judgeNextLinks(rows) {
  return rows
    .filter(({ network, measure }) => measure === 'prefetches' || network === 'slow-4g')
    .map(({ network, page, measure, alone, governed }) => {
      const what = `Next, 500 links ${WHERE[page]}, ${network}: ${measure}`;
      return measure === 'prefetches'
        ? atMost({
            measure: `${what}, governed ÷ alone`,
            value: governed.median / alone.median,
            most: 0.2,
            print: times,
          })
        : atMost({
            measure: `${what}, slower than Next alone by; a frame is the bar`,
            value: governed.median - alone.median,
            most: FRAME_MS,
            print: milliseconds,
          });
    });
}

function judgeDeadClicks({ guarded, control }) {
  const measure = `dead clicks in ${number(guarded.navigations)} navigations (control: ${number(control.dead)} of ${number(control.navigations)})`;
  const enough = guarded.navigations >= MIN_NAVIGATIONS && control.dead > 0;
  return atMost({ measure, value: enough ? guarded.dead : NaN, most: 0, print: (value) => number(value) });
}

/** One row for each bar: `measure`, `bar`, `value` and `verdict`. */
export function judgeBars({ sizes, scheduling, pages, reloads, nextLinks, deadClicks }) {
  const find = (rows, subject) => rows?.find((row) => row.subject === subject);
  return [
    ...SIZES.map(([measure, entry, most]) =>
      atMost({ measure, value: sizes?.find((row) => row.entry === entry)?.bytes, most, print: bytes }),
    ),
    atMost({
      measure: 'scheduling 10,000 links, Node, median',
      value: find(scheduling, '@adit/router scheduler')?.medianMs,
      most: 8,
      print: milliseconds,
    }),
    ...(pages ?? [])
      .filter(({ subject }) => subject.startsWith('@adit/'))
      .map(({ subject, medianMs }) =>
        atMost({
          measure: `longest task for 10,000 links, Chromium slowed down 4 ×, ${subject}`,
          value: medianMs,
          most: 50,
          print: milliseconds,
        }),
      ),
    atMost({
      measure: 'reloads in 20 failures, the worst of 5 storage modes',
      value:
        reloads && Math.max(...reloads.filter(({ guard }) => guard === 'ours').map((row) => row.reloads)),
      most: 1,
      print: (value) => number(value),
    }),
    ...judgeNextLinks(nextLinks ?? []),
    ...(deadClicks ? [judgeDeadClicks(deadClicks)] : []),
  ];
}
