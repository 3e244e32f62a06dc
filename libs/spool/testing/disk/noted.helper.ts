import { open } from 'node:fs/promises';
import { readLedger } from '../../src/stores/disk/ledger.ts';

/** Resolves once a directory's ledger records this many appended envelopes, delivered ones included. */
export async function untilNoted(directory: string, envelopes: number): Promise<void> {
  for (;;) {
    let noted = 0;
    for (const { count } of (await readLedger(open, directory))?.values() ?? []) noted += count;
    if (noted >= envelopes) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
