/** @jest-environment node */
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildEnvelope,
  createFakeClock,
  createScriptedIngest,
  until,
  type ScriptedIngest,
} from '@adit/testing';
import { createMemorySpool } from '@adit/spool/memory';
import type { AditOptions } from '../options.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const ORIGINAL = process.env;
const options: AditOptions = {};

jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));

let ingest: ScriptedIngest;
let folder: string;
const stops: (() => Promise<void>)[] = [];

/** Starts the tunnel as a process with these variables does, and records its log. */
async function start(variables: Readonly<Record<string, string>>, given: AditOptions = {}) {
  jest.resetModules();
  for (const name of ['tunnel', 'spool', 'operations', 'warned'])
    Reflect.deleteProperty(globalThis, Symbol.for(`@adit/next:${name}`));
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  Object.assign(options, given);
  process.env = { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, NODE_ENV: 'production', ...variables };
  const error = jest.spyOn(console, 'error').mockReturnValue();
  const info = jest.spyOn(console, 'info').mockReturnValue();
  const { findSpool, openSpool } = await import('./spool.ts');
  await openSpool();
  const { tunnel } = await import('./tunnel.ts');
  const stop = async (): Promise<void> => {
    if ('close' in tunnel) await tunnel.close();
  };
  stops.push(stop);
  const send = async (message = 'kept'): Promise<number> => {
    const body = buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: { message } }] });
    const request = new Request('http://shop.example/monitoring-tunnel?o=450&p=4509', {
      method: 'POST',
      body,
    });
    return (await tunnel.fetch(request)).status;
  };
  const linesOf = (log: jest.SpyInstance): string[] =>
    (log.mock.calls as unknown[][]).map(([line]) => String(line));
  return {
    ...{ send, stop, spool: findSpool(), openSpool, lines: linesOf(error), said: linesOf(info) },
    /** All lines so far, also those after the start. */
    allLines: () => [...linesOf(error), ...linesOf(info)],
  };
}

const LINE =
  'Adit: while Sentry is away, the tunnel keeps up to 16 MiB in memory. ADIT_SPOOL=disk:./spool keeps it on disk, over restarts.';

