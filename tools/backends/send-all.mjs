const LANES = 4;

/** Sends in order, a few at a time. Resolves to the answers. */
export async function sendAll(envelopes, send, lanes = LANES) {
  const answers = [];
  const waiting = [...envelopes.entries()];
  const runLane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) answers[next[0]] = await send(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return answers;
}
