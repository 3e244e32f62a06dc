import { KEY, keptKeys, startOf } from './kept-record.ts';

/** Removes an error that needs no further delivery. */
export function forgetError(id: string | undefined): void {
  try {
    localStorage.removeItem(KEY + (id as string));
  } catch {
    // Nothing is kept.
  }
}

/**
 * Removes the kept errors of this origin from the browser: if the visitor withdraws consent, or after a sign-out.
 * @param tunnel only those of the application with this tunnel. Default: those of all applications of the origin
 */
export function clearKeptErrors(tunnel?: string): void {
  try {
    for (const key of keptKeys(tunnel === undefined ? '' : startOf(tunnel))) localStorage.removeItem(key);
  } catch {
    // Nothing is kept.
  }
}
