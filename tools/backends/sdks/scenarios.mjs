// The scenarios for the program of each SDK.
import assert from 'node:assert/strict';
import { differences } from './compare.mjs';
import { codingOf, countKinds, decode, kindsOf } from './decode.mjs';
import { runProgram } from './programs.mjs';

/** The number of errors that the programs send, see `programs/`. */
const LIMITED = 5;
const OUTAGE = 10;

const LIMITS = { 'x-sentry-rate-limits': '600:error:organization', 'retry-after': '600' };

const isError = (request) => kindsOf(request).includes('error');

async function send({ command, args = [], env }, mode, dsn) {
  const { code, text } = await runProgram([...command, mode, ...args], { env: { ...env, SENTRY_DSN: dsn } });
  return { code, text: text.trim().split('\n').slice(-5).join('\n') };
}

async function sendWell(sdk, mode, dsn) {
  const { code, text } = await send(sdk, mode, dsn);
  assert.equal(code, 0, `the program ended with ${code}: ${text}`);
}

/** The texts with which the program numbers its errors. */
const marksOf = (mode, requests) =>
  requests.map((request) => new RegExp(`${mode} \\d+`).exec(decode(request).toString('latin1'))?.[0]);

function changed(request) {
  const body = Buffer.from(request.body);
  body[body.length >> 1] ^= 1;
  return { ...request, body };
}

/** Checks that everything the SDK can send arrives byte for byte. Resolves to the counts by kind and the codings. */
export async function tryAll(door, sdk) {
  await sendWell(sdk, 'all', door.dsn);
  const { sent } = door;
  const refused = door.answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    refused.map(({ status, request }) => `${status} for ${kindsOf(request).join(', ')}`),
    [],
  );
  assert.deepEqual(differences(sent, door.arrived()), []);
  const [first, ...others] = door.arrived();
  assert.notDeepEqual(
    differences(sent, [changed(first), ...others]),
    [],
    'control: a changed byte is not seen',
  );
  const counts = { sent: countKinds(sent), arrived: countKinds(door.arrived()) };
  const missing = sdk.kinds.filter((kind) => counts.sent[kind] === undefined);
  assert.deepEqual(missing, [], `the SDK has sent no ${missing.join(', ')}`);
  return { counts, codings: [...new Set(sent.map(codingOf))].sort() };
}

/** The document for {@link tryPolicy}: one of the errors is dropped, and a form is taken out of all. */
export const POLICY = {
  version: 1,
  rules: [
    { id: 'third', action: 'drop', when: { kind: 'error', message: '*outage 3*' } },
    { id: 'fifth', action: 'scrub', when: {}, form: 'outage 5' },
  ],
};

/** A policy document acts on what the SDK sends, and on nothing else. */
export async function tryPolicy(door, sdk) {
  await sendWell(sdk, 'outage', door.dsn);
  const isSpoken = (text) => (request) => decode(request).toString('latin1').includes(text);
  const [sent, arrived] = [door.sent.filter(isError), door.arrived().filter(isError)];
  assert.equal(sent.length, OUTAGE, `the SDK has sent ${sent.length} errors`);
  assert.ok(
    sent.some(isSpoken('outage 3')) && sent.some(isSpoken('outage 5')),
    'control: the SDK says neither',
  );
  assert.equal(arrived.length, OUTAGE - 1, `${arrived.length} of ${OUTAGE - 1} errors have arrived`);
  assert.equal(arrived.filter(isSpoken('outage 5')).length, 0, 'a form that is taken out has arrived');
  assert.ok(arrived.some(isSpoken('[Filtered]')), 'nothing is written in its place');
  const unchanged = marksOf('outage', arrived).filter((mark) => mark !== undefined && mark !== 'outage 3');
  assert.ok(unchanged.length >= OUTAGE - 2, `${unchanged.length} of ${OUTAGE - 2} others have arrived`);
  return `1 dropped, 1 changed of ${OUTAGE}`;
}

/** Ingest is away while the SDK sends, and comes back when its process has ended. */
export async function tryOutage(door, sdk) {
  const before = door.answers.length;
  await door.withoutIngest(() =>
    Promise.all([send(sdk, 'outage', door.directDsn), sendWell(sdk, 'outage', door.dsn)]),
  );
  const answers = door.answers.slice(before).filter(({ request }) => isError(request));
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200).map(({ status }) => status),
    [],
    'the door has not acknowledged all of them',
  );
  assert.equal(answers.length, OUTAGE, `the SDK has sent ${answers.length} errors`);

  await door.spoolEmpty();
  const marks = marksOf('outage', door.arrived().filter(isError));
  assert.equal(new Set(marks).size, OUTAGE, `${new Set(marks).size} of ${OUTAGE} have arrived`);
  assert.equal(marks.length, OUTAGE, `${marks.length - OUTAGE} came twice`);
  assert.equal(door.direct().length, 0, 'control: without the door, some have arrived too');
  return `${marks.length} of ${OUTAGE}; directly 0 of ${OUTAGE}`;
}

/** Ingest refuses errors for ten minutes: the SDK sends the first one only. Without the limit it sends all of them. */
export async function tryLimit(door, sdk) {
  await sendWell(sdk, 'limit', door.directDsn);
  const without = door.direct().filter(isError).length;
  assert.equal(without, LIMITED, `control: ${without} of ${LIMITED} errors without a limit`);

  door.answerWith((request) => (isError(request) ? { status: 429, headers: LIMITS } : undefined));
  const before = door.sent.length;
  await sendWell(sdk, 'limit', door.dsn);
  const sent = door.sent.slice(before);
  const errors = sent.filter(isError);
  assert.equal(errors.length, 1, `the SDK has sent ${errors.length} errors in spite of the limit`);
  assert.equal(door.answers.find(({ request }) => request === errors[0])?.status, 429);
  if (sdk.kinds.includes('check-in')) {
    const checkIns = door.arrived().filter((request) => kindsOf(request).includes('check-in'));
    assert.ok(checkIns.length > 0, 'the limit has stopped a check-in, too');
  }
  return `obeyed: ${errors.length} of ${LIMITED} sent`;
}
