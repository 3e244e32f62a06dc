import { KEY, keptKeys } from './kept-record.ts';

/** Removes an error that needs no further delivery. */
export function forgetError(id: string | undefined): void {
  try {
    localStorage.removeItem(KEY + String(id));
  } catch {
    // Nothing is kept.
  }
}

/** Removes all kept errors of this origin from the browser: if the visitor withdraws consent, or after a sign-out. */
export function clearKeptErrors(): void {
  try {
    for (const key of keptKeys()) localStorage.removeItem(key);
  } catch {
    // Nothing is kept.
  }
}
