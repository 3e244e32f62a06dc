// A Bugsink in a separate folder: starts, stops, kills and queries it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/testing.mjs';
import { until } from '../../src/until.mjs';

const LOG_FORMAT = '%(m)s %(U)s %(s)s';

const READ_ENVELOPES = `
import hashlib, json, sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("SELECT data FROM ingest_envelope WHERE project_pk = ? ORDER BY id", [sys.argv[2]])
print(json.dumps([hashlib.sha1(data).hexdigest() for [data] in rows]))
`;

const HOLD_LOCK = `
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
connection.execute("ROLLBACK")
`;

/** Ends running instances when this process ends for any reason. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});

/** Signals gunicorn and its worker. */
function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // They have already ended.
  }
}

/**
 * Prepares an instance. It answers after `start()`.
 * @param installed the result of `installBugsink`
 * @param settings `bugsink`: settings of Bugsink; `lockTimeoutS`: how long it waits for its database, default 5 s
 * @param folder a folder for its files; default a new one in the system's folder for temporary files
 */
export async function createInstance(installed, { settings = {}, folder: given } = {}) {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'adit-bugsink-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // Its logs are in another folder, so that they continue when its own disk is full.
  const logs = mkdtempSync(join(tmpdir(), 'adit-bugsink-logs-'));
  const accessLog = join(logs, 'access.log');
  const outputLog = join(logs, 'output.log');
  cpSync(installed.template, folder, { recursive: true });
  mkdirSync(join(folder, 'ingestion'), { recursive: true });
  let current = settings;
  let child;

  const environment = () => ({
    ...process.env,
    ADIT_BUGSINK: JSON.stringify({
      ...current,
      bugsink: { BASE_URL: origin, INGEST_STORE_BASE_DIR: join(folder, 'ingestion'), ...current.bugsink },
    }),
  });

  async function start() {
    const output = openSync(outputLog, 'a');
    child = spawn(
      join(installed.bin, 'gunicorn'),
      [
        `--bind=127.0.0.1:${port}`,
        '--workers=1',
        '--threads=4',
        '--no-control-socket',
        `--access-logfile=${accessLog}`,
        `--access-logformat=${LOG_FORMAT}`,
        'bugsink.wsgi',
      ],
      { cwd: folder, detached: true, stdio: ['ignore', output, output], env: environment() },
    );
    running.add(child);
    child.once('exit', () => running.delete(child));
    await until('ready', async () => (await fetch(`${origin}/health/ready`)).ok, {
      describe: () => readFileSync(outputLog, 'utf8').slice(-500),
    });
  }

  async function end(signal) {
    const ended = once(child, 'exit');
    signalGroup(child, signal);
    await ended;
  }

  const python = (code, ...args) =>
    execFileSync(join(installed.bin, 'python'), ['-c', code, join(folder, 'db.sqlite3'), ...args], {
      encoding: 'utf8',
    });

  async function read(path) {
    const response = await fetch(`${origin}/api/canonical/0${path}`, {
      // Not on a connection that gunicorn may be closing.
      headers: { authorization: `Bearer ${installed.token}`, connection: 'close' },
    });
    if (response.status === 404) return undefined;
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return response.json();
  }

  /** All pages of a list. */
  async function readAll(path) {
    const found = [];
    for (let next = path; next;) {
      const page = await read(next);
      found.push(...page.results);
      next = page.next?.split('/api/canonical/0')[1];
    }
    return found;
  }

  return {
    name: installed.name,
    origin,
    folder,
    token: installed.token,
    projects: installed.projects.map(({ id, key, slug }) => ({
      id,
      slug,
      dsn: `http://${key}@127.0.0.1:${port}/${id}`,
    })),
    start,
    /** Ends it as an operator does. */
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    /** Stops all work; its port and its connections stay. */
    pause: () => signalGroup(child, 'SIGSTOP'),
    resume: () => signalGroup(child, 'SIGCONT'),
    /** Sets other settings, from the next start. */
    configure: (next) => void (current = next),
    issuesOf: ({ id }) => readAll(`/issues/?project=${id}`),
    eventsOf: ({ id }) => readAll(`/events/?issue=${id}`),
    /** The event with this id of its SDK, and its stack with source maps applied; undefined if there is none. */
    findEvent: ({ id }, eventId) => read(`/events/lookup/?project=${id}&event_id=${eventId}`),
    /**
     * A digest of each envelope that it kept for the project, decoded. It keeps none unless its settings enable that.
     */
    keptEnvelopesOf: ({ id }) => JSON.parse(python(READ_ENVELOPES, String(id))),
    /** Holds a lock that prevents writes to its database. Resolves to a function that releases it, once it is held. */
    lockDatabase: async () => {
      const holder = spawn(join(installed.bin, 'python'), ['-c', HOLD_LOCK, join(folder, 'db.sqlite3')]);
      await once(holder.stdout, 'data');
      return async () => {
        holder.stdin.end();
        await once(holder, 'exit');
      };
    },
    /** The statuses with which it answered envelopes of the project, in order. */
    answersTo: ({ id }) =>
      (existsSync(accessLog) ? readFileSync(accessLog, 'utf8') : '')
        .split('\n')
        .map((line) => line.split(' '))
        .filter(([method, path]) => method === 'POST' && path === `/api/${id}/envelope/`)
        .map(([, , status]) => Number(status)),
    remove: () => {
      if (child) signalGroup(child, 'SIGKILL');
      for (const path of given === undefined ? [folder, logs] : [logs])
        rmSync(path, { recursive: true, force: true });
    },
  };
}
