// `@adit/testing`'s scripted ingest for tests in a worker, which cannot listen. The runner listens, tells of each request, and
// does what the script here says.
const DEFAULT_WAIT_MS = 5_000;

let host;
const open = new Map();

export const setIngestHost = (given) => {
  host = given;
};

export const ingests = { on: ({ id, ...event }) => open.get(id)?.on(event) ?? {} };

const call = async (path, body = {}) =>
  (await fetch(`${host}/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();

export async function createScriptedIngest() {
  const { id, origin } = await call('open');
  const received = [];
  const queue = [];
  const watchers = new Set();
  const counts = { inFlight: 0, maxInFlight: 0, aborted: 0, connections: 0 };
  let persistent;

  const onReceived = async (plain) => {
    const entry = { ...plain, body: Buffer.from(plain.body, 'base64') };
    received.push(entry);
    for (const watcher of watchers) watcher(entry);
    try {
      const answer = queue.shift() ?? (await persistent?.(entry)) ?? {};
      return {
        ...answer,
        ...(answer.body !== undefined && { body: Buffer.from(answer.body).toString('base64') }),
      };
    } catch {
      return { destroy: true };
    }
  };
  open.set(id, {
    on: (event) => {
      if (event.counts) {
        counts.inFlight = event.counts.inFlight;
        counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
        counts.aborted += event.counts.aborted ?? 0;
        counts.connections += event.counts.connections ?? 0;
      }
      return event.request && onReceived(event.request);
    },
  });

  return {
    origin,
    received,
    respond: (...answers) => void queue.push(...answers),
    respondWith: (answer) => {
      persistent = typeof answer === 'object' ? () => answer : answer;
    },
    waitFor: (predicate = () => true, { timeoutMs = DEFAULT_WAIT_MS } = {}) =>
      new Promise((resolve, reject) => {
        const known = received.find(predicate);
        if (known !== undefined) return resolve(known);
        const watcher = (request) => {
          if (!predicate(request)) return;
          clearTimeout(timer);
          watchers.delete(watcher);
          resolve(request);
        };
        const timer = setTimeout(() => {
          watchers.delete(watcher);
          reject(
            new Error(`No matching request within ${timeoutMs} ms; received ${received.length} others.`),
          );
        }, timeoutMs);
        watchers.add(watcher);
        return undefined;
      }),
    get inFlight() {
      return counts.inFlight;
    },
    get maxInFlight() {
      return counts.maxInFlight;
    },
    get aborted() {
      return counts.aborted;
    },
    get connections() {
      return counts.connections;
    },
    reset: () => {
      received.length = 0;
      queue.length = 0;
      persistent = undefined;
      Object.assign(counts, { maxInFlight: counts.inFlight, aborted: 0, connections: 0 });
    },
    close: async () => {
      await call('close', { id });
      open.delete(id);
    },
  };
}
