import { SpoolFullError, type SpoolEntry } from '../stores/stores.ts';
import { ignoreFailure } from '@adit/envelope';
import type { DrainContext } from './drain-context.ts';

/**
 * Stores a copy of an envelope in another lane. The caller removes the original.
 * @returns `false` if the store is full or fails
 */
export async function copyToLane(
  { spool, wall, onSpoolError }: DrainContext,
  key: string,
  { receivedAt, read }: SpoolEntry,
  fields: SpoolEntry['fields'],
): Promise<boolean> {
  try {
    // The copy is dated by the current wall clock.
    const datedAt = Math.round(wall.now() - wall.ageOf(receivedAt));
    await spool.append({ dsn: key, receivedAt: datedAt, fields, body: read() });
    return true;
  } catch (error) {
    if (!(error instanceof SpoolFullError)) await ignoreFailure(() => onSpoolError(error));
    return false;
  }
}
