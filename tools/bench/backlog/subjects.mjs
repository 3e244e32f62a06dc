// The subjects, by id.

/** The time ingest takes for an answer, in milliseconds. */
export const ANSWER_MS = 20;

/** `perSecond` is the limit of ingest: it answers 429 to the rest of each second. `live` new envelopes come each second. */
export const SUBJECTS = [
  { id: 'three', replicas: 3, waiting: 300_000, live: 50 },
  { id: 'three-limited', replicas: 3, waiting: 30_000, live: 20, perSecond: 200 },
  { id: 'one', replicas: 1, waiting: 300_000, live: 50 },
  { id: 'one-limited', replicas: 1, waiting: 30_000, live: 20, perSecond: 200 },
];
