// docs/benchmarks/router.md, from the figures of a run.
import { number, table } from './shared.mjs';

const name = (subject) => (subject.startsWith('@adit/') || subject === 'ours' ? `**${subject}**` : subject);
const range = ({ median, min, max }, digits = 0) =>
  `${number(median, digits)} (${number(min, digits)}–${number(max, digits)})`;

const bars = (rows) =>
  table(
    ['measure', 'bar', 'measured', 'verdict'],
    rows.map(({ measure, bar, value, verdict }) => [
      measure,
      bar,
      value,
      verdict === 'pass' ? verdict : `**${verdict}**`,
    ]),
  );

const sizes = (rows) =>
  table(
    ['entry, everything it exports', 'bytes'],
    rows.map(({ entry, bytes }) => [name(entry), number(bytes)]),
  );

const timed = (rows) =>
  table(
    ['subject', 'what it does', 'ms', 'least', 'most'],
    rows.map(({ subject, what, medianMs, minMs, maxMs }) => [
      name(subject),
      what,
      number(medianMs, 1),
      number(minMs, 1),
      number(maxMs, 1),
    ]),
    2,
  );

function reloadTable(rows) {
  const modes = [...new Set(rows.map(({ mode }) => mode))];
  const guards = [...new Set(rows.map(({ guard }) => guard))];
  return table(
    ['guard', ...modes],
    guards.map((guard) => [
      name(guard),
      ...modes.map((mode) => {
        const { reloads, shown } = rows.find((row) => row.guard === guard && row.mode === mode);
        return `${reloads}, then ${shown ?? 'nothing'}`;
      }),
    ]),
    modes.length + 1,
  );
}

const nextLinks = (rows) =>
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

const fates = ({ guarded, control }) => {
  const all = [...new Set([...Object.keys(guarded.fates), ...Object.keys(control.fates)])].sort();
  return table(
    [
      'what became of the click',
      `**with the navigator**, of ${number(guarded.navigations)}`,
      `without deadline and watch, of ${number(control.navigations)}`,
    ],
    all.map((fate) => [fate, number(guarded.fates[fate] ?? 0), number(control.fates[fate] ?? 0)]),
  );
};

const METHOD = `- Everything runs one after the other, on the loopback interface. What is compared was measured in one run; sections may be of
  different runs. Sizes: esbuild's bundle of everything an entry
  exports, minified, gzip -9; react and next are left to the application.
- **Scheduling** is wall time in Node. Subjects take turns, each in a process of its own, so that none pays for another's garbage;
  the first three rounds of a process do not count. Each takes 10,000 jobs, raises every tenth where it can, and runs them all;
  Next's heap runs nothing, and its code is read from the installed package.
- **Longest task** is the processor time of the longest task in a trace of headless Chromium slowed down four times, on a page of
  10,000 links, from the start of the subject. Beside them: the page alone, the least any queue does, and the browser's own
  observer, which is nearly all of what a page of so many observed links pays.
- **Reloads**: a route's chunk fails for ever; each page load tries it, 20 times. Storage that is full and the opaque origin are real,
  storage that throws or is absent is patched. Nuxt's guard is rewritten from its source, TanStack's is its own.
- **Next**: one production build with 500 links. The governor is switched off by a query parameter for the other half; the two take
  turns. Prefetches are counted where they reach the server, while the page is scrolled from top to bottom within ten seconds.
  Slow 4G is what DevTools calls so (562.5 ms, 1.44 Mbit/s). The click is made one second after the load event; the
  hovered one with the pointer resting on the link for 300 ms before.
- **Dead clicks**: clicks on pages whose data and documents hang, fail, come late or are empty, in six tabs, with the network gone now
  and then, seeded. A click is dead when for three seconds it neither shows a page, nor says that it failed, nor leaves for another document.`;

/** The whole document. */
export function writeReport({ bars: judged, versions, machine, ...results }) {
  const versionList = Object.entries(versions)
    .map(([each, version]) => `${each} ${version}`)
    .join(' · ');
  return `# The router beside its peers

Written by \`npm run bench:router\` on ${machine.cores} cores (${machine.model}). Absolute figures drift from machine to machine;
what was measured side by side in one section is what counts. Bold rows are this repository's.

${versionList}

## Bars

${bars(judged)}

![Requests, clicks and scheduling, drawn](router.svg)

## Sizes

${sizes(results.sizes)}

## 10,000 links in Node

${timed(results.scheduling)}

## 10,000 links in Chromium, slowed down four times: the longest task

${timed(results.pages)}

## Reloads when a chunk stays away, in 20 failures

${reloadTable(results.reloads)}

## A page of 500 links in Next 16.4, median (least–most)

${nextLinks(results.nextLinks)}

## Dead clicks

${fates(results.deadClicks)}

## How it is measured

${METHOD}
`;
}
