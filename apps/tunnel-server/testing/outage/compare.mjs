/**
 * The most duplicates that decision 0028 allows for each DSN after a kill: 16 that are not yet recorded, and 64 that are
 * under way or wait for one before them.
 */
export const MOST_TWICE = 80;

/**
 * Compares the envelopes that ingest received with the answers that clients got.
 * @param shifts the clock shift of each life, in milliseconds
 */
export function compare({ sent, receptions, shifts }) {
  const all = [...sent.values()];
  const acknowledged = all.filter(({ status }) => status === 200);
  const received = new Set(receptions.map(({ id }) => id));
  const isAltered = (one) => {
    const record = sent.get(one.id);
    return !['digest', 'project', 'agent'].every((key) => record?.[key] === one[key]);
  };
  return {
    posted: all.length,
    acknowledged: acknowledged.length,
    spooled: acknowledged.filter(({ isSpooled }) => isSpooled).length,
    large: acknowledged.filter(({ size }) => size === 'large').length,
    huge: acknowledged.filter(({ size }) => size === 'huge').length,
    gzip: acknowledged.filter(({ isGzip }) => isGzip).length,
    refused: all.filter(({ status }) => status !== undefined && status !== 200).length,
    statuses: [...new Set(all.map(({ status }) => status))].filter((status) => status > 200),
    unanswered: all.filter(({ status }) => status === undefined).length,
    received: received.size,
    lost: acknowledged.filter(({ id }) => !received.has(id)).length,
    unacknowledged: all.filter(({ id, status }) => status !== 200 && received.has(id)).length,
    altered: receptions.filter(isAltered).length,
    disordered: countDisordered(sent, receptions),
    ...sentAtFigures(sent, receptions, shifts),
    ...countTwice(sent, receptions),
  };
}

/**
 * Stored updates of a session are delivered in order: none that was acknowledged before another was posted arrives after
 * it. Only first deliveries count; for envelopes that were stored because ingest answered too late, the earlier attempt
 * does not count.
 */
function countDisordered(sent, receptions) {
  const seen = new Set();
  const latestPosted = new Map();
  let disordered = 0;
  for (const { id, sentAt } of receptions) {
    const record = sent.get(id);
    const isPastSpool = sentAt === record?.sentAt;
    if (seen.has(id) || isPastSpool || record?.isSpooled !== true) continue;
    if (record.session === undefined) continue;
    seen.add(id);
    const subject = `${record.project} ${record.session}`;
    const latest = latestPosted.get(subject) ?? -Infinity;
    if (record.ackedAt < latest) disordered += 1;
    latestPosted.set(subject, Math.max(latest, record.postedAt));
  }
  return disordered;
}

/** The deviation of `sent_at` from the time that the tunnel held the envelope, on the clocks of its lives. */
function sentAtFigures(sent, receptions, shifts) {
  let sentAtOffMs = 0;
  let heldMs = 0;
  for (const { id, sentAt, at, life } of receptions) {
    const record = sent.get(id);
    if (record?.status !== 200) continue;
    const movedMs = sentAt - record.sentAt;
    const shiftedMs = shifts[life] - shifts[record.life];
    // It was accepted between the client's first byte and the answer.
    const [least, most] = [record.ackedAt, record.postedAt].map((from) => at - from + shiftedMs);
    const offMs = Math.max(0, least - movedMs, movedMs === 0 ? 0 : movedMs - most);
    sentAtOffMs = Math.max(sentAtOffMs, offMs);
    heldMs = Math.max(heldMs, movedMs);
  }
  return { sentAtOffMs: Math.round(sentAtOffMs), longestHeldMs: heldMs };
}

/**
 * Envelopes that arrived again: in a later life of the server, or after ingest cut the connection during its own
 * answer.
 */
function countTwice(sent, receptions) {
  const last = new Map();
  const lastOfLife = new Map();
  for (const one of receptions) {
    // Envelopes that were not held did not pass through the spool.
    if (one.sentAt !== sent.get(one.id)?.sentAt) lastOfLife.set(`${one.project} ${one.life}`, one.id);
  }
  const perKill = new Map();
  const twice = { twice: 0, underWay: 0, unwritten: 0, afterCut: 0, unexplained: 0 };
  for (const one of receptions) {
    const before = last.get(one.id);
    last.set(one.id, one);
    if (before === undefined) continue;
    twice.twice += 1;
    if (before.life === one.life) {
      twice[before.isCut ? 'afterCut' : 'unexplained'] += 1;
      continue;
    }
    const kill = `${one.project} ${before.life}`;
    perKill.set(kill, (perKill.get(kill) ?? 0) + 1);
    twice[lastOfLife.get(kill) === one.id ? 'underWay' : 'unwritten'] += 1;
  }
  return { ...twice, mostTwice: Math.max(0, ...perKill.values()) };
}
