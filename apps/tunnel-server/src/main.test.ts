import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope, createScriptedIngest, deferred, until, type ScriptedIngest } from '@adit/testing';
import { endProcesses, post, startProcess, type ServerProcess } from '../testing/server-process.helper.ts';

// Real processes, on machines that may be busy.

const KEY = '0123456789abcdef0123456789abcdef';
const DSN = `https://${KEY}@o450.ingest.sentry.io/4509`;

let ingest: ScriptedIngest;
let folder: string;

beforeEach(async () => {
  ingest = await createScriptedIngest();
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  await endProcesses();
  await ingest.close();
  rmSync(folder, { recursive: true, force: true });
});

const envelope = (message = 'hello'): Uint8Array<ArrayBuffer> =>
  buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: { message } }] });

/** A server that forwards to the scripted ingest, and its addresses. */
async function start(
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess & { url: string; adminUrl: string }> {
  const server = startProcess({ ADIT_DSNS: ingest.dsn(), ...env });
  const { url, adminUrl } = await server.event('started');
  return { ...server, url: String(url), adminUrl: String(adminUrl) };
}

const disk = (): Record<string, string> => ({ ADIT_SPOOL: `disk:${folder}` });
const ready = async (adminUrl: string): Promise<number> => (await fetch(`${adminUrl}/healthz/ready`)).status;

/** The value of a sample, summed over its labels. */
async function sample(adminUrl: string, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

describe('invalid configuration', () => {
  it.each<[env: Record<string, string>, args: string[], message: RegExp]>([
    [{}, [], /^ADIT_DSNS is missing: use one or more DSNs/],
    [{ ADIT_DSNS: DSN }, ['--dsns=x'], /^Flag "--dsns" is unknown; --help lists the flags\.$/],
    [
      { ADIT_DSNS: `https://hunter2:${KEY}@host/abc` },
      [],
      /^ADIT_DSNS\[0\]="https:\/\/…@host\/abc" is not valid: use a DSN/,
    ],
    [
      { ADIT_DSNS: DSN, HOST: 'nowhere.invalid' },
      [],
      /^HOST="nowhere\.invalid" is not valid \(E\w+\): use an address of this machine, or a name that resolves to one, without a port\.$/,
    ],
    [
      { ADIT_DSNS: DSN, ADIT_ADMIN_HOST: 'nowhere.invalid', ADIT_ADMIN_TOKEN: 'a-token-of-some-length' },
      [],
      /^ADIT_ADMIN_HOST="nowhere\.invalid" is not/,
    ],
    [{ ADIT_DSNS: DSN, ADIT_PATH: 'no', ADIT_WORKERS: '2' }, [], /^ADIT_PATH="no" is not valid: use a path/],
    [
      { ADIT_DSNS: DSN, ADIT_SPOOL: 'disk:/dev/null/x', ADIT_WORKERS: '2' },
      [],
      /^ADIT_SPOOL="disk:\/dev\/null\/x" cannot be opened/,
    ],
  ])('%j %j stops the start with exit code 78 and one line', async (env, args, message) => {
    const server = startProcess(env, args);

    expect(await server.ended).toBe(78);
    expect(server.errors().trimEnd()).toMatch(message);
    expect(server.errors().trimEnd().split('\n')).toHaveLength(1);
    expect(server.errors()).not.toMatch(new RegExp(`hunter2|${KEY}`));
    expect(server.lines).toEqual([]);
  });
});

it('warns of unknown variables with its prefix, once for all processes', async () => {
  const server = await start({ ADIT_SPOL: 'off', ADIT_WORKERS: '2' });

  expect(await server.event('settings-unknown')).toMatchObject({
    level: 'warn',
    names: ['ADIT_SPOL (did you mean ADIT_SPOOL?)'],
  });
  expect(server.lines.filter((line) => line.includes('settings-unknown'))).toHaveLength(1);
});

it('prints its settings with --help, and its version with --version', async () => {
  const [help, asked] = [startProcess({}, ['--help']), startProcess({}, ['--version'])];

  expect([await help.ended, await asked.ended]).toEqual([0, 0]);
  expect(help.lines.join('\n')).toMatch(/ADIT_DSNS +--adit-dsns +required/);
  const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  expect(asked.lines).toEqual([version]);
});

it('exits with 1 and one line if its port is in use, before it opens the spool', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const servers = ['1', '2'].map((workers) =>
    startProcess({ ...disk(), ADIT_DSNS: DSN, PORT: String(port), ADIT_WORKERS: workers }),
  );
  servers.push(startProcess({ ...disk(), ADIT_DSNS: DSN, ADIT_ADMIN_PORT: String(port), ADIT_WORKERS: '2' }));

  for (const server of servers) {
    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(/^(ADIT_ADMIN_)?PORT="\d+" is in use .*\n$/);
    expect(server.lines).toEqual([]);
  }
  expect(readdirSync(folder)).toEqual([]);
  other.close();
});

it('can be executed', () => {
  expect(statSync(join(__dirname, '../dist/main.js')).mode & 0o111).toBe(0o111);
});

it('logs its address as JSON, forwards, and exits after SIGTERM', async () => {
  const server = await start(disk());
  const { status } = await post(server.url, envelope());
  server.child.kill('SIGTERM');

  expect(status).toBe(200);
  expect(ingest.received).toHaveLength(1);
  expect(await server.ended).toBe(0);
  expect(server.errors()).toBe('');
  expect(server.lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'spool-opened',
    'started',
    'stopping',
    'stopped',
  ]);
});

