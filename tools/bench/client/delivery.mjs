// Throws errors early, and counts how many of them arrive.
import { setTimeout as sleep } from 'node:timers/promises';
import { MOMENTS } from './variants.mjs';

/** The delay of each answer of the server, as on a network: without it, the SDK would always load in time. */
const NETWORK_DELAY_MS = 40;
/** Pages open at the same time. */
const CONCURRENCY = 4;
const THROW_TIMEOUT_MS = 30_000;
/** The time in which a thrown error must arrive; nothing is closed before that. */
const ARRIVAL_MS = 5_000;

/** Opens the page, lets it throw, leaves at the given moment, and waits; returns whether it threw. */
async function throwOnce({ browser, front, moment, id }) {
  const context = await browser.newContext();
  try {
    // A context without a page would be closed while it still sends.
    await context.newPage();
    const page = await context.newPage();
    let noteThrow;
    const thrown = new Promise((resolve) => {
      noteThrow = resolve;
    });
    // Exposed before navigation: the page calls it before anything else.
    await page.exposeFunction('benchThrows', () => noteThrow(true));
    await page.goto(`${front.origin}/?fault=${moment.fault}&id=${encodeURIComponent(id)}`, {
      waitUntil: 'commit',
    });
    const isThrown = await Promise.race([thrown, sleep(THROW_TIMEOUT_MS, false, { ref: false })]);
    if (moment.closeAfterMs !== undefined) {
      await sleep(moment.closeAfterMs);
      // Closes the tab as a visitor does: with `beforeunload` and `pagehide`.
      await page.close({ runBeforeUnload: true });
    }
    await sleep(ARRIVAL_MS);
    return isThrown;
  } finally {
    await context.close();
  }
}

/** Runs the tasks, a limited number at a time, in order. */
async function runAll(tasks) {
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/**
 * Throws `repetitions` errors at each moment in each variant, interleaved; `closed` errors for moments at which the tab
 * is closed. The result is by variant, then moment: how many were thrown, delivered, and delivered twice.
 */
export async function measureDelivery({ browser, fronts, variants, repetitions, closed }) {
  const rows = {};
  for (const { id } of variants) {
    fronts[id].delayMs = NETWORK_DELAY_MS;
    rows[id] = {};
  }
  for (const moment of MOMENTS) {
    const count = moment.closeAfterMs === undefined ? repetitions : closed;
    for (const { id } of variants)
      rows[id][moment.id] = { thrown: 0, delivered: 0, duplicates: 0, problems: [] };
    const tasks = Array.from({ length: count }, (_, repetition) =>
      variants.map((variant) => async () => {
        const front = fronts[variant.id];
        const row = rows[variant.id][moment.id];
        // Short words, because scrubbing treats a long word with a digit as a token.
        const id = `${variant.id} ${moment.id} ${repetition}`;
        if (!(await throwOnce({ browser, front, moment, id }))) {
          row.problems.push(`thrown ${moment.label}: a page did not come to throw`);
          return;
        }
        const arrived = front.errors.filter((text) => text.endsWith(`bench ${id}`)).length;
        row.thrown += 1;
        row.delivered += Math.min(1, arrived);
        row.duplicates += Math.max(0, arrived - 1);
      }),
    ).flat();
    await runAll(tasks);
    const figures = variants.map(({ id }) => {
      const { thrown, delivered, duplicates } = rows[id][moment.id];
      return `${id} ${delivered}/${thrown}${duplicates ? ` (+${duplicates})` : ''}`;
    });
    console.log(`  thrown ${moment.label}: ${figures.join(', ')}`);
  }
  for (const { id } of variants) fronts[id].delayMs = 0;
  return rows;
}
