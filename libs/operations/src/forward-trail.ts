/** A forward that is stored by its event id. */
export interface Forward {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The status of ingest's answer. */
  readonly status: number;
}

/** The last forwards by event id, so that each of them can be found, not only those of the sample. */
export interface ForwardTrail {
  /** @param eventId 32 hexadecimal digits */
  readonly add: (eventId: string, status: number) => void;
  /** Newest first. */
  readonly find: (eventId: string) => readonly Forward[];
}

/** The most forwards that one process remembers: 26 bytes each, 0.5 MB in total. */
export const TRAIL_LENGTH = 20_000;

const ID_BYTES = 16;

/** Creates a {@link ForwardTrail}. Ids are kept as bytes: a substring would keep the whole header line in memory. */
export function createForwardTrail(now: () => number, length = TRAIL_LENGTH): ForwardTrail {
  const ids = Buffer.alloc(length * ID_BYTES);
  const times = new Float64Array(length);
  const statuses = new Uint16Array(length);
  let next = 0;
  return {
    add: (eventId, status) => {
      ids.write(eventId, next * ID_BYTES, ID_BYTES, 'hex');
      times[next] = now();
      statuses[next] = status;
      next = (next + 1) % length;
    },
    find: (eventId) => {
      const wanted = Buffer.from(eventId, 'hex');
      if (wanted.byteLength !== ID_BYTES) return [];
      const found: Forward[] = [];
      for (let at = ids.indexOf(wanted); at !== -1; at = ids.indexOf(wanted, at + 1)) {
        const slot = at / ID_BYTES;
        // The bytes of two neighbours may look like an id.
        if (!Number.isInteger(slot) || statuses[slot] === 0) continue;
        found.push({ at: Number(times[slot]), status: Number(statuses[slot]) });
      }
      return found.sort((one, other) => other.at - one.at);
    },
  };
}
