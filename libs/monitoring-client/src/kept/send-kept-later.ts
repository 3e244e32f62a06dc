import type { EarlyConfig } from '../early/error-envelope.ts';
import { clearKeptErrors } from './forget-errors.ts';
import { keptKeys } from './kept-record.ts';

/**
 * Sends the errors that earlier pages of the application have kept. The code for it is loaded only if there are any. Removes
 * them if errors are no longer kept. Never rejects.
 * @param isDebugging whether the console shows that the browser refuses storage
 */
export async function sendKeptLater(config: EarlyConfig, isDebugging = false): Promise<void> {
  try {
    if (config.keepErrors === false) clearKeptErrors(config.tunnel ?? '');
    else if (keptKeys().length > 0) await (await import('./send-kept.ts')).sendKept(config);
  } catch (error) {
    // The storage is refused, the chunk is missing, or the network is gone: a later page sends them.
    // eslint-disable-next-line no-console -- for the page's author, who asked for it
    if (isDebugging) console.warn('Adit: no errors are kept or sent for earlier pages:', error);
  }
}
