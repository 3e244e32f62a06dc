/** @jest-environment node */
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
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
  const { findSpool, openSpool } = await import('./spool.ts');
  await openSpool();
  const { tunnel } = await import('./tunnel.ts');
  const stop = async (): Promise<void> => {
    if ('close' in tunnel) await tunnel.close();
  };
  stops.push(stop);
  const send = async (): Promise<number> => {
    const body = buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: { message: 'kept' } }] });
    const request = new Request('http://shop.example/monitoring-tunnel?o=450&p=4509', {
      method: 'POST',
      body,
    });
    return (await tunnel.fetch(request)).status;
  };
  return { send, stop, spool: findSpool(), openSpool, lines: error.mock.calls.map(([line]) => String(line)) };
}

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
  ['nowhere by default (control)', {}, {}, 503],
  ['nowhere if it is off (control)', { ADIT_SPOOL: 'off' }, {}, 503],
])('keeps it %s', async (_where, variables, given, status) => {
  ingest.respondWith({ status: 503 });
  const { send, lines } = await start(variables, given);

  expect(await send()).toBe(status);
  expect(lines).toEqual([]);
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
  ['a path that is a file', 'disk:FOLDER/file', 'FOLDER/file cannot be used'],
])('says what is wrong with %s, and goes on without', async (_what, value, reason) => {
  writeFileSync(join(folder, 'file'), '');
  const { send, lines } = await start({ ADIT_SPOOL: value.replace('FOLDER', folder) });

  expect(lines).toEqual([expect.stringContaining(reason.replace('FOLDER', folder))]);
  expect(lines[0]).toMatch(/ The tunnel stores nothing\.$/);
  expect(await send()).toBe(200);
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

  expect(lines).toEqual([expect.stringMatching(/has lost \d+ envelopes.* It keeps the others\.$/)]);
});
