/** The most connections that one process may have open. */
export interface ConnectionBounds {
  readonly total: number;
  /** The bound for each group of a connection, in the order of its groups. */
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
  /** Connections without a request. Of those that may be evicted, the one that has been idle for longest comes first. */
  readonly idle: () => readonly C[];
}

interface Entry {
  readonly groups: readonly string[];
  requests: number;
  /** The place in the order in which connections became idle. */
  idleSince: number;
}

/**
 * Creates a {@link ConnectionTable}. A request costs two changes of a set. Only a connection beyond the bound of a
 * group takes longer: the idle connections of the group are compared.
 */
export function createConnectionTable<C>({ total, perGroup }: ConnectionBounds): ConnectionTable<C> {
  const entries = new Map<C, Entry>();
  const members = new Map<string, Set<C>>();
  /** Idle connections that may be evicted and those that may not, each in the order in which they became idle. */
  const evictable = new Set<C>();
  const protectedIdle = new Set<C>();
  let turn = 0;

  const idleSetOf = ({ groups }: Entry): Set<C> => (groups.length > 0 ? evictable : protectedIdle);

  const setIdle = (connection: C, entry: Entry): void => {
    turn += 1;
    entry.idleSince = turn;
    idleSetOf(entry).add(connection);
  };

  const remove = (connection: C): void => {
    const entry = entries.get(connection);
    if (entry === undefined) return;
    entries.delete(connection);
    idleSetOf(entry).delete(connection);
    for (const name of entry.groups) {
      const group = members.get(name);
      group?.delete(connection);
      if (group?.size === 0) members.delete(name);
    }
  };

  const longestIdle = (group: Iterable<C>): C | undefined => {
    let oldest: C | undefined;
    let since = Infinity;
    for (const connection of group) {
      const entry = entries.get(connection);
      if (entry === undefined || entry.requests > 0 || entry.idleSince > since) continue;
      oldest = connection;
      since = entry.idleSince;
    }
    return oldest;
  };

  return {
    add: (connection, groups) => {
      const evicted: C[] = [];
      /** Evicts the candidate if full. Returns whether there is room. */
      const makeRoom = (isFull: boolean, findOldest: () => C | undefined): boolean => {
        if (!isFull) return true;
        const oldest = findOldest();
        if (oldest === undefined) return false;
        remove(oldest);
        evicted.push(oldest);
        return true;
      };
      const isAdmitted =
        groups.every((name, place) => {
          const group = members.get(name);
          return (
            group === undefined ||
            makeRoom(group.size >= (perGroup[place] ?? total), () => longestIdle(group))
          );
        }) && makeRoom(entries.size >= total, () => evictable.values().next().value);
      if (!isAdmitted) return { isAdmitted, evicted };
      const entry = { groups, requests: 0, idleSince: 0 };
      entries.set(connection, entry);
      for (const name of groups) {
        const group = members.get(name) ?? new Set();
        members.set(name, group.add(connection));
      }
      setIdle(connection, entry);
      return { isAdmitted, evicted };
    },
    begin: (connection) => {
      const entry = entries.get(connection);
      if (entry === undefined) return;
      entry.requests += 1;
      if (entry.requests === 1) idleSetOf(entry).delete(connection);
    },
    end: (connection) => {
      const entry = entries.get(connection);
      if (entry === undefined) return;
      entry.requests -= 1;
      if (entry.requests === 0) setIdle(connection, entry);
    },
    remove,
    idle: () => [...evictable, ...protectedIdle],
  };
}
