import type { LogTruth } from './spool-truth.helper.ts';

const PIECE_BYTES = 256 * 1_024;

/** The simulation's record of every envelope, which is compared with the content of Redis. */
export interface SpoolLedger {
  /** Redis has run a command: compares the content of a log. */
  readonly observe: (lane: string, truth: LogTruth) => void;
  readonly noteAcknowledged: (name: string) => void;
  /** Ingest has received an envelope of a lane. */
  readonly noteDelivered: (lane: string, name: string) => void;
  readonly noteFailed: (name: string) => void;
  readonly noteGivenUp: (name: string) => void;
  /**
   * A lease has ended while envelopes are stored: envelopes that its holder sent and did not remove may be sent again.
   */
  readonly noteTakeover: (mostSentTwice: number) => void;
  readonly holderOf: (lane: string) => string;
  readonly storedCount: () => number;
  /** Envelopes that were acknowledged, and neither delivered nor given up. */
  readonly outstanding: () => readonly string[];
}

/** Creates a {@link SpoolLedger}. Its functions throw an error with one line for a violation. */
export function createSpoolLedger(maxBytesPerDsn: number): SpoolLedger {
  const logs = new Map<string, LogTruth>();
  const stored = new Set<string>();
  const acknowledged = new Set<string>();
  const delivered = new Set<string>();
  const failed = new Set<string>();
  const givenUp = new Set<string>();
  let duplicates = 0;
  let allowedDuplicates = 0;

  const isIn = (name: string, lane: string): boolean =>
    logs.get(lane)?.entries.some((entry) => entry.name === name) ?? false;
  const isMoved = (name: string, from: string): boolean =>
    [...logs.keys()].some((lane) => lane !== from && isIn(name, lane));
  const require = (isTrue: boolean, message: string): void => {
    if (!isTrue) throw new Error(message);
  };

  return {
    observe: (lane, truth) => {
      const before = logs.get(lane)?.entries ?? [];
      logs.set(lane, truth);
      const { heldBytes, entries } = truth;
      const ids = entries.map(({ id }) => id);
      const kept = before.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
      require(kept.every((id, index) => ids[index] === id), `the order of ${lane} has changed in Redis`);
      for (const { id, name } of before) {
        if (ids.includes(id)) continue;
        const mayGo = delivered.has(name) || givenUp.has(name) || isMoved(name, lane);
        require(mayGo, `${name} was removed, and nobody has delivered it`);
      }
      const takenBytes = entries.reduce((sum, entry) => sum + entry.takenBytes, 0);
      require(heldBytes === takenBytes, `${lane} holds ${takenBytes} bytes, and Redis counts ${heldBytes}`);
      require(heldBytes <= maxBytesPerDsn, `${lane} holds ${heldBytes} bytes: more than it may`);
      for (const { name, bodyBytes, pieces, piecesLeftMs } of entries) {
        stored.add(name);
        if (pieces === -1) continue;
        require(pieces === Math.ceil(bodyBytes / PIECE_BYTES), `${name} lacks pieces`);
        require(piecesLeftMs === -1, `the pieces of ${name} expire`);
      }
    },
    noteAcknowledged: (name) => {
      require(stored.has(name), `${name} was acknowledged before Redis had it`);
      acknowledged.add(name);
    },
    noteDelivered: (lane, name) => {
      if (delivered.has(name)) {
        duplicates += 1;
        require(duplicates <=
          allowedDuplicates, `${name} was delivered again, ${allowedDuplicates} expected`);
        return;
      }
      for (const older of logs.get(lane)?.entries ?? []) {
        if (older.name === name) break;
        const mayPass = delivered.has(older.name) || failed.has(older.name) || givenUp.has(older.name);
        require(mayPass, `${name} was delivered before ${older.name}`);
      }
      delivered.add(name);
    },
    noteFailed: (name) => void failed.add(name),
    noteGivenUp: (name) => void givenUp.add(name),
    noteTakeover: (mostSentTwice) => {
      allowedDuplicates += mostSentTwice;
    },
    holderOf: (lane) => logs.get(lane)?.holder ?? '',
    storedCount: () => [...logs.values()].reduce((sum, { entries }) => sum + entries.length, 0),
    outstanding: () => [...acknowledged].filter((name) => !delivered.has(name) && !givenUp.has(name)),
  };
}
