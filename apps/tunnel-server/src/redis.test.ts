import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope, createScriptedIngest, until, type ScriptedIngest } from '@adit/testing';
import { HAS_OPENSSL, makeCertificates } from '../testing/replicas/certificates.helper.ts';
import { HAS_REDIS, startRedis, type RedisProcess } from '../testing/replicas/redis.helper.ts';
import { REDIS_RIGHTS } from '../testing/replicas/redis-rights.helper.ts';
import { endProcesses, post, startProcess, type ServerProcess } from '../testing/server-process.helper.ts';

// Real processes and a real Redis.

const SECRET = 'hunter2hunter2';

let ingest: ScriptedIngest;
let folder: string;
const started: RedisProcess[] = [];

beforeEach(async () => {
  ingest = await createScriptedIngest();
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  await endProcesses();
  await Promise.all(started.splice(0).map((redis) => redis.stop()));
  await ingest.close();
  rmSync(folder, { recursive: true, force: true });
});

async function redis(...settings: readonly string[]): Promise<RedisProcess> {
  const server = await startRedis(...settings);
  started.push(server);
  return server;
}

const run = (name: string, env: Readonly<Record<string, string>>): ServerProcess =>
  startProcess({
    ADIT_DSNS: ingest.dsn(),
    ADIT_INSURANCE: `disk:${join(folder, name)}`,
    // Longer than any machine is busy.
    ADIT_REDIS_TIMEOUT: '60s',
    ...env,
  });

async function start(name: string, env: Readonly<Record<string, string>>) {
  const server = run(name, env);
  const { url, adminUrl } = await server.event('started');
  return {
    ...server,
    send: async (message: string): Promise<number> => {
      const items = [{ type: 'event', payload: { message } }];
      return (await post(String(url), buildEnvelope({ dsn: ingest.dsn(), items }))).status;
    },
    ready: async (): Promise<number> => (await fetch(`${String(adminUrl)}/healthz/ready`)).status,
    metric: async (metric: string): Promise<number> => {
      const text = await (await fetch(`${String(adminUrl)}/metrics`)).text();
      return Number(new RegExp(`^${metric} (.+)$`, 'm').exec(text)?.[1]);
    },
  };
}

const arrival = (message: string): Promise<unknown> =>
  ingest.waitFor(({ body }) => body.toString().includes(message));

const describeWithRedis = HAS_REDIS ? describe : describe.skip;
const itWithOpenssl = HAS_OPENSSL ? it : it.skip;

