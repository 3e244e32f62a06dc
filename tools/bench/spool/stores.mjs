import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * One job for every store: `append` resolves once the envelope is durable, `takeOldest` reads the oldest and deletes
 * it, of which the deletion need not be durable, `readOldest` leaves it there, `count` is known at once. A store that has no group commit of its own
 * is given one.
 */

/** The DSN of an envelope, of `dsns` in turn. */
export const dsnOf = (number, dsns) =>
  `https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/${number % dsns}`;

const FIELDS = {
  'content-encoding': 'gzip',
  'x-forwarded-for': '192.0.2.1',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
};

/** Opens a store by its name. */
export const STORES = {
  'append-only log (ours)': async ({ directory, compiled, dsns }) => {
    const { createDiskSpool } = await import(pathToFileURL(join(compiled, 'src/stores/disk-spool.js')).href);
    const spool = await createDiskSpool({ directory, maxBytes: 64 * 2 ** 30, maxBytesPerDsn: 64 * 2 ** 30 });
    const pending = new Set(spool.pendingDsns());
    let number = 0;
    return {
      append: async (body) => {
        const dsn = dsnOf((number += 1), dsns);
        await spool.append({ dsn, receivedAt: Date.now(), fields: FIELDS, body });
        pending.add(dsn);
      },
      takeOldest: async () => {
        for (const dsn of pending) {
          const entry = await spool.peek(dsn);
          if (entry === undefined) {
            pending.delete(dsn);
            continue;
          }
          let bytes = 0;
          for await (const chunk of entry.read()) bytes += chunk.length;
          await spool.remove(dsn);
          return bytes;
        }
        return undefined;
      },
      readOldest: async () => (await spool.peek(spool.pendingDsns()[0]))?.bytes,
      count: () => spool.depth().envelopes,
      close: spool.close,
    };
  },

  lmdb: async ({ directory, peers }) => {
    const { open } = await importPeer(peers, 'lmdb');
    const db = open({ path: directory, encoding: 'binary', keyEncoding: 'uint32', mapSize: 16 * 2 ** 30 });
    const bounds = boundsOf(
      [...db.getKeys({ limit: 1 })][0],
      [...db.getKeys({ limit: 1, reverse: true })][0],
    );
    return {
      ...bounds.interface,
      append: async (body) => {
        const key = bounds.next();
        // The promise of `put` says visible, that of `flushed` durable.
        await db.put(key, withHead(key, body));
        await db.flushed;
      },
      takeOldest: async () => {
        const key = bounds.first();
        if (key === undefined) return undefined;
        const value = db.getBinary(key);
        const removed = db.remove(key);
        bounds.drop();
        // Deletions are gathered, too; now and then they are waited for, as memory is finite.
        if (key % 256 === 0) await removed;
        return bodyLength(value);
      },
      readOldest: async () => bodyLength(db.getBinary(bounds.first())),
      close: async () => {
        await db.flushed;
        await db.close();
      },
    };
  },

  'classic-level': async ({ directory, peers }) => {
    const { ClassicLevel } = await importPeer(peers, 'classic-level');
    const db = new ClassicLevel(directory, {
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
      compression: false,
    });
    await db.open();
    const keyOf = (number) => {
      const key = Buffer.alloc(4);
      key.writeUInt32BE(number);
      return key;
    };
    const [first] = await db.keys({ limit: 1 }).all();
    const [last] = await db.keys({ limit: 1, reverse: true }).all();
    const bounds = boundsOf(first?.readUInt32BE(0), last?.readUInt32BE(0));
    const commit = groupCommit((writes) => db.batch(writes, { sync: true }));
    let iterator;
    let read = [];
    return {
      ...bounds.interface,
      append: (body) => {
        const key = bounds.next();
        return commit({ type: 'put', key: keyOf(key), value: withHead(key, body) });
      },
      takeOldest: async () => {
        // Read ahead and deleted sixteen at a time, as the log does.
        if (read.length === 0) {
          iterator ??= db.iterator();
          read = await iterator.nextv(16);
          if (read.length === 0) return undefined;
          await db.batch(read.map(([key]) => ({ type: 'del', key })));
        }
        const [, value] = read.shift();
        bounds.drop();
        return bodyLength(value);
      },
      readOldest: async () => bodyLength(await db.get(keyOf(bounds.first()))),
      close: async () => {
        await iterator?.close();
        await db.close();
      },
    };
  },

  libsql: async ({ directory, peers }) => {
    const { default: Database } = await importPeer(peers, 'libsql');
    mkdirSync(directory, { recursive: true });
    const db = new Database(join(directory, 'spool.db'));
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    db.exec('CREATE TABLE IF NOT EXISTS envelopes (number INTEGER PRIMARY KEY, value BLOB NOT NULL)');
    const insert = db.prepare('INSERT INTO envelopes VALUES (?, ?)');
    const select = db.prepare('SELECT value FROM envelopes WHERE number = ?');
    const remove = db.prepare('DELETE FROM envelopes WHERE number = ?');
    // One at a time: asked for together, SQLite reads the whole table.
    const { first } = db.prepare('SELECT min(number) AS first FROM envelopes').get();
    const { last } = db.prepare('SELECT max(number) AS last FROM envelopes').get();
    const bounds = boundsOf(first ?? undefined, last ?? undefined);
    const commit = groupCommit(async (writes) => {
      db.exec('BEGIN');
      for (const [number, value] of writes) insert.run(number, value);
      db.exec('COMMIT');
    });
    let isTaking = false;
    return {
      ...bounds.interface,
      append: (body) => {
        const number = bounds.next();
        return commit([number, withHead(number, body)]);
      },
      takeOldest: async () => {
        const number = bounds.first();
        if (!isTaking) db.exec('PRAGMA synchronous = NORMAL; BEGIN');
        isTaking = true;
        if (number === undefined) {
          db.exec('COMMIT; PRAGMA synchronous = FULL');
          isTaking = false;
          return undefined;
        }
        const { value } = select.get(number);
        remove.run(number);
        bounds.drop();
        if (number % 256 === 0) db.exec('COMMIT; BEGIN');
        return bodyLength(value);
      },
      readOldest: async () => bodyLength(select.get(bounds.first()).value),
      close: async () => {
        if (isTaking) db.exec('COMMIT');
        db.close();
      },
    };
  },

  // No store: what the disk itself gives to 64 envelopes at a time. It keeps no boundaries and deletes nothing.
  'write + fdatasync, nothing else': async ({ directory }) => {
    mkdirSync(directory, { recursive: true });
    const handle = await openFile(join(directory, 'file'), 'a');
    const commit = groupCommit(async (bodies) => {
      await handle.write(Buffer.concat(bodies));
      await handle.datasync();
    });
    return { append: commit, takeOldest: async () => undefined, count: () => 0, close: () => handle.close() };
  },
};

