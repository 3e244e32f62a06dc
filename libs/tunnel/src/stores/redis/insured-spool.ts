import type { SpoolStore } from '../stores.ts';
import { replayBody } from './replayed-body.ts';

/** How an insured spool is set up. */
export interface InsuredSpoolOptions {
  /** Takes envelopes as long as it can. */
  shared: SpoolStore;
  /** This process's own spool, such as one on disk. Takes what `shared` cannot. */
  insurance: SpoolStore;
}

/**
 * Joins a shared spool and one of this process, so that an envelope can be stored while the shared one fails, is full, or does
 * not take envelopes of this size. What was stored here is delivered from here: first, if a DSN has envelopes in both. Closing
 * it closes both.
 */
export function createInsuredSpool({ shared, insurance }: InsuredSpoolOptions): SpoolStore {
  /** Where the envelope was found that `peek` showed last, by DSN. */
  const sources = new Map<string, SpoolStore>();
  const otherThan = (store: SpoolStore): SpoolStore => (store === shared ? insurance : shared);

  const peek: SpoolStore['peek'] = async (dsn) => {
    const current = sources.get(dsn) ?? insurance;
    const entry = await current.peek(dsn).catch((error: unknown) => {
      // The other is asked the next time: who was shown an envelope has to learn that the next one is not behind it.
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
    depth: () => {
      const [one, other] = [shared.depth(), insurance.depth()];
      return { envelopes: one.envelopes + other.envelopes, bytes: one.bytes + other.bytes };
    },
    maxBytes: (shared.maxBytes ?? 0) + (insurance.maxBytes ?? 0),
    lost: () => (shared.lost?.() ?? 0) + (insurance.lost?.() ?? 0),
    close: async () => {
      await Promise.all([shared.close(), insurance.close()]);
    },
  };
}
