import { createRandom } from '../src/random.mjs';
import { createEventQueue } from './event-queue.mjs';
import { createIngest } from './ingest.mjs';
import { createOwnStore, createSharedStores } from './stores.mjs';

/** The `Retry-After` of a 429, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

/** The verdict on one envelope of a drain, as the tunnel judges the answers of ingest. */
const VERDICTS = {
  delivered: { kind: 'delivered' },
  unreachable: { kind: 'retry', failed: 'connection' },
  unavailable: { kind: 'retry', failed: 'answer', status: 503 },
  limited: { kind: 'wait', hold: { category: 'all', forMs: RETRY_AFTER_MS }, status: 429 },
};

/** The name of the project with this number. All use one ingest. */
const nameOf = (number) => `https://key@ingest.example/${number}`;

/**
 * Simulates replicas through an outage of ingest, until everything is delivered or `untilMs`. Each replica runs the library's
 * own drain; the simulation supplies clock, stores, ingest and browsers.
 * @param scenario replicas, DSNs, envelopes a second, the outage, the bound of a spool, whether it is shared
 * @param library `createDrain`, `SpoolFullError` and `SpoolElsewhereError` of @adit/tunnel, or other drains as controls
 */
export async function simulate(scenario, library) {
  const { replicas, dsns = 1, perSecond, outage, untilMs, seed = 1 } = scenario;
  const random = createRandom(seed);
  const queue = createEventQueue();
  const ingest = createIngest(scenario, queue);
  const counts = { received: 0, acknowledged: 0, refused: 0, delivered: 0, limited: 0, givenUp: 0 };
  let mostStored = 0;
  /** When the rate limit ends. The replicas share it. */
  let limitedUntil = 0;
  const send = async (isStored) => {
    const answer = await ingest.send(isStored);
    if (answer === 'limited') limitedUntil = queue.clock.now() + RETRY_AFTER_MS;
    return answer;
  };
  const limitNow = () => {
    const forMs = limitedUntil - queue.clock.now();
    return forMs > 0 ? { category: 'all', forMs } : undefined;
  };

  const sharedStores = scenario.isShared ? createSharedStores(scenario, library, queue) : undefined;
  const stores = sharedStores ?? Array.from({ length: replicas }, () => createOwnStore(scenario, library));
  const storedNow = () =>
    scenario.isShared
      ? stores[0].depth().envelopes
      : stores.reduce((total, store) => total + store.depth().envelopes, 0);
  const drains = stores.map((spool) =>
    library.createDrain({
      // Errors, which need no order.
      orderKeyOf: async () => undefined,
      ...scenario.drain,
      spool,
      clock: queue.clock,
      deliver: async () => {
        const answer = await send(true);
        if (answer === 'delivered') counts.delivered += 1;
        return VERDICTS[answer];
      },
      limitOf: async () => limitNow(),
      onGiveUp: () => void (counts.givenUp += 1),
      destinationOf: () => 'ingest',
    }),
  );
  const { stored = 0 } = scenario;
  for (let count = 0; count < stored; count += 1)
    await stores[count % stores.length].append({ dsn: nameOf(count % dsns), receivedAt: 0 });
  counts.acknowledged = stored;
  for (const drain of drains) drain.start();

  /** The tunnel's handling of a new envelope: libs/tunnel/src/send/forward.ts. */
  async function receive(replica, dsn) {
    const drain = drains[replica];
    counts.received += 1;
    // The tunnel answers 429 itself, as ingest would.
    if (limitNow() !== undefined) {
      counts.limited += 1;
      return;
    }
    const envelope = { dsn, receivedAt: queue.clock.now() };
    if (drain.letsNewTry(dsn)) {
      const answer = await send(false);
      if (answer === 'limited') {
        counts.limited += 1;
        return;
      }
      if (answer === 'delivered') {
        drain.noteTaken(dsn);
        counts.acknowledged += 1;
        counts.delivered += 1;
        return;
      }
      drain.noteFailure({ ...envelope, isConnection: answer === 'unreachable' });
    }
    try {
      await stores[replica].append(envelope);
    } catch {
      counts.refused += 1;
      return;
    }
    counts.acknowledged += 1;
    drain.wake(dsn);
  }

  const isOver = () => {
    const now = queue.clock.now();
    return now >= untilMs || (now > outage.toMs + 1_000 && mostStored > 0 && storedNow() === 0);
  };
  const arrive = () => {
    if (isOver()) return;
    void receive(Math.floor(random() * replicas), nameOf(Math.floor(random() * dsns)));
    queue.add(arrive, (-Math.log(1 - random()) * 1_000) / perSecond);
  };
  const look = () => {
    mostStored = Math.max(mostStored, storedNow());
    if (!isOver()) queue.add(look, 1_000);
  };
  queue.add(arrive, 0);
  queue.add(look, 0);
  await queue.runUntil(isOver);

  const left = storedNow();
  return {
    ...counts,
    left,
    /** Acknowledged envelopes that are neither delivered, stored nor counted as given up. */
    lost: counts.acknowledged - counts.delivered - left - counts.givenUp,
    mostStored,
    /** The time from the end of the outage to the last stored envelope; undefined if some are left. */
    drainMs: left === 0 ? Math.max(0, queue.clock.now() - outage.toMs) : undefined,
    peakInOutage: ingest.all.peak(outage.fromMs + 5_000, outage.toMs),
    peakAfter: ingest.all.peak(outage.toMs),
    peakOfStored: ingest.stored.peak(outage.toMs),
    refusedByIngest: ingest.answered.unavailable + ingest.answered.limited,
    /** The part of what ingest takes that was used until the spool was empty. */
    usedShare:
      (ingest.answered.delivered * 1_000) / queue.clock.now() / (scenario.capacityPerSecond ?? Infinity),
  };
}
