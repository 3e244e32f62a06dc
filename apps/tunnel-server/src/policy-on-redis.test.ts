import { generateKeyPairSync } from 'node:crypto';
// eslint-disable-next-line @nx/enforce-module-boundaries -- a small part; the rules are loaded when they are needed
import { signPolicy } from '@adit/policy/source';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { HAS_REDIS, startRedis, type RedisProcess } from '../testing/replicas/redis.helper.ts';
import { REDIS_RIGHTS } from '../testing/replicas/redis-rights.helper.ts';
import { endProcesses, post, startProcess } from '../testing/server-process.helper.ts';

// Real processes and a real Redis.

const SECRET = 'hunter2hunter2';

let ingest: ScriptedIngest;
let redis: RedisProcess;

const describeWithRedis = HAS_REDIS ? describe : describe.skip;

describeWithRedis('the policy of a server on Redis', () => {
  beforeEach(async () => {
    ingest = await createScriptedIngest();
    redis = await startRedis('--user', 'adit', 'on', `>${SECRET}`, ...REDIS_RIGHTS.split(' '));
  });

  afterEach(async () => {
    await endProcesses();
    await redis.stop();
    await ingest.close();
  });

  it('is read from a signed key, and tells Redis what its budgets count, with the rights that the guide lists', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const text = JSON.stringify({ version: 1, budgets: { first: 1, perMinute: 1, perDay: 100 } });
    const signature = await signPolicy(text, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    redis.ask('SET', 'adit:policy', text);
    redis.ask('SET', 'adit:policy:sig', signature);
    const url = `redis://adit:${SECRET}@127.0.0.1:${redis.port}`;
    const server = startProcess({
      ADIT_DSNS: ingest.dsn(),
      ADIT_LIMITS: url,
      // Longer than any machine is busy.
      ADIT_REDIS_TIMEOUT: '60s',
      ADIT_POLICY: 'redis:adit:policy',
      ADIT_POLICY_KEY: key,
    });
    expect(await server.event('policy-in-force')).toMatchObject({ from: 'redis:adit:policy, signed' });
    const { url: to } = await server.event('started');
    const items = [{ type: 'event', payload: { message: 'order 7 declined' } }];
    expect((await post(String(to), buildEnvelope({ dsn: ingest.dsn(), items }))).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);

    // A process tells its counts when it ends.
    const totals = redis
      .ask('KEYS', 'adit:{budget}:*')
      .split('\n')
      .map((name) => redis.ask('GET', name));
    expect(totals).toContain('1');
    expect(server.lines.join()).not.toMatch(/policy-(?:refused|stale|missing)|redis-away|redis-error/);
  });

  it('waits in Redis until somebody has signed it', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    redis.ask('SET', 'shop:policy', '{"version":1}');
    const server = startProcess({
      ADIT_DSNS: ingest.dsn(),
      ADIT_LIMITS: redis.url,
      ADIT_REDIS_PREFIX: 'shop:',
      ADIT_REDIS_TIMEOUT: '60s',
      ADIT_POLICY: 'redis:shop:policy',
      ADIT_POLICY_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    });

    expect(await server.event('policy-refused')).toMatchObject({ problem: 'the document is not signed' });
    expect(await server.event('started')).toMatchObject({ policy: 'redis:shop:policy, signed' });
  });
});
