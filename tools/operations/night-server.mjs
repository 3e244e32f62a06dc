import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../src/projects.mjs';
import { createScriptedIngest } from '../src/testing.mjs';

/** The size of the disk that fills up. */
const DISK_BYTES = 4 * 1024 * 1024;

/** The duration of Sentry's limit on sessions: longer than any night. */
export const LIMIT_S = 3_600;

/**
 * An ingest that can be away: then it closes the connection of each request. It limits sessions on request. `asked` has
 * the ids of the events that it answered, `taken` those that it accepted. The tunnel's own reports have no id.
 */
export async function startNightIngest() {
  const taken = [];
  const asked = new Set();
  const state = { isAway: false, isLimiting: false };
  const ingest = await createScriptedIngest();
  ingest.respondWith(({ body }) => {
    if (state.isAway) return { destroy: true };
    const [header, item] = String(body)
      .split('\n', 2)
      .map((line) => JSON.parse(line));
    asked.add(header.event_id);
    if (state.isLimiting && item.type === 'session') {
      const limits = `${LIMIT_S}:session:organization:session_quota`;
      return { status: 429, headers: { 'x-sentry-rate-limits': limits } };
    }
    if (header.event_id !== undefined) taken.push(header.event_id);
    return undefined;
  });
  return {
    state,
    asked,
    taken,
    project: (number) => `${new URL(ingest.origin).host}/${number}`,
    dsn: (number) => ingest.dsn({ projectId: String(number) }),
    setAway: (isAway) => (state.isAway = isAway),
    close: ingest.close,
  };
}

/** A folder with space for 4 MiB: a disk of that size if one can be mounted, else a bound of the spool. */
export function createSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'adit-night-'));
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk];
  const isMounted = spawnSync('mount', mount, { stdio: 'ignore' }).status === 0;
  return {
    isMounted,
    env: { ADIT_SPOOL: `disk:${join(disk, 'spool')}`, ...(!isMounted && { ADIT_SPOOL_MAX_BYTES: '4MiB' }) },
    remove: () => {
      if (isMounted) spawnSync('umount', [disk]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A built server with two workers, in separate processes. */
export async function startNightServer(env) {
  const child = spawn(process.execPath, [join(ROOT, 'apps/tunnel-server/dist/main.js')], {
    env: { PORT: '0', ADIT_ADMIN_PORT: '0', ADIT_WORKERS: '2', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const started = await new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const entry = JSON.parse(line);
      if (entry.event === 'started') resolve(entry);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return {
    url: started.url,
    adminUrl: started.adminUrl,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Posts on a separate connection, so that any worker may answer. Resolves to the status. */
export async function post(url, body) {
  const asked = httpRequest(url, { method: 'POST', agent: false });
  asked.end(body);
  const [response] = await once(asked, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}
