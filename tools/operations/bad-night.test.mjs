// A night of many failures, with real processes and a browser. At each moment, the page of the admin port shows exactly
// the numbers that this script has counted. ADIT_NIGHT_OUTAGE_S=180 makes the outage as long as a real one; pictures
// are in test-output/bad-night.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ROOT } from '../src/projects.mjs';
import { audit, findBrowser, inspect, readNumbers, readTroubles } from './night-page.mjs';
import { createSmallDisk, LIMIT_S, post, startNightIngest, startNightServer } from './night-server.mjs';

const FOLDER = join(ROOT, 'test-output/bad-night');

/** The time between ingest's failure and the next one, in seconds. */
const OUTAGE_S = Number(process.env.ADIT_NIGHT_OUTAGE_S ?? 5);

/** A test that hangs fails. The numbers may take a minute to arrive on a slow machine. */
const GIVE_UP = { timeout: 300_000 + OUTAGE_S * 1_000 };

const { launch, reason } = findBrowser();
if (reason !== undefined) console.log(`The bad night is not tried: ${reason}`);

describe('the page of the admin port, in a bad night', { skip: reason }, () => {
  let ingest;
  let disk;
  let server;
  let browser;
  /** The page that stays open all night. */
  let live;

  /** The numbers that this script has counted. */
  const sent = { stored: [], forwarded: [], lost: 0, refused: {}, restarts: 0, byProject: {} };
  let lastId = 0;

  before(async () => {
    mkdirSync(FOLDER, { recursive: true });
    ingest = await startNightIngest();
    disk = createSmallDisk();
    console.log(disk.isMounted ? 'The spool is on a disk of 4 MiB.' : 'The spool has a bound of 4 MiB.');
    server = await startNightServer({ ADIT_DSNS: [ingest.dsn(1), ingest.dsn(2)].join(), ...disk.env });
    browser = await launch();
    live = await browser.newPage();
    await live.goto(server.adminUrl);
  }, GIVE_UP);

  after(async () => {
    await browser?.close();
    await server?.stop();
    await ingest?.close();
    disk?.remove();
  });

  /** Sends an envelope and counts its fate, by the client's answer and by whether ingest received a request. */
  async function send({ project = 1, type = 'event', bytes = 100 } = {}) {
    lastId += 1;
    const id = lastId.toString(16).padStart(32, '0');
    const header = JSON.stringify({ dsn: ingest.dsn(project), event_id: id });
    const status = await post(server.url, `${header}\n{"type":"${type}"}\n{"text":"${'x'.repeat(bytes)}"}\n`);
    const count = (fate) => {
      const fates = (sent.byProject[ingest.project(project)] ??= {});
      fates[fate] = (fates[fate] ?? 0) + 1;
    };
    const refuse = (why) => (sent.refused[why] = (sent.refused[why] ?? 0) + 1);
    if (ingest.asked.has(id)) {
      sent.forwarded.push(id);
      count('forwarded');
    } else if (status === 200) {
      sent.stored.push(id);
      count('spooled');
    } else if (status === 503) {
      sent.lost += 1;
      refuse('spool-unavailable');
      count('lost');
    } else if (status === 429) {
      refuse('rate-limited');
      count('refused');
    } else {
      assert.equal(status, 403);
      refuse('dsn-not-allowed');
    }
  }
  const sendMany = async (number, options) => {
    for (let index = 0; index < number; index += 1) await send({ project: 1 + (index % 2), ...options });
  };
  const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

  /** The numbers that the page must show. `redelivered`: stored envelopes have been delivered. */
  function expected({ isUp, redelivered = false }) {
    const fates = (project) => {
      const {
        forwarded = 0,
        spooled = 0,
        lost = 0,
        refused = 0,
      } = sent.byProject[ingest.project(project)] ?? {};
      return { forwarded, spooled, redelivered: redelivered ? spooled : 0, refused, lost };
    };
    const requests = {
      forwarded: sent.forwarded.length,
      spooled: sent.stored.length,
      refused: sum(sent.refused),
    };
    return {
      lost: sent.lost,
      headline: sent.lost === 0 ? 'Nothing is lost' : `${sent.lost} envelopes are lost`,
      ingest: isUp ? 'Up' : 'Down',
      workers: '2',
      restarts: sent.restarts,
      stored: redelivered ? 0 : sent.stored.length,
      requests,
      redelivered: redelivered ? sent.stored.length : 0,
      lostByReason: sent.lost,
      refused: sent.refused,
      projects: { [ingest.project(1)]: fates(1), [ingest.project(2)]: fates(2) },
    };
  }
  /** The reason for a loss depends on what is full: a disk or a bound. */
  const summed = (numbers) => ({ ...numbers, lostByReason: sum(numbers.lostByReason) });

  /** The first time in a text lies between two dates, both in milliseconds. */
  function assertTime(text, from, to) {
    const [shown] = text.match(/\d\d:\d\d:\d\d/);
    const times = [];
    for (let at = from; at < to + 1_000; at += 1_000) times.push(new Date(at).toISOString().slice(11, 19));
    assert.ok(times.includes(shown), `${shown} is not between ${times[0]} and ${times.at(-1)}`);
  }

  /** Waits until the open page shows this, and then some seconds more, because late changes are wrong. */
  async function shows(options) {
    const wanted = expected(options);
    for (let tries = 0; ; tries += 1) {
      const numbers = summed(await readNumbers(live));
      if (tries === 300) assert.deepEqual(numbers, wanted);
      try {
        assert.deepEqual(numbers, wanted);
        break;
      } catch {
        await setTimeout(200);
      }
    }
    await setTimeout(2_500);
    assert.deepEqual(summed(await readNumbers(live)), wanted);
    assert.equal(await live.locator('#connection').textContent(), 'Live');
  }

  /** Checks the same numbers without a script, and takes pictures without faults. */
  async function inspectAt(name) {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.adminUrl);
    assert.deepEqual(await readNumbers(page), await readNumbers(live), 'without a script');
    await context.close();
    assert.deepEqual(await inspect(browser, server.adminUrl, name, FOLDER), []);
  }

  it('is calm at first', GIVE_UP, async () => {
    await sendMany(40);
    await shows({ isUp: true });
    assert.deepEqual(await readTroubles(live), []);
    await inspectAt('1-calm');
  });

  it('shows a rate limit with its end, and what it refuses', GIVE_UP, async () => {
    ingest.state.isLimiting = true;
    const from = Date.now();
    await send({ type: 'session' });
    // Until both workers have received the limit.
    await sendMany(20, { type: 'session', project: 1 });
    await post(server.url, `{"dsn":"${ingest.dsn(9)}"}\n{"type":"event"}\n{}\n`).then((status) => {
      assert.equal(status, 403);
      sent.refused['dsn-not-allowed'] = 1;
    });
    await shows({ isUp: true });
    assert.deepEqual(await readTroubles(live), ['Runbook: AditRateLimited']);
    const limits = await live.locator('.limits li').allTextContents();
    assert.equal(limits.length, 1);
    assert.match(limits[0], /^session until .* UTC, for 5\d min.*: session_quota$/);
    assertTime(limits[0], from + LIMIT_S * 1_000, Date.now() + LIMIT_S * 1_000);
    await inspectAt('2-limits');
  });

  it('shows an outage, and what is stored', GIVE_UP, async () => {
    ingest.setAway(true);
    const from = Date.now();
    await sendMany(30);
    await setTimeout(OUTAGE_S * 1_000);
    await sendMany(10);
    await shows({ isUp: false });
    assert.ok((await readTroubles(live)).includes('Runbook: AditOutage'));
    assertTime(await live.locator('.verdict li').first().textContent(), from, Date.now());
    await inspectAt('3-outage');
  });

  it('keeps every number when a worker is killed, and says so', GIVE_UP, async () => {
    const { workers } = await (await fetch(`${server.adminUrl}/state`)).json();
    process.kill(workers[0].pid, 'SIGKILL');
    sent.restarts = 1;
    await shows({ isUp: false });
    await sendMany(10);
    await shows({ isUp: false });
    await inspectAt('4-worker');
  });

  it('counts each envelope that a full disk has lost', GIVE_UP, async () => {
    // The server calls a spool healthy again ten seconds after its last failure, so this sends more until the page
    // shows it. A full disk fails; a reached bound is almost full.
    const full = disk.isMounted ? 'Runbook: AditStoreFailing' : 'Runbook: AditSpoolAlmostFull';
    while (!(await readTroubles(live)).includes(full)) {
      await sendMany(10, { bytes: 100_000 });
    }
    assert.ok(sent.lost > 0 && sent.stored.length > 50, `${sent.lost} lost, ${sent.stored.length} stored`);
    await shows({ isUp: false });
    assert.equal((await readTroubles(live))[0], 'Runbook: AditLossFast');
    await inspectAt('5-full');
  });

  it(
    'shows that ingest is back, and that everything that was stored has been delivered',
    GIVE_UP,
    async () => {
      ingest.setAway(false);
      await shows({ isUp: true, redelivered: true });
      const wanted = [...sent.forwarded.filter((id) => ingest.taken.includes(id)), ...sent.stored].sort();
      assert.deepEqual([...ingest.taken].sort(), wanted);
      await inspectAt('6-recovered');
    },
  );

  it('says where an event went', GIVE_UP, async () => {
    const [id] = sent.stored;
    const page = await browser.newPage();
    await page.goto(server.adminUrl);
    await page.getByLabel('Event id').fill(id);
    await page.keyboard.press('Enter');
    await page.locator('.box ol li').first().waitFor();
    assert.deepEqual(await audit(page), []);
    const steps = await page.locator('.box:has(form) li').allTextContents();
    assert.match(
      steps.at(-1),
      /Sent to ingest, which answered 200|Delivered from the spool after .* answered 200/,
    );
    await page.close();
  });

  it(
    'notices a number that is off by one, and a page that axe complains of (controls)',
    GIVE_UP,
    async () => {
      const wanted = expected({ isUp: true, redelivered: true });
      wanted.lost += 1;
      assert.notDeepEqual(summed(await readNumbers(live)), wanted);
      const page = await browser.newPage();
      await page.goto(server.adminUrl);
      // The next update would correct it.
      await page.getByRole('button', { name: 'Freeze page' }).click();
      await page.evaluate(() => document.querySelector('svg[role=img]').removeAttribute('aria-label'));
      assert.match((await audit(page)).join(), /svg-img-alt/);
      await page.close();
    },
  );
});
