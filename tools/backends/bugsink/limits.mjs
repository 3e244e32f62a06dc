// Bugsink's quota: after a number of events it answers 429 with a limit of a minute on everything, listed before the
// limit of a day on transactions and spans that each of its answers contains.
import assert from 'node:assert/strict';
import { errorEnvelope } from '../envelopes.mjs';
import { assertOnce, countOf, findEvents } from '../once.mjs';
import { ingestUrl, post } from '../post.mjs';
import { sendAll } from '../send-all.mjs';
import { until } from '../../src/until.mjs';

const QUOTA = 20;
const WAITING = 45;
const LIVE = 3;

/** A minute, and the time to deliver stored envelopes. */
const DELIVERED_WITHIN_MS = 120_000;

const count = (answers, status) => answers.filter((one) => one === status).length;

export async function checkLimits({ createBackend, createTunnel }) {
  const quota = { MAX_EVENTS_PER_PROJECT_PER_5_MINUTES: QUOTA };
  const backend = await createBackend({ settings: { bugsink: quota } });
  const [project, direct] = backend.projects;
  const tunnel = await createTunnel([project]);
  const errors = (to, many) => Array.from({ length: many }, () => errorEnvelope(to.dsn));

  const waiting = errors(project, WAITING);
  const stored = await sendAll(waiting, ({ bytes }) => post(tunnel.url(), bytes));
  assert.deepEqual([...new Set(stored.map(({ status }) => status))], [200]);

  await backend.start();
  await until('limited', () => count(backend.answersTo(project), 429) > 0);
  const limitedAt = Date.now();
  const live = await sendAll(errors(project, LIVE), ({ bytes }) => post(tunnel.url(), bytes));
  for (const { status, headers } of live) {
    assert.equal(status, 429);
    assert.match(headers['x-sentry-rate-limits'], /\b(?:[1-5]?\d|60)::key\b/);
  }
  // Control: sent directly, events over the quota are lost.
  const past = errors(direct, WAITING);
  const statuses = (await sendAll(past, ({ bytes }) => post(ingestUrl(direct.dsn), bytes), 1)).map(
    ({ status }) => status,
  );
  assert.equal(count(statuses, 429), WAITING - QUOTA);

  // An operator raises the quota: the next answer would be 200, but the limit is respected for its full time.
  backend.configure({});
  await backend.stop();
  await backend.start();
  const isThere = async () => countOf(waiting, await findEvents(backend, project)) === WAITING;
  const describe = async () =>
    `${countOf(waiting, await findEvents(backend, project))} of ${WAITING} are there`;
  await until('all delivered', isThere, { timeoutMs: DELIVERED_WITHIN_MS, describe });
  const waitedMs = Date.now() - limitedAt;
  assertOnce(waiting, await findEvents(backend, project));
  const answers = backend.answersTo(project);
  assert.ok(waitedMs > 55_000, `the limit of 60 s was obeyed for ${waitedMs} ms`);
  // One stored envelope, and at most two reports of the tunnel itself.
  assert.ok(count(answers, 429) <= 3, `it was asked ${count(answers, 429)} times while it said 429`);
  assert.equal(countOf(past, await findEvents(backend, direct)), QUOTA);
  await Promise.all([backend.stop(), tunnel.stop()]);
  return `${WAITING} of ${WAITING} behind a quota of ${QUOTA} (directly ${QUOTA})`;
}