/** The version of a peer that is installed. */
export function peerVersion(peers, name) {
  try {
    return JSON.parse(readFileSync(join(peers, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

async function importPeer(peers, name) {
  const { resolve } = createRequire(join(peers, 'package.json'));
  return await import(pathToFileURL(resolve(name)).href);
}

function withHead(number, body) {
  const head = Buffer.from(JSON.stringify([dsnOf(number, 1), Date.now(), FIELDS]));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, body]);
}

const bodyLength = (value) => value.length - 4 - value.readUInt32LE(0);

/** Keys are numbers without gaps, so that the oldest is known and counting costs nothing. */
function boundsOf(first = 1, last = 0) {
  let oldest = first;
  let newest = last;
  return {
    next: () => (newest += 1),
    first: () => (oldest <= newest ? oldest : undefined),
    drop: () => (oldest += 1),
    interface: { count: () => newest - oldest + 1 },
  };
}

/** Writes together what arrives while a write is under way. */
function groupCommit(write) {
  let waiting = [];
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    await undefined;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await write(batch.map(({ work }) => work));
      for (const { resolve } of batch) resolve();
    }
    isRunning = false;
  };
  return (work) =>
    new Promise((resolve) => {
      waiting.push({ work, resolve });
      if (!isRunning) void run();
    });
}
