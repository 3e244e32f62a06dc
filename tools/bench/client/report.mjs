// docs/benchmarks/client.md, from the rows of a run.
import { number, table } from './shared.mjs';
import { MOMENTS, VARIANTS } from './variants.mjs';

const kilobytes = (bytes) => number(bytes / 1_000, 1);
const times = ({ ratio, low, high }) => `${number(ratio, 2)} (${number(low, 2)}–${number(high, 2)})`;
const milliseconds = ({ median, low, high }) => `${number(median)} (${number(low)}–${number(high)})`;

const rowsOf = (rows, cellsOf, wanted = () => true) =>
  VARIANTS.filter((variant) => rows[variant.id] && wanted(variant)).map((variant) => [
    variant.ours ? `**${variant.label}**` : variant.label,
    ...cellsOf(rows[variant.id], variant),
  ]);

/** A value of a bar with its unit, such as `2,000 B` or `1.03 ×`. */
export const withUnit = (value, unit) =>
  Number.isFinite(value) ? `${number(value, unit === '×' ? 3 : 0)} ${unit}` : '–';

function barRow({ variant, measure, unit, most, least, value, low, high, noise, verdict }) {
  return [
    variant,
    measure,
    most === undefined ? `≥ ${withUnit(least, unit)}` : `≤ ${withUnit(most, unit)}`,
    withUnit(value, unit),
    low === undefined ? '' : `${number(low, 3)}–${number(high, 3)}`,
    noise === undefined ? '' : `${number(noise * 100, 1)} %`,
    verdict.startsWith('pass') ? verdict : `**${verdict}**`,
  ];
}

const sizes = (rows) =>
  table(
    ['page', 'first load KB', 'added KB', 'document KB', 'scripts in the end KB', 'added KB'],
    rowsOf(
      rows,
      ({ firstLoad, added, scriptBytes }, { id }) => [
        kilobytes(firstLoad.scriptBytes),
        id === 'none' ? '' : kilobytes(added),
        kilobytes(firstLoad.htmlBytes),
        kilobytes(scriptBytes.median),
        id === 'none' ? '' : kilobytes(scriptBytes.median - rows.none.scriptBytes.median),
      ],
      ({ id }) => id !== 'control',
    ),
  );

const loading = (rows, figures) =>
  table(
    ['page', ...figures.flatMap(({ title }) => [`${title} ms`, '÷ no monitoring'])],
    rowsOf(rows, (row) =>
      figures.flatMap(({ figure }) => [
        milliseconds(row[figure]),
        row[figure].against ? times(row[figure].against) : '',
      ]),
    ),
  );

const deliveries = (rows) =>
  table(
    ['page', ...MOMENTS.map(({ label }) => label)],
    rowsOf(
      rows,
      ({ delivery }) =>
        MOMENTS.map(({ id }) => {
          const { thrown, delivered, duplicates } = delivery[id];
          return `${delivered} of ${thrown}${duplicates > 0 ? `, ${duplicates} twice` : ''}`;
        }),
      ({ sends }) => sends,
    ),
  );

const remarks = (rows) =>
  VARIANTS.flatMap(({ id, label }) => {
    const late = Object.values(rows[id]?.delivery ?? {}).flatMap(({ problems }) => problems);
    return [...new Set([...(rows[id]?.problems ?? []), ...late])].map((problem) => `- ${label}: ${problem}`);
  });

const METHOD = `- One source tree, \`tools/bench/client/app\`, is built with Turbopack once for each row; \`variants/\` holds what differs. All
  that report have the same \`withSentryConfig\`, the same server side and the same DSN, and send to the page's own origin.
- Sentry's rows are what \`npx @sentry/wizard -i nextjs\` writes, plus the tunnel, without what uploads.
- **First load** is every script tag of the served document but \`nomodule\`, each by itself through gzip -9. A KB is
  1,000 bytes. **Scripts in the end** is what Chromium had received, head and body, as Next compresses it, when nothing
  happened any more; the SDK's own chunk is in it.
- Each load is a context of its own in one headless Chromium, the CPU slowed down four times through the DevTools protocol.
  Rounds are interleaved, each begins with another variant, and one load of each goes before and does not count. Medians, in
  parentheses the middle half; for ratios the interval of 95 in 100 bootstrap resamplings of the rounds.
- **Total blocking time** is what long tasks exceed 50 ms by between first contentful paint and the time the page is
  interactive, the end of the last long task before five seconds without one (https://web.dev/articles/tbt). A load ends when
  neither the network nor a long task was seen for two seconds and, in those that report, something was reported;
  **blocking time, ever** goes to that end. The SDK that comes late blocks the page as well, after it has come to rest: the
  difference between the two is what it costs then.
- **No monitoring, measured again** is the same build in the same rounds. What it differs by is the noise of the machine, and
  a ratio closer to 1 than that says nothing: where it differs by more than a bar allows, the bar counts as not measured.
- The server answers from memory, as a CDN does, and takes the reports itself: a rewrite of Next's would have been part of
  the build that is measured.
- Errors are thrown so long after the page's own client code starts, without CPU throttling; every answer of the server
  takes 40 ms. The tab is closed as a visitor does, 50 ms after the throw. An error counts as delivered when an event with its
  text arrived within 5 seconds; a second one is a duplicate.`;

/** The whole document. */
export function writeReport({ rows, bars, versions, machine, rounds, repetitions, closed }) {
  const versionList = Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(' · ');
  const said = remarks(rows);
  return `# What monitoring costs the page

Written by \`npm run bench:client -- --loads ${rounds} --repetitions ${repetitions} --closed ${closed}\` on ${machine.cores} cores
(${machine.model}), everything on the loopback interface. Absolute figures drift from machine to machine; the ratios within
one run are what counts. Bold rows are this repository's.

${versionList}

## Bars

${table(['variant', 'measure', 'bar', 'measured', '95 %', 'noise', 'verdict'], bars.map(barRow), 2)}

## Bytes

${sizes(rows)}

![First load, blocking time and delivery of each page, drawn](client.svg)

## Loading

${loading(rows, [
  { figure: 'blocking', title: 'total blocking time' },
  { figure: 'lcp', title: 'largest contentful paint' },
])}

${loading(rows, [
  { figure: 'blockingEver', title: 'blocking time, ever' },
  { figure: 'mainThread', title: 'main thread' },
])}

## Errors delivered

${deliveries(rows)}
${said.length > 0 ? `\nRemarks:\n\n${said.join('\n')}\n` : ''}
## How it is measured

${METHOD}
`;
}
