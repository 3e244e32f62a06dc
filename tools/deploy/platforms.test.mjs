// The files of deploy/ for Fly.io, Render and Amazon ECS, held against the server. Nothing runs on these platforms here.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { ROOT, importFrom } from '../src/projects.mjs';
import { freePort } from '../src/testing.mjs';
import { until } from '../src/until.mjs';

const { readConfig } = await importFrom('apps/tunnel-server/dist/config/config.js');
const { findUnknownSettings } = await importFrom('apps/tunnel-server/dist/config/unknown-settings.js');

const DSN = 'https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/1';
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** The variables that the image sets. */
const IMAGE = Object.fromEntries(
  [...read('apps/tunnel-server/Containerfile').matchAll(/^(?:ENV)?\s+(HOST|ADIT_\w+)=(\S+)/gm)].map(
    ([, name, value]) => [name, value],
  ),
);
const configOf = (env) =>
  readConfig({ env: { ...IMAGE, ...env }, workingDirectory: '/app', readFile: () => '' });

const fly = parseToml(read('deploy/fly.toml'));
const [render] = parseYaml(read('deploy/render.yaml')).services;
const terraform = read('deploy/terraform/main.tf');
const numberOf = (name) => Number(new RegExp(`\\b${name}\\s*= (\\d+)`).exec(terraform)?.[1]);

const PLATFORMS = [
  {
    name: 'fly.toml',
    env: { ...fly.env, SENTRY_DSN: DSN },
    port: fly.http_service.internal_port,
    healthPath: fly.http_service.checks[0].path,
    stopSeconds: fly.kill_timeout,
    memoryMb: parseInt(fly.vm[0].memory, 10),
    volume: { folder: fly.mounts.destination, bytes: parseInt(fly.mounts.initial_size, 10) * 2 ** 30 },
  },
  {
    name: 'render.yaml',
    env: Object.fromEntries(
      render.envVars.map(({ key, value, sync }) => [key, sync === false ? DSN : value]),
    ),
    port: Number(render.envVars.find(({ key }) => key === 'PORT').value),
    healthPath: render.healthCheckPath,
    // Render's default. A service with a disk cannot set it.
    stopSeconds: render.maxShutdownDelaySeconds ?? 30,
    memoryMb: { starter: 512 }[render.plan],
    volume: { folder: render.disk.mountPath, bytes: render.disk.sizeGB * 2 ** 30 },
  },
  {
    name: 'terraform',
    env: {
      ADIT_TRUSTED_PROXIES: '10.0.0.0/16',
      ADIT_DSNS: DSN,
      ADIT_SPOOL: 'rediss://redis.example.com:6379',
      ADIT_LIMITS: 'rediss://redis.example.com:6379',
    },
    port: numberOf('containerPort'),
    healthPath: /GET (\S+) on port/.exec(terraform)?.[1],
    stopSeconds: numberOf('stopTimeout'),
    memoryMb: numberOf('memory'),
  },
];

for (const { name, env, port, healthPath, stopSeconds, memoryMb, volume } of PLATFORMS)
  describe(name, () => {
    it('sets only variables that the server reads, to values that it accepts', () => {
      assert.deepEqual(findUnknownSettings(env), []);
      assert.ok(configOf(env));
      // Controls.
      assert.equal(findUnknownSettings({ ...env, ADIT_SPOOL_MAX_BYTE: '1' }).length, 1);
      assert.throws(() => configOf({ ...env, ADIT_SPOOL_MAX_BYTES: '800 MB' }));
    });

    it("names the server's port, and its tunnel path as the health check", () => {
      const config = configOf(env);

      assert.equal(port, config.port);
      assert.equal(healthPath, config.tunnel.path);
      assert.equal(config.host, '0.0.0.0');
    });

    it('gives the server the time to stop, and the memory that it needs under attack', () => {
      assert.ok(stopSeconds >= configOf(env).shutdownTimeoutMs / 1_000 + 3);
      assert.ok(memoryMb >= 256);
    });

    it('has room for the spool where the server writes it', { skip: volume === undefined }, () => {
      const { spool, spoolMaxBytes } = configOf(env);

      assert.equal(spool.kind, 'disk');
      assert.ok(JSON.stringify(spool).includes(`"${volume.folder}/`));
      assert.ok(spoolMaxBytes < volume.bytes);
    });

    it('the server answers the health check with 200', { skip: volume === undefined }, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'adit-platform-'));
      const [own, admin] = [await freePort(), await freePort()];
      const server = spawn(process.execPath, [join(ROOT, 'apps/tunnel-server/dist/main.js')], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...env,
          PATH: process.env.PATH,
          PORT: own,
          ADIT_ADMIN_PORT: admin,
          ADIT_SPOOL: `disk:${folder}`,
        },
      });
      try {
        const check = async () => (await fetch(`http://127.0.0.1:${own}${healthPath}`)).status;
        assert.equal(await until('answered', check), 200);
        // Another path is no health check (control).
        assert.equal((await fetch(`http://127.0.0.1:${own}/healthz/live`)).status, 404);
      } finally {
        server.kill('SIGTERM');
        await once(server, 'exit');
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });

describe('terraform', () => {
  const has = spawnSync('terraform', ['version']).status === 0;

  it('is Terraform, in its own format', { skip: !has && 'there is no terraform' }, () => {
    const format = (input) => spawnSync('terraform', ['fmt', '-check', '-'], { input }).status;

    assert.equal(format(terraform), 0);
    assert.notEqual(format(terraform.replace('memory ', 'memory = ')), 0);
  });

  it('sets the variables that are checked above, and uses each of its own', () => {
    const set = [...terraform.matchAll(/name = "([A-Z_]+)"/g)].map(([, one]) => one);
    const declared = [...terraform.matchAll(/^variable "(\w+)"/gm)].map(([, one]) => one);
    const used = new Set([...terraform.matchAll(/\bvar\.(\w+)/g)].map(([, one]) => one));

    assert.deepEqual(set.sort(), Object.keys(PLATFORMS[2].env).sort());
    assert.deepEqual([...used].sort(), declared.sort());
  });

  it('runs as the user of the image, and looks at the port of the admin endpoints', () => {
    const [, user] = /^USER (\S+)/m.exec(read('apps/tunnel-server/Containerfile'));

    assert.ok(terraform.includes(`"${user}"`));
    assert.ok(terraform.includes(`127.0.0.1:${configOf(PLATFORMS[2].env).adminPort}/healthz/live`));
  });
});

it('the paths that the files and their README name exist', () => {
  assert.ok(existsSync(join(ROOT, render.dockerfilePath)));
  const worker = join(ROOT, 'examples/cloudflare-worker');
  assert.ok(existsSync(join(worker, parseToml(readFileSync(join(worker, 'wrangler.toml'), 'utf8')).main)));
});
