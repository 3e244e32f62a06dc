import { connect } from 'node:net';
import { createFakeClock } from '@adit/testing';
import { freePort } from '@adit/testing/free-port';
import { recordLog } from '../testing/record-log.helper.ts';
import { measuresOf, reportOf } from '../testing/reports.helper.ts';
import { readConfig, type ServerConfig } from './config/config.ts';
import type { TunnelFront } from './process/front.ts';
import { mergeMeasures } from './metrics/measures.ts';
import { startServerAround } from './server.ts';

const SECRET = 'hunter2hunter2hunter2';

const configOf = (env: Readonly<Record<string, string>> = {}): ServerConfig =>
  readConfig({
    env: { ADIT_DSNS: 'https://key@a.example/1', ADIT_ADMIN_PORT: '0', ADIT_SPOOL: 'off', ...env },
    workingDirectory: '/srv',
    readFile: () => '',
  });

/** A server whose front only records that it was stopped. */
function setUp(env?: Readonly<Record<string, string>>, options: Partial<ServerConfig> = {}) {
  const recorded = recordLog();
  const clock = createFakeClock();
  const stops: string[] = [];
  const front: TunnelFront = {
    url: 'http://host/t',
    isReady: () => true,
    measure: () => Promise.resolve(mergeMeasures([measuresOf()])),
    reports: () => Promise.resolve([reportOf()]),
    findForwards: () => Promise.resolve([]),
    recent: () => Promise.resolve([]),
    control: () => undefined,
    stop: () => Promise.resolve((stops.push('stop'), mergeMeasures([measuresOf()]))),
  };
  const config = { ...configOf(env), ...options };
  return { ...recorded, clock, stops, started: startServerAround(front, config, recorded.log, clock) };
}

describe('startServerAround', () => {
  it.each([
    [{ ADIT_SPOOL: 'off' }, { spool: 'off', limits: 'memory' }],
    [{ ADIT_SPOOL: 'disk:spool' }, { spool: 'disk:/srv/spool' }],
    [
      {
        ADIT_SPOOL: `redis://adit:${SECRET}@cache`,
        ADIT_INSURANCE: 'memory',
        ADIT_LIMITS: `redis+sentinel://adit:${SECRET}@one,two/name`,
      },
      { spool: 'redis://cache', insurance: 'memory', limits: 'redis+sentinel://one,two/name' },
    ],
  ])('logs where envelopes and limits are, without passwords: %j', async (env, logged) => {
    const { started, entries } = setUp(env);
    const server = await started;

    expect(entries).toMatchObject([{ event: 'started', ...logged }]);
    expect(JSON.stringify(entries)).not.toContain(SECRET);
    await server.stop();
  });

  it('stops the front, and leaves no timer and no port', async () => {
    const { started, stops, clock } = setUp();
    const { adminUrl, stop } = await started;
    expect((await fetch(`${adminUrl}/healthz/ready`)).status).toBe(200);
    await Promise.all([stop(), stop()]);

    expect([stops, clock.pending]).toEqual([['stop'], 0]);
    const socket = connect(Number(new URL(adminUrl).port), '127.0.0.1');
    const code = await new Promise((resolve) => {
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.once('connect', () => resolve('connected'));
    });
    socket.destroy();
    expect(code).toBe('ECONNREFUSED');
  });

  it('stops the front if the admin port cannot be opened', async () => {
    const first = setUp();
    const server = await first.started;
    const { port } = new URL(server.adminUrl);
    const { started, stops, clock, events } = setUp({ ADIT_ADMIN_PORT: port });

    await expect(started).rejects.toThrow(`ADIT_ADMIN_PORT="${port}" is in use`);
    expect([stops, clock.pending, events()]).toEqual([['stop'], 0, []]);
    await server.stop();
  });

  it('stops the front and the admin port if metrics cannot be pushed', async () => {
    const port = await freePort();
    const push = { url: 'no address', intervalMs: 1_000, attributes: {} };
    const { started, stops, clock, events } = setUp({ ADIT_ADMIN_PORT: String(port) }, { push });

    await expect(started).rejects.toThrow('Could not parse');
    expect([stops, clock.pending, events()]).toEqual([['stop'], 0, []]);
    await expect(fetch(`http://127.0.0.1:${port}/healthz/live`)).rejects.toThrow('fetch failed');
  });
});
