import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock, deferred, until } from '@adit/testing';
import { createKeys, readNumbered, textOf } from '../../testing/watch.helper.ts';
import { pause } from './clock.ts';
import { watchPolicy } from './watch-policy.ts';

it('a pause ends at once if its signal has aborted, and leaves no timer', async () => {
  const clock = createFakeClock();
  await pause(clock, 1_000, AbortSignal.abort());
  expect(clock.pending).toBe(0);
});

it('a watch that is closed while it judges a wrong text tells nothing and leaves no timer', async () => {
  const clock = createFakeClock();
  const keys = createKeys();
  const answer = deferred<string>();
  keys.answer = () => answer.promise;
  const told: unknown[] = [];
  const watch = watchPolicy({
    from: keys.from,
    clock,
    read: () => {
      watch.close();
      throw new Error('wrong');
    },
    tell: (state) => told.push(state),
  });
  answer.resolve('{');
  await watch.ready;
  expect(told).toEqual([]);
  expect(clock.pending).toBe(0);
});

describe('with the clock of the host', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'adit-policy-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The kinds of all that keeps the process alive. */
  const kinds = (): readonly string[] => process.getActiveResourcesInfo().sort();

  it('a watch keeps no process alive between its checks, and a closed one leaves nothing', async () => {
    const file = join(folder, 'policy.json');
    writeFileSync(file, textOf(1));
    const before = kinds();
    const watches = Array.from({ length: 10 }, () => watchPolicy({ from: file, read: readNumbered }));
    await Promise.all(watches.map(({ ready }) => ready));
    expect(watches.map((watch) => watch.current())).toEqual(watches.map(() => ({ n: 1 })));
    await until(() => JSON.stringify(kinds()) === JSON.stringify(before));
    for (const { close } of watches) close();
    await until(() => JSON.stringify(kinds()) === JSON.stringify(before));
  });

  it('a watch that is closed while a server owes it an answer ends its connection', async () => {
    const asked = deferred();
    const ended = deferred();
    const server = createServer((request) => {
      asked.resolve();
      request.socket.on('close', () => ended.resolve());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const watch = watchPolicy({ from: `http://127.0.0.1:${port}/policy.json`, read: readNumbered });
    await asked.promise;
    watch.close();
    await watch.ready;
    await ended.promise;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    expect(watch.state().status).toBe('starting');
  });
});
