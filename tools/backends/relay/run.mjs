// Passes the same events through the normaliser and the default scrubbing of Relay, and through our scrubber.
import assert from 'node:assert/strict';
import { isAlteredByRelay, isLeft, loadOurs } from './compare.mjs';
import { errorEvent } from './events.mjs';
import { harmlessCases } from './harmless.mjs';
import { complaintsOf, installRelay, passThroughRelay, RELAY_VERSION } from './install.mjs';
import { ALTERED_BY_OURS, COMPLAINTS, EXCEPTIONS, WRONG } from './known.mjs';
import { secretCases } from './secrets.mjs';
import { browserEvents, findBrowser, serverEvents } from './sdk-events.mjs';

const ROW = `Relay ${RELAY_VERSION}, normaliser`;
/** The minimum number of events in the comparison. */
const FEWEST_EVENTS = 300;
/** The minimum number of events from each SDK. */
const FEWEST_OF_SDK = 70;

/** Runs a test, as the report of `npm test -- backends` does. */
async function checkBy(report, title, test) {
  if (report.check !== undefined) return report.check(title, test);
  try {
    await test();
    report.pass(title);
  } catch (error) {
    report.fail(title, error);
  }
}

const titlesOf = (cases) => cases.map(({ title }) => title);

/** Secrets and harmless texts, each with the result of either scrubber. */
function compare(python, { createScrubber, SECRETS, SECRETS_BEHIND_A_WORD, HARMLESS }) {
  const { scrub } = createScrubber();
  const judge = (cases, takes) => {
    const answers = passThroughRelay(
      python,
      cases.map(({ event }) => event),
    );
    return cases.map((one, index) => ({ ...one, answer: answers[index], ...takes(one, answers[index]) }));
  };
  const altered = ({ event }, answer) => ({ relay: isAlteredByRelay(answer), ours: scrub(event) !== event });
  return {
    secrets: judge(
      secretCases(SECRETS, SECRETS_BEHIND_A_WORD),
      ({ secret, event }, { normalised, stripped }) => ({
        isThere: isLeft(secret, event) && isLeft(secret, normalised),
        relay: !isLeft(secret, stripped),
        ours: !isLeft(secret, scrub(event)),
      }),
    ),
    harmless: judge(harmlessCases(), altered),
    // Those that the scrubber's own tests check.
    ownHarmless: judge(
      HARMLESS.map((text) => ({ title: text, event: errorEvent({ message: text, extra: { note: text } }) })),
      altered,
    ),
  };
}

/** The events of one SDK, with the result of either scrubber. */
async function readSdk(python, { createScrubber }, collect) {
  const events = await collect();
  const answers = passThroughRelay(python, events);
  const { scrub } = createScrubber();
  return events.map((event, index) => ({
    event,
    complaints: complaintsOf(answers[index]),
    relay: answers[index].error === undefined && isAlteredByRelay(answers[index]),
    ours: scrub(event) !== event,
  }));
}

function checkSdk(report, name, events) {
  return checkBy(report, `${ROW}: takes every event of the ${name}'s SDK without an error`, () => {
    assert.ok(events.length >= FEWEST_OF_SDK, `only ${events.length} events came`);
    const known = COMPLAINTS.map(({ complaint }) => complaint);
    const complaints = events.flatMap((one) => one.complaints).filter((one) => !known.includes(one));
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      events.filter(({ ours }) => ours).map(({ event }) => event),
      [],
    );
  });
}

