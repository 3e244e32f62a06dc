import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { STORES } from './stores.mjs';

// One measurement in a process of its own: `node job.mjs {"store":…,"job":…,"count":…}`. Prints its figures as JSON.

const {
  store,
  job,
  count,
  concurrency = 64,
  dsns = 1,
  isKilled = false,
  ...places
} = JSON.parse(process.argv[2]);
const ENVELOPE_BYTES = 4_096;

const memory = (name) => {
  if (!existsSync('/proc/self/status')) return undefined;
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
};

async function timed(work) {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  const envelopes = await work();
  const ms = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms, perSecond: (envelopes / ms) * 1_000, cpuMicros: (user + system) / envelopes };
}

const JOBS = {
  append: async (open) => {
    // As many different bodies as are under way: compression or deduplication would show.
    const bodies = Array.from({ length: concurrency }, () => randomBytes(ENVELOPE_BYTES));
    const opened = await open();
    const figures = await timed(async () => {
      let started = 0;
      const appendSome = async (body) => {
        for (; started < count;) {
          started += 1;
          await opened.append(body);
        }
      };
      await Promise.all(bodies.map(appendSome));
      return count;
    });
    if (!isKilled) await opened.close();
    return figures;
  },

  take: async (open) => {
    const opened = await open();
    const figures = await timed(async () => {
      let taken = 0;
      for (;;) {
        const bytes = await opened.takeOldest();
        if (bytes === undefined) return taken;
        if (bytes !== ENVELOPE_BYTES) throw new Error(`took ${bytes} bytes`);
        taken += 1;
      }
    });
    await opened.close();
    return figures;
  },

  /** Open, count, and the oldest envelope in hand. */
  restart: async (open) => {
    const idleRss = memory('VmRSS');
    const before = performance.now();
    const opened = await open();
    const found = opened.count();
    const openMs = performance.now() - before;
    if (found !== count) throw new Error(`found ${found} of ${count} envelopes`);
    const bytes = await opened.readOldest();
    if (bytes !== ENVELOPE_BYTES) throw new Error(`read ${bytes} bytes`);
    const readyMs = performance.now() - before;
    const rss = memory('VmRSS');
    return { openMs, readyMs, idleRss, rss, peakRss: memory('VmHWM') };
  },
};

const figures = await JOBS[job](() => STORES[store]({ dsns, ...places }));
// Killed rather than closed: nothing is tidied up that a crash would leave.
process.stdout.write(JSON.stringify(figures), () => process.kill(process.pid, 'SIGKILL'));
