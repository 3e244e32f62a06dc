/** Counts by whole second. */
export function createSeconds() {
  const counts = [];
  return {
    count: (atMs) => {
      const second = Math.floor(atMs / 1_000);
      counts[second] = (counts[second] ?? 0) + 1;
      return counts[second];
    },
    /** The highest count of a second within a period. */
    peak: (fromMs, toMs = Infinity) => {
      let peak = 0;
      for (
        let second = Math.ceil(fromMs / 1_000);
        second < Math.min(counts.length, toMs / 1_000);
        second += 1
      )
        peak = Math.max(peak, counts[second] ?? 0);
      return peak;
    },
  };
}

/**
 * An ingest that answers after `latencyMs`. It refuses connections during the outage, and answers 503 to requests above
 * its capacity in a second, or 429 with `refusal: 'limited'`. `send` resolves to `delivered`, `unreachable`, `unavailable`
 * or `limited`.
 */
export function createIngest(
  { outage, capacityPerSecond = Infinity, refusal = 'unavailable', latencyMs },
  { clock, add },
) {
  const all = createSeconds();
  const stored = createSeconds();
  const answered = { delivered: 0, unreachable: 0, unavailable: 0, limited: 0 };
  return {
    all,
    stored,
    answered,
    send: (isStored) =>
      new Promise((resolve) => {
        const at = clock.now();
        const isOut = at >= outage.fromMs && at < outage.toMs;
        const load = all.count(at);
        if (isStored) stored.count(at);
        const answer = isOut ? 'unreachable' : load > capacityPerSecond ? refusal : 'delivered';
        answered[answer] += 1;
        add(() => resolve(answer), isOut ? 1 : latencyMs);
      }),
  };
}
