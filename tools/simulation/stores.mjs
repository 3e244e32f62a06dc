const NO_FIELDS = {};
const NO_BYTES = new Uint8Array(0);

/** First in, first out, without moving the remaining elements. */
function createLine() {
  let entries = [];
  let first = 0;
  return {
    push: (entry) => void entries.push(entry),
    at: (place) => entries[first + place],
    size: () => entries.length - first,
    shift: () => {
      first += 1;
      if (first > 1_024 && first * 2 > entries.length) {
        entries = entries.slice(first);
        first = 0;
      }
    },
  };
}

/** Envelopes by DSN, with a total maximum. */
function createLines(mostEnvelopes, SpoolFullError) {
  const lines = new Map();
  let size = 0;
  return {
    size: () => size,
    names: () => [...lines.keys()],
    of: (dsn) => lines.get(dsn),
    add: ({ dsn, receivedAt, fields = NO_FIELDS }) => {
      if (size >= mostEnvelopes) throw new SpoolFullError('the spool is full');
      if (!lines.has(dsn)) lines.set(dsn, createLine());
      // Each has a different size, because the drain identifies envelopes by time and size.
      lines.get(dsn).push({ dsn, receivedAt, fields, bytes: 1, read: () => [NO_BYTES] });
      size += 1;
    },
    remove: (dsn) => {
      lines.get(dsn).shift();
      size -= 1;
      if (lines.get(dsn).size() === 0) lines.delete(dsn);
    },
  };
}

const storeOver = (lines, check = () => undefined) => ({
  append: async (envelope) => lines.add(envelope),
  pendingDsns: lines.names,
  peek: async (dsn) => {
    check(dsn);
    return lines.of(dsn)?.at(0);
  },
  peekBehind: async (dsn, behind) => lines.of(dsn)?.at(behind),
  remove: async (dsn) => lines.remove(dsn),
  depth: () => ({ envelopes: lines.size(), bytes: lines.size() }),
  close: async () => undefined,
});

/** A spool of one replica, such as one on its disk. */
export const createOwnStore = ({ mostEnvelopes }, { SpoolFullError }) =>
  storeOver(createLines(mostEnvelopes, SpoolFullError));

/** The time between two checks of others' envelopes, as in the spool in Redis, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** A spool that all replicas share, as in Redis: one of them delivers a DSN until none of its envelopes are stored. */
export function createSharedStores(
  { mostEnvelopes, replicas },
  { SpoolFullError, SpoolElsewhereError },
  { add },
) {
  const lines = createLines(mostEnvelopes, SpoolFullError);
  const holders = new Map();
  // One for all, because creating an error costs more than the rest of a check.
  const elsewhere = new SpoolElsewhereError('another replica delivers');
  return Array.from({ length: replicas }, (_, replica) => {
    const store = storeOver(lines, (dsn) => {
      if (lines.of(dsn) === undefined) holders.delete(dsn);
      else if (!holders.has(dsn)) holders.set(dsn, replica);
      else if (holders.get(dsn) !== replica) throw elsewhere;
    });
    return {
      ...store,
      watch: (onStored) => {
        const look = () => {
          lines.names().forEach((dsn) => onStored(dsn));
          add(look, LOOK_EVERY_MS);
        };
        add(look, (LOOK_EVERY_MS * replica) / replicas);
      },
    };
  });
}
