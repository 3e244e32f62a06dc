import { SpoolFullError, type SpoolDepth } from '../stores.ts';

/** The depths of all processes together, as far as this one knows. */
export interface SpoolDepths {
  /** Records the numbers that Redis returned for a DSN. */
  readonly note: (dsn: string, envelopes: number, bytes: number) => void;
  /** The time of the last numbers from Redis for a DSN. */
  readonly notedAt: (dsn: string) => number;
  readonly pendingDsns: () => readonly string[];
  readonly total: () => SpoolDepth;
  /** @throws SpoolFullError if this many bytes more would exceed a bound */
  readonly claim: (dsn: string, bytes: number) => void;
  readonly fullDsn: () => SpoolFullError;
}

/** Creates {@link SpoolDepths}. */
export function createSpoolDepths(
  { maxBytes, maxBytesPerDsn }: { readonly maxBytes: number; readonly maxBytesPerDsn: number },
  now: () => number,
): SpoolDepths {
  const depths = new Map<string, SpoolDepth>();
  const times = new Map<string, number>();
  let envelopesOfAll = 0;
  let bytesOfAll = 0;

  const fullDsn = (): SpoolFullError =>
    new SpoolFullError(`the spool holds the ${maxBytesPerDsn} bytes one DSN may have`);
  return {
    note: (dsn, envelopes, bytes) => {
      const known = depths.get(dsn);
      envelopesOfAll += envelopes - (known?.envelopes ?? 0);
      bytesOfAll += bytes - (known?.bytes ?? 0);
      times.set(dsn, now());
      if (envelopes === 0) depths.delete(dsn);
      else depths.set(dsn, { envelopes, bytes });
    },
    notedAt: (dsn) => times.get(dsn) ?? -Infinity,
    pendingDsns: () => [...depths.keys()],
    total: () => ({ envelopes: envelopesOfAll, bytes: bytesOfAll }),
    claim: (dsn, bytes) => {
      if (bytesOfAll + bytes > maxBytes) {
        throw new SpoolFullError(`the spool holds its ${maxBytes} bytes`);
      }
      if ((depths.get(dsn)?.bytes ?? 0) + bytes > maxBytesPerDsn) throw fullDsn();
    },
    fullDsn,
  };
}
