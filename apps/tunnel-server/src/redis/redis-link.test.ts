import { createFakeClock } from '@adit/testing';
import { createFakeClient, type FakeClient } from '../../testing/replicas/fake-client.helper.ts';
import { recordLog } from '../../testing/record-log.helper.ts';
import { parseRedisAddress } from '../config/redis-address.ts';
import { openRedisLink } from './redis-link.ts';

const SCRIPT = { source: 'return 1', sha1: 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db' };

async function setUp(url = 'redis://adit:hunter2@cache:6379') {
  const clients: FakeClient[] = [];
  const clock = createFakeClock();
  const recorded = recordLog();
  const opening = openRedisLink({
    key: 'spool',
    address: parseRedisAddress(url)!,
    config: { prefix: 'adit:', timeoutMs: 250, tls: { ca: undefined, cert: undefined, key: undefined } },
    log: recorded.log,
    clock,
    createClient: () => {
      clients.push(createFakeClient());
      return clients.at(-1)!.client;
    },
  });
  return { ...recorded, clients, clock, opening };
}

describe('openRedisLink', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('says once that Redis is away, and that it is back when it has answered for two seconds', async () => {
    const { clients, clock, opening, entries } = await setUp();
    await clients[0]!.connected();
    const link = await opening;
    const run = async (): Promise<void> => {
      jest.advanceTimersByTime(500);
      await link.redis.run(SCRIPT, [], []).catch(() => undefined);
      // After an outage, Redis gets a question beside the command that fails.
      await new Promise(setImmediate);
    };
    expect([link.isAway(), link.redis.deadlineMs]).toEqual([false, 250]);
    const fail = (): Promise<unknown> => Promise.reject(new Error('read ECONNRESET'));
    const pass = (): Promise<unknown> => Promise.resolve(1);
    for (const answer of [fail, pass, fail, pass]) {
      clients[0]!.answer = answer;
      await run();
      expect(link.isAway()).toBe(answer === fail);
      await clock.advance(1_000);
    }
    await clock.advance(1_000);
    expect(entries).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'redis-away',
        redis: 'redis://cache:6379',
        cause: 'read ECONNRESET',
      }),
      expect.objectContaining({ level: 'info', event: 'redis-back', durationMs: 3_000 }),
    ]);
    link.close();
  });

  it('takes a new connection every three seconds while Redis is away', async () => {
    const { clients, clock, opening } = await setUp();
    await clients[0]!.connected();
    const link = await opening;
    clients[0]!.answer = () => Promise.reject(new Error('no answer'));
    await expect(link.redis.run(SCRIPT, [], [])).rejects.toThrow('no answer');
    await clock.advance(6_000);
    expect(clients).toHaveLength(3);
    await clients[2]!.connected();
    expect(link.reconnects()).toBe(1);
    jest.advanceTimersByTime(500);
    await expect(link.redis.run(SCRIPT, [], [])).rejects.toThrow('away');
    await new Promise(setImmediate);
    await link.redis.run(SCRIPT, [], []);
    await clock.advance(10_000);
    expect(clients).toHaveLength(3);
    link.close();
  });

  it('says nothing of a Redis that fails as it is closed', async () => {
    const { clients, clock, opening, entries } = await setUp();
    await clients[0]!.connected();
    const link = await opening;
    link.close();
    clients[0]!.answer = () => Promise.reject(new Error('The client is closed'));
    await expect(link.redis.run(SCRIPT, [], [])).rejects.toThrow('closed');
    await clock.advance(10_000);
    expect([entries, link.isAway()]).toEqual([[], true]);
  });

  it.each([
    ['redis://cache:6379', 0],
    ['redis+cluster://cache:6379', 0],
    ['redis+sentinel://cache:26379/tunnel', 1],
  ])('on %s, waits for %i replicas', async (url, replicas) => {
    const { clients, opening } = await setUp(url);
    await clients[0]!.connected();
    const { redis, close } = await opening;
    clients[0]!.answer = () => Promise.resolve(replicas);
    expect([redis.replicas, await redis.wait()]).toEqual([replicas, { primary: 'id', replicas }]);
    close();
  });

  it('is not opened if Redis refuses the user, and shows no password', async () => {
    const { clients, opening } = await setUp();
    clients[0]!.emit('error', new Error('WRONGPASS invalid username-password pair or user is disabled.'));
    await expect(opening).rejects.toThrow(
      'ADIT_SPOOL="redis://cache:6379" cannot be used (WRONGPASS invalid username-password pair or user is disabled): ' +
        'use a Redis that trusts this server, may write, and evicts nothing.',
    );
  });
});