async function checkComparison(report, python, ours, { secrets, harmless, ownHarmless }) {
  await checkBy(report, 'each secret is in its event, and after the normaliser (control)', () =>
    assert.deepEqual(titlesOf(secrets.filter(({ isThere }) => !isThere)), []),
  );
  await checkBy(report, `${ROW}: takes every event with a secret or a harmless text without an error`, () =>
    assert.deepEqual(
      [...secrets, ...harmless, ...ownHarmless].flatMap(({ answer }) => complaintsOf(answer)),
      [],
    ),
  );
  await checkBy(report, 'ours take out whatever Relay takes out, but for listed exceptions', () => {
    const relayAlone = secrets.filter((one) => one.relay && !one.ours);
    const exceptions = EXCEPTIONS.map(({ kind }) => kind);
    assert.deepEqual(titlesOf(relayAlone.filter(({ kind }) => !exceptions.includes(kind))), []);
    assert.deepEqual([...new Set(relayAlone.map(({ kind }) => kind))], exceptions);
  });
  await checkBy(report, 'without names, ours keep what Relay takes out (control)', () => {
    const { scrub } = ours.createScrubber({ disabled: ['name'] });
    const kept = secrets.filter(({ secret, event, relay }) => relay && isLeft(secret, scrub(event)));
    assert.ok(kept.length > 20, `they keep ${kept.length}`);
  });
  await checkBy(report, 'ours alter no harmless text but those that are listed', () => {
    const altered = titlesOf([...harmless, ...ownHarmless].filter((one) => one.ours));
    const isListed = (title) => ALTERED_BY_OURS.some(({ text }) => text.test(title));
    assert.deepEqual(
      altered.filter((title) => !isListed(title)),
      [],
    );
    for (const { text } of ALTERED_BY_OURS)
      assert.ok(
        altered.some((title) => text.test(title)),
        String(text),
      );
  });
}

/**
 * Runs the suite.
 * @returns the figures for the document; undefined if Relay's code cannot be installed here
 */
export async function run({ report }) {
  const { python, problem } = installRelay();
  if (problem !== undefined) {
    report.skip("Relay's own code beside ours", problem);
    return undefined;
  }
  const ours = await loadOurs();
  const compared = compare(python, ours);
  await checkBy(report, `${ROW}: complains of each event that is wrong on purpose (control)`, () => {
    const answers = passThroughRelay(python, WRONG.map(errorEvent));
    const silent = WRONG.filter((_, index) => complaintsOf(answers[index]).length === 0);
    assert.deepEqual(silent, []);
  });
  await checkBy(report, 'half of an emoji, with which Relay refuses an event, is replaced by ours', () => {
    const { scrub } = ours.createScrubber();
    const [answer] = passThroughRelay(python, [scrub(errorEvent(WRONG.at(-1)))]);
    assert.deepEqual(complaintsOf(answer), []);
  });
  await checkComparison(report, python, ours, compared);

  const sdks = {};
  await checkBy(report, "the server's SDK reports to a server here", async () => {
    sdks.server = await readSdk(python, ours, serverEvents);
  });
  const { executablePath, problem: noBrowser } = findBrowser();
  if (noBrowser !== undefined) report.skip(`${ROW}: the browser's SDK`, noBrowser);
  else
    await checkBy(report, "the browser's SDK, and the early script, report to a server here", async () => {
      sdks.browser = await readSdk(python, ours, () => browserEvents(executablePath));
    });
  for (const [name, events] of Object.entries(sdks)) await checkSdk(report, name, events);
  const all = Object.values(sdks).flat();
  await checkBy(
    report,
    `${ROW}: complains of each wrong value that an application gave to the SDK (control)`,
    () => {
      const complaints = all.flatMap((one) => one.complaints);
      assert.deepEqual(
        COMPLAINTS.filter(({ complaint }) => !complaints.includes(complaint)),
        [],
      );
    },
  );
  const count = Object.values(compared).flat().length + all.length;
  await checkBy(report, `${count} events were compared, no fewer than ${FEWEST_EVENTS}`, () =>
    assert.ok(count >= FEWEST_EVENTS),
  );
  const cellOf = (isMeant) => {
    const meant = all.filter(({ event }) => isMeant(event));
    return `${meant.filter(({ complaints }) => complaints.length === 0).length} of ${meant.length} without an error`;
  };
  report.cell(
    ROW,
    'error',
    cellOf(({ type }) => type === undefined),
  );
  report.cell(
    ROW,
    'transaction',
    cellOf(({ type }) => type === 'transaction'),
  );
  return { ...compared, sdks, count };
}
