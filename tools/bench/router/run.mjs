// npm run bench:router: a page of 500 links in Next with and without the governor, and dead clicks with and without the
// navigator. A full run writes docs/benchmarks/router.md and its chart.
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../src/chromium.mjs';
import { versionsOf } from '../build.mjs';
import { inUnit, judge, number, table } from '../report.mjs';
import { readCount, runSuite } from '../suite.mjs';
import { measureDeadClicks } from './dead-clicks.mjs';
import { measureNextLinks } from './next-links.mjs';

const HELP = `npm run bench:router -- [options]
  --navigations n   in the search for dead clicks (1000)
  --runs n          of Next's page of 500 links, in each variant and network (5)
  --quick           50 navigations, 1 run
  --write           write the documents after a quick run too
  --report          write the documents from the last run's figures, measuring nothing`;

/** The minimum number of clicks for a statement about one in a thousand. */
const MIN_NAVIGATIONS = 1_000;
/** An unnoticeable difference: one frame of a screen that shows sixty a second. */
const FRAME_MS = 1_000 / 60;
const PAGES = { tall: 'one below the other', grid: 'all in view' };

const read = (values) => ({
  navigations: readCount(values, 'navigations', values.quick ? 50 : 1_000),
  runs: readCount(values, 'runs', values.quick ? 1 : 5),
});

async function run({ navigations, runs }) {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const nextLinks = await measureNextLinks({ browser, runs });
    console.log('\nDead clicks …');
    const deadClicks = await measureDeadClicks({ browser, navigations });
    const versions = { chromium: browser.version(), ...versionsOf(['next', 'react']) };
    return { nextLinks, deadClicks, versions };
  } finally {
    await browser.close();
  }
}

const range = ({ median, min, max }) => `${number(median)} (${number(min)}–${number(max)})`;

function judgeLinks({ network, page, measure, alone, governed }) {
  const where = `500 links ${PAGES[page]}, ${network}`;
  const spread = `${range(governed)} against ${range(alone)}`;
  return measure === 'prefetches'
    ? judge({
        measure: 'prefetches, governed ÷ Next alone',
        where,
        value: governed.median / alone.median,
        most: 0.2,
        print: inUnit('×', 2),
        spread,
      })
    : judge({
        measure: `${measure}, later than with Next alone; a frame is the bar`,
        where,
        value: governed.median - alone.median,
        most: FRAME_MS,
        print: inUnit('ms', 1),
        spread,
      });
}

function judgeClicks({ guarded, control }) {
  const isEnough = guarded.navigations >= MIN_NAVIGATIONS && control.dead > 0;
  return judge({
    measure: 'dead clicks',
    where: `${number(guarded.navigations)} navigations`,
    value: guarded.dead,
    most: 0,
    print: number,
    spread: `${number(control.dead)} without the navigator`,
    unmeasured: isEnough ? undefined : 'too few navigations',
  });
}

const linksTable = (rows) =>
  table(
    ['network', 'page', 'measure', 'Next alone', '**governed**', 'dead, alone / governed'],
    rows.map(({ network, page, measure, alone, governed }) => [
      network,
      page,
      measure === 'prefetches' ? 'requests in 10 s' : `${measure}, ms`,
      range(alone),
      range(governed),
      `${alone.dead} / ${governed.dead}`,
    ]),
    3,
  );

const fateTable = ({ guarded, control }) =>
  table(
    [
      'what became of the click',
      `**with the navigator**, of ${number(guarded.navigations)}`,
      `without deadline and watch, of ${number(control.navigations)}`,
    ],
    [...new Set([...Object.keys(guarded.fates), ...Object.keys(control.fates)])]
      .sort()
      .map((fate) => [fate, number(guarded.fates[fate] ?? 0), number(control.fates[fate] ?? 0)]),
  );

const requestBars = (rows) =>
  rows
    .filter(({ measure }) => measure === 'prefetches')
    .flatMap(({ network, page, alone, governed }) =>
      [
        ['Next alone', alone.median],
        ['governed', governed.median],
      ].map(([who, value]) => ({
        label: `${who}, ${page} page, ${network}`,
        ours: who === 'governed',
        value,
        print: number(value),
      })),
    );

const conclude = ({ nextLinks, deadClicks }) => ({
  title: 'The router beside Next alone',
  command: 'npm run bench:router',
  bars: [
    ...nextLinks
      .filter(({ network, measure }) => measure === 'prefetches' || network === 'slow-4g')
      .map(judgeLinks),
    judgeClicks(deadClicks),
  ],
  sections: [
    { title: 'A page of 500 links in Next, median (least–most)', parts: [linksTable(nextLinks)] },
    { title: 'Dead clicks', parts: [fateTable(deadClicks)] },
  ],
  panels: [
    {
      title: 'A page of 500 links in Next',
      axis: 'prefetch requests at the server in the first ten seconds, median; less is better',
      bars: requestBars(nextLinks),
    },
    {
      title: `Dead clicks in ${number(deadClicks.guarded.navigations)} navigations`,
      axis: 'nothing is shown, said or loaded for three seconds; less is better',
      bars: [
        { label: 'without deadline and watch', value: deadClicks.control.dead },
        { label: 'with the navigator', ours: true, value: deadClicks.guarded.dead },
      ].map((bar) => ({ ...bar, print: number(bar.value) })),
    },
  ],
});

await runSuite({
  name: 'router',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  help: HELP,
  options: ['navigations', 'runs'],
  read,
  run,
  conclude,
});