it.each([['1'], ['2']])(
  'lets requests in flight finish after SIGINT, not ready meanwhile; %s workers',
  async (workers) => {
    const server = await start({ ADIT_WORKERS: workers });
    const answer = deferred<{ status: number }>();
    ingest.respondWith(() => answer.promise);
    const response = post(server.url, envelope());
    await ingest.waitFor();
    server.child.kill('SIGINT');
    await server.event('stopping');

    expect(await ready(server.adminUrl)).toBe(503);
    await untilRefused(server.url);
    answer.resolve({ status: 200 });
    expect((await response).status).toBe(200);
    expect(await server.ended).toBe(0);
  },
);

it.each([['1'], ['2']])(
  'spools envelopes that ingest does not answer in time, and delivers them after the restart; %s workers',
  async (workers) => {
    const first = await start({ ...disk(), ADIT_WORKERS: workers, ADIT_SHUTDOWN_TIMEOUT: '300ms' });
    ingest.respondWith({ hang: true });
    const response = post(first.url, envelope('kept'));
    await ingest.waitFor();
    first.child.kill('SIGTERM');

    expect((await response).status).toBe(200);
    expect(await first.ended).toBe(0);
    ingest.reset();
    await start({ ...disk(), ADIT_WORKERS: workers });
    const delivered = await ingest.waitFor();
    expect(delivered.body.toString()).toContain('kept');
  },
);

it.each([
  ['1', 'SIGTERM'],
  ['2', 'SIGINT'],
] as const)('ends at once after the second signal; %s workers, %s', async (workers, signal) => {
  const server = await start({
    ADIT_WORKERS: workers,
    ADIT_SHUTDOWN_TIMEOUT: '1h',
    ADIT_INGEST_TIMEOUT: '1h',
  });
  ingest.respondWith({ hang: true });
  const response = post(server.url, envelope());
  const cut = expect(response).rejects.toThrow();
  await ingest.waitFor();
  server.child.kill(signal);
  await server.event('stopping');
  server.child.kill(signal);

  expect(await server.ended).toBe(signal);
  await cut;
});

it('ends after SIGTERM although its start hangs in the file system', async () => {
  // Reading a pipe without a writer takes as long as a file server that does not answer.
  execFileSync('mkfifo', [join(folder, 'limits')]);
  const server = startProcess({ ...disk(), ADIT_DSNS: ingest.dsn(), ADIT_SHUTDOWN_TIMEOUT: '50ms' });
  await server.event('spool-opened');
  server.child.kill('SIGTERM');

  expect(await server.ended).toBe('SIGTERM');
  expect(server.lines.join()).not.toContain('"started"');
});

it('opens no inspector and goes on serving after SIGUSR1 or SIGUSR2 in any of its processes', async () => {
  const plain = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log()']);
  await once(plain.stdout, 'data');
  plain.kill('SIGUSR1');
  expect(String(await once(plain.stderr, 'data'))).toMatch(/Debugger listening|Starting inspector/);
  plain.kill('SIGKILL');

  const server = await start({ ADIT_WORKERS: '2' });
  for (const pid of [server.child.pid!, ...childrenOf(server.child.pid!)]) {
    process.kill(pid, 'SIGUSR1');
    process.kill(pid, 'SIGUSR2');
  }
  for (let count = 0; count < 4; count += 1) expect((await post(server.url, envelope())).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.errors()).toBe('');
});

it.each([
  { signal: 'SIGTERM', workers: '1' },
  { signal: 'SIGKILL', workers: '1' },
  { signal: 'SIGKILL', workers: '2' },
] as const)('keeps to rate limits after a restart without asking ingest: %j', async ({ signal, workers }) => {
  const env = { ...disk(), ADIT_WORKERS: workers };
  ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '3600:error:key' } });
  const first = await start(env);
  expect((await post(first.url, envelope())).status).toBe(429);
  await until(() => existsSync(join(folder, 'limits')));
  first.child.kill(signal);
  await first.ended;

  const { url } = await start(env);
  for (let count = 0; count < 4; count += 1) expect((await post(url, envelope())).status).toBe(429);
  expect(ingest.received).toHaveLength(1);
});

it('asks ingest again after a restart if the limits are deleted: the control', async () => {
  ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '3600:error:key' } });
  const first = await start(disk());
  expect((await post(first.url, envelope())).status).toBe(429);
  first.child.kill();
  await first.ended;
  unlinkSync(join(folder, 'limits'));
  const { url } = await start(disk());
  await post(url, envelope());
  expect(ingest.received).toHaveLength(2);
});

