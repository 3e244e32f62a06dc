// Outages of Bugsink behind the tunnel server. Events sent during an outage arrive later, once each; sent directly,
// they are lost.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorEnvelope } from '../envelopes.mjs';
import { assertOnce, countOf, findEvents } from '../once.mjs';
import { ingestUrl, post } from '../post.mjs';
import { sendAll } from '../send-all.mjs';
import { until } from '../../src/until.mjs';

const BEFORE = 5;
const MEANWHILE = 20;
const AFTER = 5;

/** How long the control waits for each answer. Later answers are ignored. */
const DIRECT_TIMEOUT_MS = 5_000;

/** The longest pause of the tunnel, and the time to deliver stored envelopes. */
const DELIVERED_WITHIN_MS = 120_000;

/** Sends errors through the tunnel server and, as the control, to another project directly. */
function createSender({ tunnel, project, direct }) {
  const through = { envelopes: [], answers: [] };
  const past = { envelopes: [], answers: [] };
  const sendTo = async (side, { dsn }, count, url, options) => {
    const envelopes = Array.from({ length: count }, () => errorEnvelope(dsn));
    side.envelopes.push(...envelopes);
    const send = async ({ bytes }) => {
      const answer = await post(url(), bytes, options);
      side.answers.push(answer);
    };
    await sendAll(envelopes, send);
  };
  return {
    through,
    past,
    send: (count) =>
      Promise.all([
        sendTo(through, project, count, tunnel.url),
        sendTo(past, direct, count, () => ingestUrl(direct.dsn), { timeoutMs: DIRECT_TIMEOUT_MS }),
      ]),
  };
}

/**
 * An outage from `begin` to `end`.
 * @param meanwhile sends events, and may do more
 * @returns how many arrived, and how many of the same sent directly
 */
async function checkOutage(
  { backend, createTunnel, projects: [project, direct] },
  { begin, meanwhile, end, control = losesDirectly },
) {
  const tunnel = await createTunnel([project]);
  const sender = createSender({ tunnel, project, direct });
  await sender.send(BEFORE);
  await begin?.();
  await (meanwhile ? meanwhile({ tunnel, ...sender }) : sender.send(MEANWHILE));
  await end();
  await sender.send(AFTER);

  const { envelopes, answers } = sender.through;
  const refused = answers
    .filter(({ status }) => status !== 200)
    .map(({ status, text }) => `${status} ${text}`);
  assert.deepEqual(refused, [], `${refused.length} of ${envelopes.length} are not acknowledged`);
  const describe = async () =>
    `${countOf(envelopes, await findEvents(backend, project))} of ${envelopes.length} are there`;
  const isThere = async () => countOf(envelopes, await findEvents(backend, project)) === envelopes.length;
  await until('all delivered', isThere, { timeoutMs: DELIVERED_WITHIN_MS, describe });
  await until('an empty spool', async () => (await tunnel.metric('adit_tunnel_spool_envelopes')) === 0);
  assertOnce(envelopes, await findEvents(backend, project));

  const text = await control({ backend, project, direct, ...sender });
  await tunnel.stop();
  return `${envelopes.length} of ${envelopes.length} (${text})`;
}

/** The control of most outages: sent directly, some events are lost. */
async function losesDirectly({ backend, direct, past: { envelopes } }) {
  const arrived = countOf(envelopes, await findEvents(backend, direct));
  assert.ok(arrived < envelopes.length, 'control: sent directly, nothing is lost either');
  return `directly ${arrived}`;
}

/** The control for single delivery: second copies arrived. */
async function getsCopies({ backend, project, through: { envelopes } }) {
  const copies = backend.answersTo(project).length - envelopes.length;
  assert.ok(copies > 0, 'control: no second copy came');
  return `${copies} second copies dropped`;
}

/** Kills it while requests are under way. */
async function killUnderWay({ send, through, backend }) {
  const before = through.answers.length;
  const sending = send(MEANWHILE);
  await until('some answers', () => through.answers.length >= before + 5);
  await backend.kill();
  await sending;
}

