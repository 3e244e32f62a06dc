/** How many connections one process may have open. */
export interface ConnectionBounds {
  readonly total: number;
  /** For each group of a connection, in the order of its list of groups. */
  readonly perGroup: readonly number[];
}

/** The result of adding a connection. */
interface AddResult<C> {
  /** False if there is no room. The connection is then not in the table. */
  readonly isAdmitted: boolean;
  /** Idle connections that were removed to make room. The caller closes them. */
  readonly evicted: readonly C[];
}

/** The open connections, grouped by origin, and which of them are idle. */
interface ConnectionTable<C> {
  /**
   * Adds an idle connection. If a group or the table is full, the connection that has been idle for longest is evicted.
   * @param groups the groups of the connection. Without groups it only counts for the total and is never evicted
   */
  readonly add: (connection: C, groups: readonly string[]) => AddResult<C>;
  /** A request of the connection has begun. */
  readonly begin: (connection: C) => void;
  /** A request of the connection has ended. */
  readonly end: (connection: C) => void;
  readonly remove: (connection: C) => void;
  /** Connections without a request, the one that has been idle for longest first. */
  readonly idle: () => readonly C[];
}

interface Entry {
  readonly groups: readonly string[];
  requests: number;
}

interface Group<C> {
  size: number;
  /** Ordered by when they became idle. */
  readonly idle: Set<C>;
}

/** Creates a {@link ConnectionTable}. Each call takes constant time. */
export function createConnectionTable<C>({ total, perGroup }: ConnectionBounds): ConnectionTable<C> {
  const entries = new Map<C, Entry>();
  const groups = new Map<string, Group<C>>();
  /** All idle connections, and those of them that may be evicted. */
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
      /** Evicts the oldest candidate if full. Returns whether there is room. */
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
