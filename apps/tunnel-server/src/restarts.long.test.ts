import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope } from '@adit/testing';
import { startCountingIngest } from '../testing/load.helper.ts';
import { seeReloads, seeRestarts } from '../testing/restarts.helper.ts';
import { endProcesses, post, startProcess } from '../testing/server-process.helper.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  await endProcesses();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['1', 20],
  ['2', 3],
])(
  '%s workers: %i restarts under 32 kept connections reset none and lose nothing',
  async (workers, restarts) => {
    const { failures, lost, exits } = await seeRestarts(restarts, 32, {
      ADIT_WORKERS: workers,
      ADIT_SPOOL: `disk:${folder}`,
    });

    expect({ failures, lost, exits }).toEqual({
      failures: [],
      lost: [],
      exits: new Array(restarts).fill(0),
    });
  },
  180_000,
);

it('three reloads by SIGHUP of 2 workers under 32 clients answer every request 200', async () => {
  const { failures, lost } = await seeReloads(3, 32, {
    ADIT_WORKERS: '2',
    ADIT_SPOOL: `disk:${folder}`,
  });

  expect({ failures, lost }).toEqual({ failures: [], lost: [] });
}, 180_000);

it('serves a good client while five addresses open 10,500 connections', async () => {
  const ingest = await startCountingIngest();
  const server = startProcess({ ADIT_DSNS: ingest.dsn });
  const { url } = await server.event('started');
  const port = Number(new URL(String(url)).port);
  const flood: Socket[] = [];
  const body = buildEnvelope({ dsn: ingest.dsn, items: [{ type: 'event', payload: { message: 'good' } }] });

  const statuses: number[] = [];
  for (let opened = 0; opened < 10_500; opened += 100) {
    const sockets = Array.from({ length: 100 }, (_, index) =>
      connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (index % 5)}` }),
    );
    for (const socket of sockets) socket.on('error', () => undefined).resume();
    flood.push(...sockets);
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    statuses.push((await post(String(url), body)).status);
  }
  // 1,000 from each address.
  expect(flood.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(5_000);
  for (const socket of flood) socket.destroy();
  await ingest.close();

  expect(statuses).toEqual(new Array(105).fill(200));
}, 180_000);
