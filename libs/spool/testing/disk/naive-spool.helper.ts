import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SpoolEntry, SpoolStore } from '../../src/stores/stores.ts';

/**
 * A first attempt at a spool, as a control: it acknowledges before it writes, has no checksums, and keeps no cursor.
 */
export function createNaiveSpool(directory: string): SpoolStore {
  const path = join(directory, 'naive.log');
  const entries: SpoolEntry[] = [];
  let unwritten: Buffer[] = [];

  const add = (dsn: string, fields: Readonly<Record<string, string>>, body: Buffer): void => {
    const read = async function* (): AsyncGenerator<Uint8Array> {
      yield body;
    };
    entries.push({ dsn, receivedAt: 0, fields, bytes: body.length, read });
  };
  const flush = (): void => {
    appendFileSync(path, Buffer.concat(unwritten));
    unwritten = [];
  };

  const load = (stored: Buffer): void => {
    for (let at = 0; at + 8 <= stored.length;) {
      const headEnd = at + 8 + stored.readUInt32LE(at);
      const end = headEnd + stored.readUInt32LE(at + 4);
      const [dsn, fields] = JSON.parse(stored.toString('utf8', at + 8, headEnd)) as [
        string,
        Record<string, string>,
      ];
      add(dsn, fields, stored.subarray(headEnd, end));
      at = end;
    }
  };
  try {
    if (existsSync(path)) load(readFileSync(path));
  } catch {
    // Records behind one that was cut short are never found again.
  }
  const timer = setInterval(flush, 20).unref();

  return {
    append: async ({ dsn, fields, body }) => {
      const chunks: Uint8Array[] = [];
      if (body instanceof Uint8Array) chunks.push(body);
      else for await (const chunk of body) chunks.push(chunk);
      const whole = Buffer.concat(chunks);
      const head = Buffer.from(JSON.stringify([dsn, fields]));
      const lengths = Buffer.alloc(8);
      lengths.writeUInt32LE(head.length, 0);
      lengths.writeUInt32LE(whole.length, 4);
      unwritten.push(lengths, head, whole);
      add(dsn, fields, whole);
    },
    pendingDsns: () => [...new Set(entries.map(({ dsn }) => dsn))],
    peek: async (dsn) => entries.find((entry) => entry.dsn === dsn),
    remove: async (dsn) => {
      const at = entries.findIndex((entry) => entry.dsn === dsn);
      if (at >= 0) entries.splice(at, 1);
    },
    depth: () => ({ envelopes: entries.length, bytes: 0 }),
    close: async () => {
      clearInterval(timer);
      flush();
    },
  };
}
