import type { DurableStorage } from '../src/stores/durable-object.ts';

/** An empty storage, with details for tests. */
export interface TestStorage {
  readonly storage: DurableStorage;
  /** When the alarm goes off, in milliseconds since the epoch. */
  readonly alarm: () => Promise<number | null>;
}

/** Opens a storage that simulates that of a Durable Object. In workerd, the tests use a real one. */
export function openStorage(): Promise<TestStorage> {
  const values = new Map<string, unknown>();
  /** The keys in order; computed again after a new key. */
  let sorted: string[] | undefined;
  let alarm: number | null = null;
  const kv: DurableStorage['kv'] = {
    get: (key) => structuredClone(values.get(key)),
    put: (key, value) => {
      if (!values.has(key)) sorted = undefined;
      values.set(key, structuredClone(value));
    },
    delete: (key) => values.delete(key),
    list: ({ prefix, limit = Infinity }) => {
      sorted ??= [...values.keys()].sort();
      const found: [string, unknown][] = [];
      for (const key of sorted) {
        if (found.length === limit) break;
        if (key.startsWith(prefix) && values.has(key)) found.push([key, structuredClone(values.get(key))]);
      }
      return found;
    },
  };
  return Promise.resolve({
    storage: {
      kv,
      setAlarm: (timeMs) => {
        alarm = timeMs;
        return Promise.resolve();
      },
    },
    alarm: () => Promise.resolve(alarm),
  });
}
