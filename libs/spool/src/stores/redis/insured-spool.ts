import type { SpoolStore } from '../stores.ts';
import { replayBody } from './replayed-body.ts';

/** How an insured spool is set up. */
export interface InsuredSpoolOptions {
  /** Stores envelopes while it can. */
  shared: SpoolStore;
  /** A spool of this process, for example on disk. Stores the envelopes that `shared` cannot. */
  insurance: SpoolStore;
}

/**
 * Joins a shared spool and one of this process, so that an envelope can be stored while the shared one fails, is full,
 * or does not accept envelopes of this size. Envelopes stored in this process are delivered by it: first, if a DSN has
 * envelopes in both spools. Closing it closes both.
 */
export function createInsuredSpool({ shared, insurance }: InsuredSpoolOptions): SpoolStore {
  /** The spool in which `peek` found the last envelope, by DSN. */
  const sources = new Map<string, SpoolStore>();
  const otherThan = (store: SpoolStore): SpoolStore => (store === shared ? insurance : shared);

  const peek: SpoolStore['peek'] = async (dsn) => {
    const current = sources.get(dsn) ?? insurance;
    const entry = await current.peek(dsn).catch((error: unknown) => {
      // The next call asks the other spool. This call fails, so that the caller does not take the other's envelope for
      // the next one of this spool.
      sources.set(dsn, otherThan(current));
      throw error;
    });
    const found = entry ?? (await otherThan(current).peek(dsn));
    if (found === undefined) sources.delete(dsn);
    else sources.set(dsn, entry === undefined ? otherThan(current) : current);
    return found;
  };

  return {
    append: async (envelope) => {
      if (envelope.body instanceof Uint8Array) {
        await shared.append(envelope).catch(() => insurance.append(envelope));
        return;
      }
      const { first, again, hasFailed, close } = replayBody(envelope.body);
      try {
        await shared.append({ ...envelope, body: first() }).catch((error: unknown) => {
          if (hasFailed()) throw error;
          return insurance.append({ ...envelope, body: again() });
        });
      } finally {
        await close();
      }
    },
    pendingDsns: () => [...new Set([...insurance.pendingDsns(), ...shared.pendingDsns()])],
    watch: (onStored) => shared.watch?.(onStored),
    peek,
    peekBehind: async (dsn, behind) => {
      if (!sources.has(dsn)) await peek(dsn);
      return sources.get(dsn)?.peekBehind?.(dsn, behind);
    },
    remove: async (dsn) => {
      if (!sources.has(dsn)) await peek(dsn);
      await sources.get(dsn)?.remove(dsn);
    },
    removeMany: async (dsn, count) => {
      if (!sources.has(dsn)) await peek(dsn);
      const source = sources.get(dsn);
      if (source === undefined) return 0;
      if (source.removeMany !== undefined) return source.removeMany(dsn, count);
      // One: after a failure the caller could not know how many are gone.
      await source.remove(dsn);
      return 1;
    },
    depth: () => {
      const [one, other] = [shared.depth(), insurance.depth()];
      return { envelopes: one.envelopes + other.envelopes, bytes: one.bytes + other.bytes };
    },
    maxBytes: (shared.maxBytes ?? 0) + (insurance.maxBytes ?? 0),
    outlivesProcess: shared.outlivesProcess === true && insurance.outlivesProcess === true,
    lost: () => (shared.lost?.() ?? 0) + (insurance.lost?.() ?? 0),
    close: async () => {
      await Promise.all([shared.close(), insurance.close()]);
    },
  };
}
