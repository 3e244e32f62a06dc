import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';

// One envelope of 200 MiB in chunks of 64 KiB into the disk spool and out again: `node tools/bench/spool/large.mjs`.

const CHUNK_BYTES = 65_536;
const CHUNKS = 3_200;

const [scratch] = process.argv.slice(2);
if (scratch === undefined) {
  // The compiler is a memory hog of its own.
  const made = mkdtempSync(join(tmpdir(), 'adit-large-spool-'));
  const { compileStores } = await import('./compile.mjs');
  compileStores(join(made, 'compiled'));
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), made], { stdio: 'inherit' });
  rmSync(made, { recursive: true, force: true });
  process.exit();
}
const { createDiskSpool } = await import(
  pathToFileURL(join(scratch, 'compiled/src/stores/disk-spool.js')).href
);

const peakMegabytes = () => {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
};

async function* chunks() {
  // A fresh one each time, as from a socket.
  for (let sent = 0; sent < CHUNKS; sent += 1) yield Buffer.alloc(CHUNK_BYTES, sent);
}

const spool = await createDiskSpool({ directory: join(scratch, 'spool') });
const before = peakMegabytes();
let at = performance.now();
await spool.append({ dsn: 'dsn', receivedAt: Date.now(), fields: {}, body: chunks() });
const writeMs = Math.round(performance.now() - at);
at = performance.now();
const entry = await spool.peek('dsn');
const checkMs = Math.round(performance.now() - at);
at = performance.now();
let bytes = 0;
for await (const chunk of entry.read()) bytes += chunk.length;
const readMs = Math.round(performance.now() - at);
await spool.remove('dsn');
await spool.close();
console.log({ bytes, writeMs, checkMs, readMs, peakMegabytesBefore: before, peakMegabytes: peakMegabytes() });