describeWithRedis('the server on Redis', () => {
  it('delivers from one replica what another has stored, and shares its limits', async () => {
    const { url } = await redis();
    const env = { ADIT_SPOOL: url, ADIT_LIMITS: url };
    const [one, two] = await Promise.all([start('one', env), start('two', { ...env, ADIT_WORKERS: '2' })]);
    ingest.respondWith({ status: 503 });
    expect(await one.send('first')).toBe(200);
    expect(await one.send('second')).toBe(200);
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
    expect(await two.metric('adit_tunnel_insurance_envelopes')).toBe(0);
    ingest.reset();
    await Promise.all([arrival('first'), arrival('second')]);

    ingest.respondWith({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:organization' } });
    expect(await two.send('limited')).toBe(429);
    const three = await start('three', env);
    const before = ingest.received.length;
    expect(await three.send('limited too')).toBe(429);
    expect(ingest.received).toHaveLength(before);
  });

  it.each([
    [
      'a wrong password',
      '1',
      ['--requirepass', SECRET],
      'redis://:wrong@',
      /\(WRONGPASS invalid username-password pair/,
    ],
    ['no password', '2', ['--requirepass', SECRET], 'redis://', /\(NOAUTH /],
    [
      'a user who may not write',
      '1',
      ['--user', ...`adit on >${SECRET} ~adit:* &adit:* +@all -xadd`.split(' ')],
      `redis://adit:${SECRET}@`,
      /user executing the script can't run this command/,
    ],
    [
      'a user of other keys',
      '1',
      ['--user', ...`adit on >${SECRET} ~other:* +@all`.split(' ')],
      `redis://adit:${SECRET}@`,
      /\(.*NOPERM /,
    ],
    [
      'a Redis that evicts',
      '1',
      ['--maxmemory-policy', 'allkeys-lru'],
      'redis://',
      /maxmemory-policy of Redis is allkeys-lru; accepted is noeviction/,
    ],
  ])(
    'stops at %s with %s workers, exit code 78 and one line',
    async (_what, workers, settings, at, cause) => {
      const { port } = await redis(...settings);
      const server = run('insurance', { ADIT_SPOOL: `${at}127.0.0.1:${port}`, ADIT_WORKERS: workers });

      expect(await server.ended).toBe(78);
      expect(server.errors()).toMatch(new RegExp(`^ADIT_SPOOL="redis://127.0.0.1:${port}" cannot be used `));
      expect(server.errors()).toMatch(cause);
      expect(server.errors().trimEnd().split('\n')).toHaveLength(1);
      expect(server.errors()).not.toContain(SECRET);
    },
  );

  it('works as a user who has only the rights that are documented', async () => {
    const { port } = await redis('--user', 'adit', 'on', `>${SECRET}`, ...REDIS_RIGHTS.split(' '));
    const url = `redis://adit:${SECRET}@127.0.0.1:${port}`;
    writeFileSync(join(folder, 'url'), `${url}\n`);
    writeFileSync(join(folder, 'secret'), '0123456789abcdef');
    const env = {
      ADIT_SPOOL_FILE: join(folder, 'url'),
      ADIT_LIMITS_FILE: join(folder, 'url'),
      ADIT_THROTTLE: '100/min',
      ADIT_THROTTLE_SECRET_FILE: join(folder, 'secret'),
    };
    const [one, two] = await Promise.all([start('one', env), start('two', env)]);
    ingest.respondWith({ status: 503 });
    expect(await one.send('small')).toBe(200);
    expect(await one.send(`large${'.'.repeat(600_000)}`)).toBe(200);
    expect(await one.metric('adit_tunnel_insurance_envelopes')).toBe(0);
    ingest.respondWith({ status: 200, headers: { 'x-sentry-rate-limits': '60:span:organization' } });
    await arrival('large');
    await until(async () => (await one.metric('adit_tunnel_limited_dsns')) === 1);
    await until(async () => (await two.metric('adit_tunnel_limited_dsns')) === 1);
    const lines = [...one.lines, ...two.lines].join('\n');
    expect(lines).not.toMatch(/redis-error|redis-away|part-failed|spool-error/);
    expect(lines).not.toContain(SECRET);
  });

  itWithOpenssl('speaks TLS, with a certificate of its own, and only to a Redis that it trusts', async () => {
    const { path, remove } = makeCertificates();
    const server = await redis(
      ...['--port', '0', '--tls-port', '%port', '--tls-auth-clients', 'yes'],
      ...['--tls-cert-file', path('server.crt'), '--tls-key-file', path('server.key')],
      ...['--tls-ca-cert-file', path('authority.crt')],
    );
    const env = {
      ADIT_SPOOL: `rediss://127.0.0.1:${server.port}`,
      ADIT_REDIS_CERT_FILE: path('client.crt'),
      ADIT_REDIS_KEY_FILE: path('client.key'),
    };
    const one = await start('one', { ...env, ADIT_REDIS_CA_FILE: path('authority.crt') });
    ingest.respondWith({ status: 503 });
    expect(await one.send('encrypted')).toBe(200);
    expect(await one.metric('adit_tunnel_insurance_envelopes')).toBe(0);
    expect(await one.metric('adit_tunnel_spool_envelopes')).toBe(1);

    const two = run('two', { ...env, ADIT_REDIS_CA_FILE: path('stranger.crt') });
    expect(await two.ended).toBe(78);
    expect(two.errors()).toMatch(/^ADIT_SPOOL="rediss:\/\/.*" cannot be used \(SELF_SIGNED_CERT_IN_CHAIN: /);
    remove();
  });

  it('starts while Redis is away, is ready, and delivers what it takes; then uses Redis', async () => {
    const server = await redis();
    await server.kill();
    const one = await start('one', { ADIT_SPOOL: server.url, ADIT_LIMITS: server.url });
    expect(await one.event('redis-away')).toMatchObject({ level: 'warn', redis: server.url });
    expect(await one.ready()).toBe(200);
    expect(await one.metric('adit_tunnel_redis_away')).toBe(1);
    ingest.respondWith({ status: 503 });
    expect(await one.send('insured')).toBe(200);
    expect(await one.metric('adit_tunnel_insurance_envelopes')).toBe(1);
    await server.restart();
    await one.event('redis-back');
    expect(await one.send('shared')).toBe(200);
    expect(await one.metric('adit_tunnel_insurance_envelopes')).toBe(1);
    expect(await one.metric('adit_tunnel_spool_envelopes')).toBe(2);
    ingest.reset();
    await Promise.all([arrival('insured'), arrival('shared')]);
  });
});
