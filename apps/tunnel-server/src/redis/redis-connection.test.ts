import { createFakeClock } from '@adit/testing';
import { createFakeClient, type FakeClient } from '../../testing/replicas/fake-client.helper.ts';
import { reconnectPauseMs } from './redis-client.ts';
import { connectRedis, RedisDeniedError } from './redis-connection.ts';

function setUp() {
  const clients: FakeClient[] = [];
  const clock = createFakeClock();
  let reconnects = 0;
  const connection = connectRedis({
    createClient: () => {
      clients.push(createFakeClient());
      return clients.at(-1)!.client;
    },
    clock,
    onReconnect: () => (reconnects += 1),
  });
  return { connection, clients, clock, reconnects: () => reconnects };
}

const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('connectRedis', () => {
  it('waits for the first connection, and counts the later ones', async () => {
    const { connection, clients, reconnects } = setUp();
    const [client] = clients as [FakeClient];
    client.emit('ready');
    await client.connected();
    await connection.firstAttempt;
    expect(reconnects()).toBe(0);
    client.emit('error', refused());
    expect(connection.lastError()).toBe('ECONNREFUSED: connect ECONNREFUSED');
    client.emit('node-ready');
    expect(reconnects()).toBe(1);
    expect(connection.lastError()).toBeUndefined();
  });

  it('waits for no more than a first failure, or two seconds', async () => {
    const failing = setUp();
    failing.clients[0]!.emit('error', refused());
    await failing.connection.firstAttempt;

    const silent = setUp();
    await silent.clock.advance(2_000);
    await silent.connection.firstAttempt;
  });

  it.each([
    ['error', new Error('WRONGPASS invalid username-password pair or user is disabled.')],
    ['node-error', new Error('NOAUTH Authentication required.')],
    ['error', new Error('ERR AUTH <password> called without any password configured for the default user.')],
    ['error', Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['error', new Error('Sentinel', { cause: new Error('NOPERM this user has no permissions') })],
  ])('fails if Redis refuses the user or cannot be trusted: %s %s', async (event, error) => {
    const { connection, clients } = setUp();
    clients[0]!.emit(event, error);
    await expect(connection.firstAttempt).rejects.toBeInstanceOf(RedisDeniedError);
  });

  it('takes another client if one gives up, with its channels', async () => {
    const { connection, clients, clock } = setUp();
    await connection.client.subscribe('adit:limits', () => undefined);
    expect(clients[0]!.channels).toEqual([]);
    await clients[0]!.failToConnect(new Error('None of the root nodes is available'));
    await clock.advance(1_000);
    expect(clients).toHaveLength(2);
    await clients[1]!.connected();
    expect(clients[1]!.channels).toEqual(['adit:limits']);
    await connection.client.unsubscribe('adit:limits');
    connection.replace();
    await clients[2]!.connected();
    expect(clients[2]!.channels).toEqual([]);
  });

  it('asks the client of the time, and closes the one before', async () => {
    const { connection, clients, reconnects } = setUp();
    await clients[0]!.connected();
    const evaluator = connection.client.withTypeMapping({});
    const options = { keys: [], arguments: [] };
    connection.replace();
    clients[0]!.answer = () => Promise.resolve('old');
    clients[1]!.answer = () => Promise.resolve('new');
    expect([await evaluator.evalSha('', options), await evaluator.eval('', options)]).toEqual(['new', 'new']);
    await clients[1]!.connected();
    expect(clients.map((client) => client.isDestroyed())).toEqual([true, false]);
    expect(reconnects()).toBe(1);
    clients[0]!.emit('error', refused());
    expect(connection.lastError()).toBeUndefined();
  });

  it('takes no notice of a client that connects after it was replaced or closed', async () => {
    const { connection, clients, reconnects } = setUp();
    const channel = 'adit:limits';
    await connection.client.subscribe(channel, () => undefined);
    connection.replace();
    await clients[0]!.connected();
    await clients[1]!.connected();
    connection.replace();
    connection.close();
    await clients[2]!.connected();

    expect(clients.map(({ channels }) => channels)).toEqual([[], [channel], []]);
    expect(reconnects()).toBe(0);
  });

  it('makes no connection after it is closed', async () => {
    const { connection, clients, clock } = setUp();
    connection.close();
    connection.replace();
    await clients[0]!.failToConnect(refused());
    await clock.advance(10_000);
    expect(clients).toHaveLength(1);
    expect(clients[0]!.isDestroyed()).toBe(true);
  });
});

describe('reconnectPauseMs', () => {
  it('grows to a second, and differs between processes', () => {
    expect([0, 1, 2, 10].map((attempt) => reconnectPauseMs(attempt, () => 0))).toEqual([25, 50, 100, 500]);
    expect([0, 1, 2, 10].map((attempt) => reconnectPauseMs(attempt, () => 1))).toEqual([50, 100, 200, 1_000]);
  });
});
