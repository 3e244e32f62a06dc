// Sends every kind of SDK item through the tunnel server to Bugsink and, as the control, past it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { attachmentEnvelope, describeError, ERROR, errorEnvelope, KINDS } from '../envelopes.mjs';
import { ingestUrl, post } from '../post.mjs';
import { assertOnce, findEvents } from '../once.mjs';
import { sendAll } from '../send-all.mjs';

const ERRORS = 60;
const OF_EACH_KIND = 10;

const sha1 = (bytes) => createHash('sha1').update(bytes).digest('hex');
const digestsOf = (envelopes) => envelopes.map(({ bytes }) => sha1(bytes)).sort();
const many = (count, make) => Array.from({ length: count }, make);

async function checkErrors({ backend, tunnel, project }) {
  const sent = many(ERRORS, () => errorEnvelope(project.dsn));
  const answers = await sendAll(sent, ({ bytes }) => post(tunnel.url(), bytes));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const [issue] = await backend.issuesOf(project);
  assert.equal(`${issue.calculated_type}: ${issue.calculated_value}`, ERROR.title);
  assertOnce(sent, await findEvents(backend, project));
  for (const { id } of sent)
    assert.deepEqual(describeError((await backend.findEvent(project, id)).data), ERROR);
  const { stacktrace_md: stack } = await backend.findEvent(project, sent[0].id);
  for (const line of ['checkout.js:12 in `pay`', 'basket.js:40 in `total`'])
    assert.ok(stack.includes(line), stack);
  return `${ERRORS} of ${ERRORS}`;
}

/** Kinds that Bugsink accepts and does not store arrive there byte for byte. */
async function checkKind({ backend, tunnel, project, make }) {
  const sent = many(OF_EACH_KIND, () => make(project.dsn));
  const answers = await sendAll(sent, ({ bytes }) => post(tunnel.url(), bytes));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.deepEqual(backend.keptEnvelopesOf(project).sort(), digestsOf(sent));
  assert.deepEqual(await backend.issuesOf(project), []);
  return `${OF_EACH_KIND} of ${OF_EACH_KIND} arrive; it stores none`;
}

/** It accepts no transactions, and says so in every answer. */
async function checkTransactions({ backend, tunnel, project, direct }) {
  const keptOf = (to, sent) => {
    const kept = backend.keptEnvelopesOf(to);
    return digestsOf(sent).filter((digest) => kept.includes(digest)).length;
  };
  const error = errorEnvelope(project.dsn);
  await post(tunnel.url(), error.bytes);
  const through = many(OF_EACH_KIND, () => KINDS.transaction(project.dsn));
  const answers = await sendAll(through, ({ bytes }) => post(tunnel.url(), bytes));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [429]);
  for (const { headers } of answers)
    assert.match(headers['x-sentry-rate-limits'], /\d+:transaction;span:organization/);
  assert.deepEqual([keptOf(project, [error]), keptOf(project, through)], [1, 0]);
  // Control: past the tunnel, each is sent.
  const past = many(OF_EACH_KIND, () => KINDS.transaction(direct.dsn));
  await sendAll(past, ({ bytes }) => post(ingestUrl(direct.dsn), bytes));
  assert.equal(keptOf(direct, past), OF_EACH_KIND);
  return 'it takes none; the tunnel sends none after its first answer';
}

const CODINGS = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Returns the status, the answer, and what is kept of the envelope. */
async function sendAttachment({ backend, url, project, size, coding, fill }) {
  const before = backend.keptEnvelopesOf(project).length;
  const { id, bytes } = attachmentEnvelope(project.dsn, size, fill);
  const headers = coding === 'identity' ? {} : { 'content-encoding': coding };
  const { status, text } = await post(url, CODINGS[coding](bytes), { headers });
  const event = await backend.findEvent(project, id);
  const kept = status === 200 ? backend.keptEnvelopesOf(project).slice(before) : [];
  return {
    status,
    text: text.replace(id, 'ID'),
    event: event && describeError(event.data),
    arrived: kept.map((digest) => digest === sha1(bytes)),
  };
}

const KB = 1024;
const MB = 1024 * KB;

/** Random bytes without a coding; text with a coding, which makes it small. */
const ATTACHMENTS = [
  { what: '1 KB', size: KB, coding: 'identity', status: 200 },
  { what: '1 MB', size: MB, coding: 'identity', status: 200 },
  // The limit on the wire is 20 MiB.
  { what: '30 MB', size: 30 * MB, coding: 'identity', status: 413 },
  { what: '30 MB in gzip', size: 30 * MB, coding: 'gzip', fill: 'a', status: 200 },
  { what: '30 MB in br', size: 30 * MB, coding: 'br', fill: 'a', status: 200 },
];

async function checkAttachment({ backend, tunnel, project, direct, status, ...attachment }) {
  const through = await sendAttachment({ backend, url: tunnel.url(), project, ...attachment });
  const past = await sendAttachment({ backend, url: ingestUrl(direct.dsn), project: direct, ...attachment });
  assert.equal(past.status, status);
  assert.deepEqual(through, past);
}

/** Tests of what arrives, by kind. */
export async function checkKinds({ report, backend, createTunnel }) {
  const at = (column) => [backend.name, column];
  const [errors, session, log, checkIn, replay, transaction, direct, attachments, past] = backend.projects;
  // A long time-out for slow machines: nothing may wait in the spool, which would advance `sent_at`.
  const tunnel = await createTunnel(backend.projects, { ADIT_INGEST_TIMEOUT: '2m' });
  await report.check(
    'errors arrive once each, with all that is in them',
    () => checkErrors({ backend, tunnel, project: errors }),
    at('error'),
  );
  for (const [kind, project] of Object.entries({ session, log, 'check-in': checkIn, replay })) {
    const check = () => checkKind({ backend, tunnel, project, make: KINDS[kind] });
    await report.check(`${kind}: arrives byte for byte`, check, at(kind));
  }
  await report.check(
    'transactions are not sent after the first answer',
    () => checkTransactions({ backend, tunnel, project: transaction, direct }),
    at('transaction'),
  );
  const passed = [];
  for (const { what, ...attachment } of ATTACHMENTS) {
    const check = () =>
      checkAttachment({ backend, tunnel, project: attachments, direct: past, ...attachment });
    await report.check(`an attachment of ${what} fares as without a tunnel`, async () => {
      await check();
      passed.push(what);
    });
  }
  report.cell(
    ...at('attachment'),
    `${passed.length} of ${ATTACHMENTS.length} as without a tunnel; it stores none`,
  );
  await tunnel.stop();
}
