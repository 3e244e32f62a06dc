/** The parts of `ctx.storage` that are used, of a Durable Object whose class has SQLite storage. */
export interface DurableStorage {
  readonly kv: {
    readonly get: (key: string) => unknown;
    readonly put: (key: string, value: unknown) => void;
    readonly delete: (key: string) => boolean;
    readonly list: (options: { prefix: string; limit?: number }) => Iterable<[string, unknown]>;
  };
  readonly setAlarm: (timeMs: number) => Promise<void>;
}

/** @throws TypeError with one line if `storage` does not belong to a Durable Object with SQLite */
export function checkStorage(maker: string, storage: DurableStorage | undefined): void {
  if (typeof storage?.setAlarm === 'function' && typeof (storage.kv as unknown) === 'object') return;
  throw new TypeError(
    `${maker}: storage is no storage with SQLite; accepted is \`ctx.storage\` of a Durable Object of \`new_sqlite_classes\`.`,
  );
}
