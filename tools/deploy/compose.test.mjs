import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ROOT, importFrom } from '../src/projects.mjs';
import { loadCompositions, missingServices, usedVolumes } from './compositions.mjs';
import { missingCommands } from './debian.mjs';
import { freePort } from '../src/testing.mjs';
import { installSchemas } from './schemas.mjs';
import { startIngest } from '../src/ingest.mjs';

const { readConfig } = await importFrom('apps/tunnel-server/dist/config/config.js');
const { findUnknownSettings } = await importFrom('apps/tunnel-server/dist/config/unknown-settings.js');

const DSN = 'https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/1';
const read = (path) => readFileSync(join(ROOT, 'deploy', path), 'utf8');

const schemas = installSchemas();
if (schemas.problem !== undefined)
  console.log(`The composition is not checked by its schema: ${schemas.problem}`);
const reason = missingCommands({
  nginx: 'nginx',
  promtool: 'prometheus',
  'redis-server': 'redis-server',
  'redis-cli': 'redis-tools',
});
if (reason !== undefined) console.log(`The composition is not tried: ${reason}.`);

describe('compose.yaml', { skip: schemas.problem }, () => {
  let composition;
  let validate;

  before(async () => {
    const compositions = await loadCompositions(schemas);
    composition = compositions.read('compose.yaml');
    validate = compositions.validate;
  });

  it('is valid by the schema of the Compose Specification', () => {
    assert.deepEqual(validate(composition), []);
  });

  it('is not valid with a field that does not exist, or a port that is no port (controls)', () => {
    const { nginx } = composition.services;

    assert.match(validate({ services: { nginx: { ...nginx, port: [] } } }).join(), /additional properties/);
    assert.match(validate({ services: { nginx: { ...nginx, ports: 8080 } } }).join(), /ports must be array/);
  });

  it('names volumes and networks that it declares, and services that it has', () => {
    const { volumes, networks } = composition;

    assert.deepEqual(usedVolumes(composition).sort(), Object.keys(volumes).sort());
    assert.deepEqual(missingServices(composition), []);
    assert.deepEqual(Object.keys(networks), ['inside']);
  });

  it('sets only variables that the server reads, to values that it accepts', () => {
    for (const name of ['tunnel-a', 'tunnel-b']) {
      const { environment, stop_grace_period: grace } = composition.services[name];
      const env = { ...environment, ADIT_DSNS: DSN, ADIT_ADMIN_TOKEN: '0'.repeat(32) };
      const config = readConfig({ env, workingDirectory: '/app', readFile: () => '' });

      assert.deepEqual(findUnknownSettings(env), []);
      assert.equal(config.spool.kind, 'redis');
      assert.ok(parseInt(grace, 10) >= config.shutdownTimeoutMs / 1_000 + 3);
    }
  });

  it('gives each tunnel an insurance and an address of its own, which nginx and Prometheus know', () => {
    const tunnels = [composition.services['tunnel-a'], composition.services['tunnel-b']];
    const addresses = tunnels.map(({ networks }) => networks.inside.ipv4_address);

    assert.equal(new Set(tunnels.map(({ volumes }) => volumes[0])).size, 2);
    assert.deepEqual(
      [...read('nginx/adit.conf').matchAll(/server (\S+):8787/g)].map(([, address]) => address),
      addresses,
    );
    assert.deepEqual(
      [...read('prometheus/prometheus.yml').matchAll(/'([\d.]+):8788'/g)].map(([, one]) => one),
      addresses,
    );
  });
});

