import type { StoredEntry } from './stored-entry.ts';

/** The bytes that all lanes of a process have read ahead. */
export interface ReadAheadBudget {
  usedBytes: number;
}

/** The oldest entries of a lane, in order. */
export interface ReadAhead {
  readonly at: (place: number) => StoredEntry | undefined;
  readonly lastId: () => string | undefined;
  readonly push: (entry: StoredEntry) => void;
  readonly shift: () => void;
  readonly clear: () => void;
}

/** Creates a {@link ReadAhead} that counts what it holds. */
export function createReadAhead(budget: ReadAheadBudget): ReadAhead {
  const entries: StoredEntry[] = [];
  return {
    at: (place) => entries[place],
    lastId: () => entries.at(-1)?.id,
    push: (entry) => {
      entries.push(entry);
      budget.usedBytes += entry.heldBytes;
    },
    shift: () => {
      budget.usedBytes -= entries.shift()?.heldBytes ?? 0;
    },
    clear: () => {
      for (const { heldBytes } of entries.splice(0)) budget.usedBytes -= heldBytes;
    },
  };
}