beforeAll(async () => {
  ingest = await createScriptedIngest();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
  ingest.reset();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  process.env = ORIGINAL;
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => ingest.close());

it('keeps an envelope on disk while Sentry is away, and the next process delivers it', async () => {
  const variables = { ADIT_SPOOL: `disk:${folder}/spool` };
  ingest.respondWith({ status: 503 });
  const { send, stop } = await start(variables);
  expect(await send()).toBe(200);
  await stop();
  ingest.reset();
  await start(variables);

  expect((await ingest.waitFor()).body.toString()).toContain('kept');
});

it.each([
  ['in memory', { ADIT_SPOOL: 'memory' }, {}, 200],
  ['in that of adit.config', { ADIT_SPOOL: 'wrong' }, { tunnel: { spool: createMemorySpool() } }, 200],
  ['nowhere on a host that freezes processes', { VERCEL: '1' }, {}, 503],
  ['nowhere in a build', { NEXT_PHASE: 'phase-production-build' }, {}, 503],
  ['nowhere if it is off (control)', { ADIT_SPOOL: 'off' }, {}, 503],
])('keeps it %s', async (_where, variables, given, status) => {
  ingest.respondWith({ status: 503 });
  const { send, lines } = await start(variables, given);

  expect(await send()).toBe(status);
  expect(lines).toEqual([]);
});

/** Sends an envelope in each second of a minute without ingest. Returns the statuses and the messages that arrive. */
async function minuteWithoutIngest(variables: Readonly<Record<string, string>>) {
  const clock = createFakeClock({ now: Date.now() });
  ingest.respondWith({ status: 503 });
  const { send, spool, said, allLines } = await start(variables, { tunnel: { clock } });
  const statuses = new Set<number>();
  const sent = Array.from({ length: 60 }, (_, second) => `at second ${second}.`);
  for (const message of sent) {
    statuses.add(await send(message));
    await clock.advance(1_000);
  }
  ingest.reset();
  await until(async () => {
    await clock.advance(1_000);
    return (spool?.depth().envelopes ?? 0) === 0;
  });
  const arrived = ingest.received.map(({ body }) => sent.findIndex((one) => body.includes(one)));
  await clock.advance(10_000);
  const later = allLines().filter((line) => !said.includes(line));
  return { said, later, statuses: [...statuses], arrived: arrived.sort((a, b) => a - b) };
}

it('loses nothing of a minute without ingest, without any variable, and says how to keep it on disk', async () => {
  const { said, later, statuses, arrived } = await minuteWithoutIngest({});

  expect(statuses).toEqual([200]);
  expect(arrived).toEqual(Array.from({ length: 60 }, (_, second) => second));
  expect(said).toEqual([LINE]);
  expect(later).toEqual([
    'Adit: ingest does not answer (unavailable). Envelopes wait in the spool until it does, 1 so far.',
    'Adit: ingest answers again. All 60 envelopes of the spool are delivered.',
  ]);
});

it('control: loses all of it if ADIT_SPOOL is off', async () => {
  expect(await minuteWithoutIngest({ ADIT_SPOOL: 'off' })).toEqual({
    said: [],
    later: [],
    statuses: [503],
    arrived: [],
  });
});

it('keeps it in development, too, without a line', async () => {
  ingest.respondWith({ status: 503 });
  const { send, said } = await start({ NODE_ENV: 'development' });

  expect(await send()).toBe(200);
  expect(said).toEqual([]);
});

it('keeps at most 16 MiB in memory', async () => {
  expect((await start({})).spool?.maxBytes).toBe(16 * 1_024 * 1_024);
});

it('says at the start in which folder it keeps what on disk', async () => {
  const { said } = await start({ ADIT_SPOOL: `disk:${folder}/spool` });
  expect(said).toEqual([
    expect.stringMatching(
      /^Adit: while Sentry is away, the tunnel keeps up to \d+ MiB on disk, over restarts: .*\/spool$/,
    ),
  ]);
  expect((await start({ ADIT_SPOOL: `disk:${folder}/other`, NODE_ENV: 'development' })).said).toHaveLength(1);
});

it('is opened once for all bundles of a process', async () => {
  const { spool, openSpool } = await start({ ADIT_SPOOL: `disk:${folder}` });
  await openSpool();
  jest.resetModules();
  const { findSpool } = await import('./spool.ts');

  expect(findSpool()).toBe(spool);
});

it('is not opened without a DSN', async () => {
  expect((await start({ SENTRY_DSN: '', ADIT_SPOOL: `disk:${folder}/spool` })).spool).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['another address', 'redis://cache', 'ADIT_SPOOL is "redis://cache"; accepted: off, memory, disk:PATH'],
  ['a path that is a file', 'disk:FOLDER/file', 'FOLDER/file/process-1 cannot be used'],
])('says what is wrong with %s, and keeps it in memory', async (_what, value, reason) => {
  writeFileSync(join(folder, 'file'), '');
  const variables = { ADIT_SPOOL: value.replace('FOLDER', folder) };
  ingest.respondWith({ status: 503 });
  const { send, lines } = await start(variables);

  expect(lines).toEqual([expect.stringContaining(reason.replace('FOLDER', folder))]);
  expect(lines[0]).toMatch(/ The tunnel keeps up to 16 MiB in memory instead\.$/);
  expect(await send()).toBe(200);
  const frozen = await start({ ...variables, VERCEL: '1' });
  expect(frozen.lines.at(-1)).toMatch(/ The tunnel stores nothing\.$/);
  expect(await frozen.send()).toBe(503);
});

it('says what was lost by a damaged disk', async () => {
  const variables = { ADIT_SPOOL: `disk:${folder}` };
  ingest.respondWith({ status: 503 });
  const first = await start(variables);
  await first.send();
  await first.send();
  await first.stop();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of files) truncateSync(join(parentPath, name), 20);
  const { lines } = await start(variables);

  expect(lines.slice(1)).toEqual([expect.stringMatching(/has lost \d+ envelopes.* It keeps the others\.$/)]);
});