describe('what it is made of', { skip: reason }, () => {
  let folder;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'adit-compose-'));
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('Prometheus accepts its configuration, and refuses a wrong one (control)', () => {
    const check = (text) => {
      const file = join(folder, 'prometheus.yml');
      writeFileSync(file, text);
      return spawnSync('promtool', ['check', 'config', file]).status;
    };

    assert.equal(check(read('prometheus/prometheus.yml')), 0);
    assert.notEqual(check('scrape_configs: [{ name: adit }]'), 0);
  });

  it('Redis starts with the options: writes are logged, nothing is evicted', async () => {
    const [, options] = /command: redis-server (.+)/.exec(read('compose.yaml'));
    const socket = join(folder, 'redis.sock');
    const args = [...options.split(' '), '--port', '0', '--unixsocket', socket, '--dir', folder];
    const redis = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await linesOf(redis.stdout, /ready to accept/i);
    const get = (name) =>
      spawnSync('redis-cli', ['-s', socket, 'config', 'get', name], { encoding: 'utf8' })
        .stdout.trim()
        .split('\n')[1];

    assert.equal(get('maxmemory-policy'), 'noeviction');
    assert.equal(get('appendonly'), 'yes');
    assert.equal(get('maxmemory'), String(2 ** 30));
    redis.kill();
    await once(redis, 'exit');
  });

  it('nginx forwards to both tunnels, and to one if the other is gone', async () => {
    const ingest = await startIngest();
    const tunnels = await Promise.all(['a', 'b'].map((name) => startTunnel(join(folder, name), ingest)));
    const port = await freePort();
    const nginx = await startNginx(join(folder, 'nginx'), port, tunnels);
    const post = async (id) => {
      const text = `{"dsn":"${DSN}","event_id":"${id}"}\n{"type":"event"}\n{"event_id":"${id}"}\n`;
      // A page of the same host: the tunnel compares it with the host that nginx forwards.
      const headers = { origin: `http://127.0.0.1:${port}` };
      const answer = await fetch(`http://127.0.0.1:${port}/monitoring-tunnel`, {
        method: 'POST',
        body: text,
        headers,
      });
      await answer.text();
      return answer.status;
    };
    const ids = (from) =>
      Array.from({ length: 20 }, (_, index) => (from + index).toString(16).padStart(32, '0'));
    const postAll = async (from) => {
      const statuses = [];
      for (const id of ids(from)) statuses.push(await post(id));
      return [...new Set(statuses)];
    };

    assert.deepEqual(await postAll(0), [200]);
    assert.ok((await Promise.all(tunnels.map(({ forwarded }) => forwarded()))).every((count) => count > 0));
    tunnels[0].child.kill('SIGTERM');
    await once(tunnels[0].child, 'exit');
    assert.deepEqual(await postAll(100), [200]);
    assert.ok([...ids(0), ...ids(100)].every((id) => ingest.has(id)));
    // Without the other tunnel nothing answers in place of the first (control).
    tunnels[1].child.kill('SIGTERM');
    await once(tunnels[1].child, 'exit');
    assert.equal(await post('f'.repeat(32)), 502);

    nginx.kill();
    await once(nginx, 'exit');
    await ingest.close();
  });
});

/** Resolves when a line matches. */
function linesOf(stream, pattern) {
  return new Promise((resolve, reject) => {
    const seen = [];
    createInterface({ input: stream })
      .on('line', (line) => {
        seen.push(line);
        if (pattern.test(line)) resolve();
      })
      .on('close', () => reject(new Error(seen.join('\n'))));
  });
}

/** Starts a tunnel as in the composition, but with its spool on disk. */
async function startTunnel(folder, ingest) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(ROOT, 'apps/tunnel-server/dist/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ADIT_DSNS: DSN,
      ADIT_INGEST_ORIGIN: ingest.origin,
      ADIT_SPOOL: `disk:${folder}`,
      ADIT_TRUSTED_PROXIES: '127.0.0.1',
      PORT: port,
      ADIT_ADMIN_PORT: adminPort,
    },
  });
  await linesOf(child.stdout, /"event":"started"/);
  const forwarded = async () => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    return Number(/adit_tunnel_requests_total\{outcome="forwarded"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  return { port, child, forwarded };
}

/** Tests the configuration with `nginx -t`, and starts nginx with it. */
async function startNginx(folder, port, [first, second]) {
  mkdirSync(folder);
  const server = read('nginx/adit.conf')
    .replace('172.30.87.11:8787', `127.0.0.1:${first.port}`)
    .replace('172.30.87.12:8787', `127.0.0.1:${second.port}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = `access_log off; ${paths.join(' ')} ${server}`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log notice; events {} http { ${http} }`,
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const nginx = spawn('nginx', ['-c', file], { stdio: 'inherit' });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      ({ status: code }) => code === 404,
      () => false,
    );
    if (isThere) return nginx;
    await setTimeout(50);
  }
  throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
}
