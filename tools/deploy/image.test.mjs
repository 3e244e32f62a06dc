import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { missingCommands } from './debian.mjs';
import { freePort, startRedisOnPort } from '../src/testing.mjs';
import { buildImage, createEngine, USER } from './image.mjs';
import { startIngest } from '../src/ingest.mjs';

const KEY = '0123456789abcdef0123456789abcdef';
const DSN = `https://${KEY}@o1.ingest.sentry.io/1`;

/** The restrictions of the restricted pod security standard. */
const HARDENED = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
];

/** Tries to write in each folder, and prints the user. */
const LOOK_AROUND = `
  const { writeFileSync } = require('node:fs');
  const tryIn = (folder) => { try { writeFileSync(folder + '/probe', ''); return 'written'; } catch (error) { return error.code; } };
  const folders = ['/', '/app', '/tmp', '/usr/share/sbom', '/var/lib/adit', '/var/lib/adit/spool'];
  console.log(JSON.stringify({
    uid: process.getuid(), gid: process.getgid(),
    writes: Object.fromEntries(folders.map((folder) => [folder, tryIn(folder)])),
    threshold: process.env.MALLOC_MMAP_THRESHOLD_,
  }));`;

/** The packages in the image, those on its bill of materials, and whether it has a shell. */
const LIST_CONTENTS = `
  const { existsSync, readdirSync, readFileSync } = require('node:fs');
  const nameOf = (folder) => { const { name, version } = JSON.parse(readFileSync(folder + '/package.json', 'utf8')); return name + '@' + version; };
  const packagesIn = (folder) => readdirSync(folder).filter((name) => !name.startsWith('.')).flatMap((name) =>
    name.startsWith('@') ? packagesIn(folder + '/' + name)
    : [nameOf(folder + '/' + name), ...(existsSync(folder + '/' + name + '/node_modules') ? packagesIn(folder + '/' + name + '/node_modules') : [])]);
  const { metadata, components } = JSON.parse(readFileSync('/usr/share/sbom/adit-tunnel.cdx.json', 'utf8'));
  const billedIn = (list = []) => list.flatMap(({ group, name, version, components }) =>
    [(group ? group + '/' : '') + name + '@' + version, ...billedIn(components)]);
  console.log(JSON.stringify({
    held: packagesIn('/app/node_modules'), billed: billedIn([metadata.component, ...components]), shell: existsSync('/bin/sh'),
  }));`;

const envelopeOf = (id) =>
  `{"dsn":"${DSN}","event_id":"${id}"}\n{"type":"event"}\n{"event_id":"${id}","message":"${id}"}\n`;

/** The reason in one line why no container can run here. */
function whyNot() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    return 'building and running an image needs root';
  const packages = ['buildah', 'podman', 'runc', 'conmon', 'redis-server'];
  return missingCommands(Object.fromEntries(packages.map((name) => [name, name])));
}

const reason = whyNot();
if (reason !== undefined) console.log(`The image is not tested: ${reason}.`);