describe('its log', () => {
  it('has two lines for an outage, and no payload, key or client address', async () => {
    const server = await start({
      ...disk(),
      ADIT_TRUSTED_PROXIES: '127.0.0.0/8',
      ADIT_THROTTLE: '50/h',
    });
    const from = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': 'marker-agent' });
    await post(server.url, envelope('marker-payload'), from('203.0.113.77'));
    ingest.respondWith({ status: 503 });
    for (let count = 0; count < 60; count += 1) {
      await post(server.url, envelope('marker-payload'), from('203.0.113.77'));
    }
    const other = buildEnvelope({ dsn: `https://${KEY.replaceAll('a', 'b')}@evil.example/1`, items: [] });
    await post(server.url, other, from('203.0.113.78'));
    await post(server.url, Buffer.from('marker-garbage'), from('203.0.113.78'));
    server.child.kill('SIGTERM');
    await server.ended;

    const output = server.lines.join('\n') + server.errors();
    expect(server.lines.filter((line) => line.includes('"outage-began"'))).toHaveLength(1);
    // The first at once, and the number of later ones at the end.
    expect(server.lines.filter((line) => line.includes('"reason":"throttled"'))).toHaveLength(2);
    expect(output).toContain('"reason":"dsn-not-allowed"');
    expect(output).not.toMatch(/marker-|203\.0\.113|[0-9a-f]{24}|evil\.example/);
    expect(server.lines.length).toBeLessThan(15);
  });
});

describe('with workers', () => {
  it('shares the port, adds up their metrics and replaces one that dies', async () => {
    const server = await start({ ADIT_WORKERS: '2' });
    for (let count = 0; count < 10; count += 1) expect((await post(server.url, envelope())).status).toBe(200);
    expect(await sample(server.adminUrl, 'adit_tunnel_requests_total', 'outcome="forwarded"')).toBe(10);
    expect(await sample(server.adminUrl, 'adit_tunnel_ingest_duration_count')).toBe(10);
    expect(await sample(server.adminUrl, 'adit_tunnel_workers')).toBe(2);

    const [victim] = childrenOf(server.child.pid!);
    process.kill(victim!, 'SIGKILL');
    await server.event('worker-restarted');
    expect(await ready(server.adminUrl)).toBe(200);
    for (let count = 0; count < 10; count += 1) expect((await post(server.url, envelope())).status).toBe(200);
    expect(await sample(server.adminUrl, 'adit_tunnel_requests_total', 'outcome="forwarded"')).toBe(20);
    expect(await sample(server.adminUrl, 'adit_tunnel_worker_restarts_total')).toBe(1);
  });

  it('applies a rate limit that one of them learned to all', async () => {
    const server = await start({ ADIT_WORKERS: '3' });
    ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:key' } });
    expect((await post(server.url, envelope())).status).toBe(429);
    await server.event('rate-limits-learned');
    const statuses: number[] = [];
    // Meanwhile the limit is passed between processes; connections go to all of them in turn.
    for (let count = 0; count < 12; count += 1) statuses.push((await post(server.url, envelope())).status);

    expect(statuses.slice(-6)).toEqual([429, 429, 429, 429, 429, 429]);
  });

  (process.platform === 'linux' ? it : it.skip)(
    'starts them so that glibc returns freed windows',
    async () => {
      const server = await start({ ADIT_WORKERS: '2' });
      const environments = childrenOf(server.child.pid!).map((pid) =>
        readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'),
      );

      const setting = expect.arrayContaining(['MALLOC_MMAP_THRESHOLD_=262144']) as unknown;
      expect(environments).toEqual([setting, setting]);
    },
  );

  it('takes over the spools of workers that no longer exist', async () => {
    await ingest.close();
    const many = await start({ ...disk(), ADIT_WORKERS: '3' });
    for (let index = 0; index < 9; index += 1) {
      expect((await post(many.url, envelope(`of many ${index}`))).status).toBe(200);
    }
    expect(readdirSync(folder).sort()).toEqual(['worker-1', 'worker-2', 'worker-3']);
    many.child.kill('SIGTERM');
    expect(await many.ended).toBe(0);

    ingest = await createScriptedIngest({ port: Number(new URL(ingest.origin).port) });
    const one = await start(disk());
    expect(await one.event('spool-opened')).toMatchObject({ adopted: 2, envelopes: 9 });
    await ingest.waitFor(() => ingest.received.length === 9, { timeoutMs: 20_000 });
    expect(readdirSync(folder)).toEqual(['worker-1']);
  });
});

/** Resolves when the port accepts no more connections. */
async function untilRefused(url: string): Promise<void> {
  for (;;) {
    const probe = connect(Number(new URL(url).port), '127.0.0.1');
    const outcome = await new Promise((resolve) => {
      probe.once('connect', () => resolve('connected'));
      probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    });
    probe.destroy();
    if (outcome === 'ECONNREFUSED') return;
  }
}

/** The child processes of a process. */
function childrenOf(pid: number): number[] {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return children.stdout.split(/\s+/).filter(Boolean).map(Number);
}