const OUTAGES = [
  {
    title: 'stopped and started, the tunnel server killed meanwhile',
    name: 'stopped',
    begin: ({ stop }) => stop(),
    meanwhile: async ({ tunnel, send }) => {
      await send(MEANWHILE / 2);
      await tunnel.kill();
      await tunnel.start();
      await send(MEANWHILE / 2);
    },
    end: ({ start }) => start(),
  },
  {
    title: 'killed under load and started',
    name: 'killed',
    meanwhile: killUnderWay,
    end: ({ start }) => start(),
  },
  {
    title: 'hung, killed and started',
    name: 'hung',
    begin: ({ pause }) => pause(),
    end: async ({ kill, start }) => {
      await kill();
      await start();
    },
  },
  {
    title: 'paused and resumed',
    name: 'paused',
    begin: ({ pause }) => pause(),
    end: ({ resume }) => resume(),
    // It accepts requests that waited at its port, although the tunnel had given up on them.
    control: getsCopies,
  },
  {
    title: 'its database locked',
    name: 'locked',
    begin: async (backend) => {
      await backend.stop();
      // It answers 500 before the tunnel gives up on it, which is a different outage.
      backend.configure({ lockTimeoutS: 1 });
      await backend.start();
      return backend.lockDatabase();
    },
    end: (_backend, unlock) => unlock(),
  },
];

/** Fills its disk with a file. Returns a function that removes the file. */
function fillDisk(folder) {
  const path = join(folder, 'filler');
  for (let left = 1; left > 0;) {
    const { bavail, bsize } = statfsSync(folder);
    left = bavail * bsize;
    if (left > 0) writeFileSync(path, Buffer.alloc(left), { flag: 'a' });
  }
  return () => rmSync(path);
}

const DISK_BYTES = 32 * 1024 * 1024;

/** Mounts a separate disk, or returns the reason why it cannot. */
function mountDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'adit-full-'));
  const { status, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) return { problem: `no small disk can be mounted here: ${stderr.trim()}` };
  return {
    folder,
    remove: () => {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const LONG_MS = 60_000;

/** The duration of the longest outages. */
const MINUTES = {
  title: 'stopped for two minutes',
  name: 'two minutes',
  begin: ({ stop }) => stop(),
  meanwhile: async ({ send }) => {
    await send(MEANWHILE);
    for (let minute = 0; minute < 2; minute += 1) {
      await sleep(LONG_MS);
      await send(MEANWHILE);
    }
  },
  end: ({ start }) => start(),
};

const isFull = {
  title: 'its disk full',
  name: 'disk full',
  begin: ({ folder }) => fillDisk(folder),
  end: (_backend, empty) => empty(),
};

/** Tests outages of the whole backend, one after the other. Resolves to those that passed. */
async function checkOneByOne(outages, backend, { report, createTunnel }) {
  const passed = [];
  await backend.start();
  for (const [index, { title, name, begin, meanwhile, end, control }] of outages.entries()) {
    let begun;
    const steps = {
      begin: async () => void (begun = await begin?.(backend)),
      meanwhile: meanwhile && ((sending) => meanwhile({ backend, ...sending })),
      end: () => end(backend, begun),
      control,
    };
    const projects = backend.projects.slice(2 * index, 2 * index + 2);
    const found = await report.check(`${title}: nothing is lost, nothing is there twice`, () =>
      checkOutage({ backend, createTunnel, projects }, steps),
    );
    if (found !== undefined) passed.push(`${name} ${found}`);
  }
  await backend.stop();
  return passed;
}

/** Tests of outages. They fill one cell. */
export async function checkOutages(context) {
  const { report, createBackend, onEnd } = context;
  const long = createBackend().then((backend) => checkOneByOne([MINUTES], backend, context));
  const passed = await checkOneByOne(OUTAGES, await createBackend(), context);
  const disk = mountDisk();
  if (disk.problem !== undefined) report.skip(isFull.title, disk.problem);
  else {
    const backend = await createBackend({ folder: disk.folder });
    onEnd(disk.remove);
    passed.push(...(await checkOneByOne([isFull], backend, context)));
  }
  passed.push(...(await long));
  return `${passed.length} of ${OUTAGES.length + 2}: ${passed.join('; ')}`;
}