describe('the image', { skip: reason }, () => {
  let engine;
  let image;
  let ingest;
  let server;

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'adit-image-'));
    engine = createEngine(folder);
    image = buildImage(engine, folder);
    ingest = await startIngest();
    server = await start('adit-server', 'server');
  });

  after(async () => {
    await ingest?.close();
    engine?.close();
  });

  /** Runs the image on a volume until it reports that it has started. */
  async function start(name, volume, { flags = HARDENED, settings = {} } = {}) {
    const [port, adminPort] = [await freePort(), await freePort()];
    const env = {
      ADIT_DSNS: DSN,
      ADIT_INGEST_ORIGIN: ingest.origin,
      ADIT_ALLOWED_ORIGINS: '*',
      PORT: port,
      ADIT_ADMIN_PORT: adminPort,
      ...settings,
    };
    const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    // This shell's limits: a sandbox may not raise them.
    const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'];
    const args = [...engine.podmanFlags, 'run', '--name', name, '--network', 'host', ...limits, ...flags];
    const child = spawn('podman', [...args, '--volume', `${volume}:/var/lib/adit`, ...variables, image], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines = [];
    const exited = once(child, 'exit').then(([code]) => code);
    await new Promise((resolve, reject) => {
      const note = (line) => {
        lines.push(line);
        if (line.includes('"event":"started"')) resolve();
      };
      createInterface({ input: child.stdout }).on('line', note);
      createInterface({ input: child.stderr }).on('line', note);
      void exited.then(() => reject(new Error(`the container ended: ${lines.join('\n')}`)));
    });
    return {
      name,
      lines,
      post: async (id) => {
        const url = `http://127.0.0.1:${port}/monitoring-tunnel`;
        const answer = await fetch(url, { method: 'POST', body: envelopeOf(id) });
        await answer.text();
        return answer.status;
      },
      run: (...command) => engine.podman('exec', name, ...command),
      lookAround: () => JSON.parse(engine.podman('exec', name, '/nodejs/bin/node', '-e', LOOK_AROUND)),
      /** Sends SIGTERM to process 1; resolves to its exit code. */
      stop: async () => {
        engine.podman('kill', '--signal', 'TERM', name);
        const code = await exited;
        engine.podman('rm', '--force', name);
        return code;
      },
    };
  }

  it('forwards an envelope to ingest', async () => {
    assert.equal(await server.post('a'.repeat(32)), 200);
    await ingest.waitForText('a'.repeat(32));
  });

  it('runs as an unprivileged user that can write in the volume only', () => {
    const { uid, gid, writes, threshold } = server.lookAround();

    assert.deepEqual([uid, gid], [USER, USER]);
    assert.deepEqual(writes, {
      '/': 'EROFS',
      '/app': 'EROFS',
      '/tmp': 'EROFS',
      '/usr/share/sbom': 'EROFS',
      '/var/lib/adit': 'written',
      '/var/lib/adit/spool': 'written',
    });
    assert.equal(threshold, '262144');
  });

  it('passes its own health check, which fails on another port (control)', () => {
    const [{ Healthcheck }] = JSON.parse(engine.podman('image', 'inspect', image));
    const [kind, ...command] = Healthcheck.Test;

    assert.equal(kind, 'CMD');
    server.run(...command);
    assert.throws(() => engine.podman('exec', '--env', 'ADIT_ADMIN_PORT=1', server.name, ...command));
  });

  it('holds a bill of the packages that are in it, and no shell', () => {
    const { billed, held, shell } = JSON.parse(server.run('/nodejs/bin/node', '-e', LIST_CONTENTS));

    assert.deepEqual(
      held.filter((name) => !billed.includes(name)),
      [],
    );
    assert.ok(held.some((name) => name.startsWith('undici@')));
    assert.equal(shell, false);
  });

  it('ends cleanly on SIGTERM', async () => {
    assert.equal(await server.stop(), 0);
    assert.ok(server.lines.some((line) => line.includes('"event":"stopped"')));
  });

  it('is found out if it runs as root on a writable root (control)', async () => {
    const careless = await start('adit-root', 'root', { flags: ['--user', '0:0'] });
    const { uid, writes } = careless.lookAround();

    assert.deepEqual([uid, writes['/']], [0, 'written']);
    await careless.stop();
  });

  it('keeps the spool on the volume over a restart', async () => {
    const stored = 'b'.repeat(32);
    ingest.setAway(true);
    const first = await start('adit-before', 'kept');
    assert.equal(await first.post(stored), 200);
    assert.equal(await first.stop(), 0);
    assert.equal(ingest.has(stored), false);

    ingest.setAway(false);
    // Another volume: nothing was stored there, so nothing is delivered (control).
    const other = await start('adit-other', 'other');
    assert.ok(other.lines.some((line) => /"event":"spool-opened".*"envelopes":0/.test(line)));
    await other.stop();
    assert.equal(ingest.has(stored), false);

    const second = await start('adit-after', 'kept');
    await ingest.waitForText(stored);
    assert.equal(await second.stop(), 0);
  });

  it('with Redis: a container that is killed and gone with its volume loses nothing', async () => {
    const stored = 'c'.repeat(32);
    const redis = await startRedisOnPort('--maxmemory-policy', 'noeviction');
    const settings = { ADIT_SPOOL: redis.url, ADIT_LIMITS: redis.url };
    ingest.setAway(true);
    const first = await start('adit-killed', 'killed', { settings });
    assert.equal(await first.post(stored), 200);
    engine.podman('kill', '--signal', 'KILL', first.name);
    await first.exited;
    engine.podman('rm', '--force', '--volumes', first.name);
    assert.equal(ingest.has(stored), false);

    ingest.setAway(false);
    const second = await start('adit-heir', 'heir', { settings });
    await ingest.waitForText(stored);
    assert.equal(await second.stop(), 0);
    await redis.stop();
  });

  it('does not start without a DSN: exit code 78', async () => {
    await assert.rejects(
      start('adit-misconfigured', 'misconfigured', { settings: { ADIT_DSNS: '' } }),
      /ADIT_DSNS/,
    );
    const [{ State }] = JSON.parse(engine.podman('inspect', 'adit-misconfigured'));

    assert.equal(State.ExitCode, 78);
  });
});
