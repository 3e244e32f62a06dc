/** How many connections may be open at a time, in one process. */
export interface ConnectionBounds {
  readonly total: number;
  /** Of one group, by its place in the list of groups: the narrowest first. */
  readonly perGroup: readonly number[];
}

/** What becomes of a new connection. */
export interface Admission<C> {
  /** False where there is no room; it is not in the table then. */
  readonly isAdmitted: boolean;
  /** Idle ones that are taken out of the table for it, to be closed. */
  readonly evicted: readonly C[];
}

/** The open connections by where they come from, and which of them are idle. */
export interface ConnectionTable<C> {
  /**
   * Adds a connection; it is idle. In a group that is full, or a table that is full, the oldest idle one has to go.
   * @param groups the groups it counts for; without any it counts for the total alone, and never has to go
   */
  readonly add: (connection: C, groups: readonly string[]) => Admission<C>;
  /** It has a request under way, or one more. */
  readonly begin: (connection: C) => void;
  /** One of its requests is over. */
  readonly end: (connection: C) => void;
  readonly remove: (connection: C) => void;
  /** Without a request under way, the one that has been so for longest first. */
  readonly idle: () => readonly C[];
}

interface Entry {
  readonly groups: readonly string[];
  requests: number;
}

interface Group<C> {
  size: number;
  /** In the order in which they became idle. */
  readonly idle: Set<C>;
}

/** Creates a {@link ConnectionTable}; each call takes the same time, however many connections are open. */
export function createConnectionTable<C>({ total, perGroup }: ConnectionBounds): ConnectionTable<C> {
  const entries = new Map<C, Entry>();
  const groups = new Map<string, Group<C>>();
  /** All that are idle, and those of them that may have to go. */
  const idle = new Set<C>();
  const evictable = new Set<C>();

  const setIdle = (connection: C, entry: Entry): void => {
    idle.add(connection);
    if (entry.groups.length > 0) evictable.add(connection);
    for (const name of entry.groups) groups.get(name)?.idle.add(connection);
  };
  const setBusy = (connection: C, entry: Entry): void => {
    idle.delete(connection);
    evictable.delete(connection);
    for (const name of entry.groups) groups.get(name)?.idle.delete(connection);
  };

  const remove = (connection: C): void => {
    const entry = entries.get(connection);
    if (entry === undefined) return;
    entries.delete(connection);
    setBusy(connection, entry);
    for (const name of entry.groups) {
      const group = groups.get(name);
      if (group === undefined) continue;
      group.size -= 1;
      if (group.size === 0) groups.delete(name);
    }
  };

  return {
    add: (connection, names) => {
      const evicted: C[] = [];
      /** Whether there is room, if need be after the oldest of these has gone. */
      const makeRoom = (isFull: boolean, candidates: Iterable<C>): boolean => {
        if (!isFull) return true;
        for (const oldest of candidates) {
          remove(oldest);
          evicted.push(oldest);
          return true;
        }
        return false;
      };
      const isAdmitted =
        names.every((name, place) => {
          const group = groups.get(name);
          return group === undefined || makeRoom(group.size >= (perGroup[place] ?? total), group.idle);
        }) && makeRoom(entries.size >= total, evictable);
      if (!isAdmitted) return { isAdmitted, evicted };
      const entry = { groups: names, requests: 0 };
      entries.set(connection, entry);
      for (const name of names) {
        const group = groups.get(name) ?? { size: 0, idle: new Set() };
        group.size += 1;
        groups.set(name, group);
      }
      setIdle(connection, entry);
      return { isAdmitted, evicted };
    },
    begin: (connection) => {
      const entry = entries.get(connection);
      if (entry === undefined) return;
      entry.requests += 1;
      if (entry.requests === 1) setBusy(connection, entry);
    },
    end: (connection) => {
      const entry = entries.get(connection);
      if (entry === undefined) return;
      entry.requests -= 1;
      if (entry.requests === 0) setIdle(connection, entry);
    },
    remove,
    idle: () => [...idle],
  };
}
