import type { EarlyConfig } from '../early/error-envelope.ts';
import { clearKeptErrors } from './forget-errors.ts';
import { KEY, keptKeys } from './kept-record.ts';

/** Parameters of {@link sendKeptLater}. */
interface SendKeptLater {
  readonly config: EarlyConfig;
  /** `sendKept`. Called only if there are errors to send, so it may import it. */
  readonly send: (config: EarlyConfig) => Promise<void>;
  /** The ids of errors of this page, which are not sent. Default none. */
  readonly ownIds?: readonly string[];
  /** Whether the console shows that the browser refuses storage. Default `false`. */
  readonly isDebugging?: boolean | undefined;
}

/**
 * Sends the errors that earlier pages of the application have kept, if there are any. Removes them if errors are no longer kept.
 * Never rejects.
 */
export async function sendKeptLater({
  config,
  send,
  ownIds = [],
  isDebugging = false,
}: SendKeptLater): Promise<void> {
  try {
    if (config.keepErrors === false) clearKeptErrors(config.tunnel ?? '');
    else if (keptKeys().some((key) => !ownIds.includes(key.slice(KEY.length)))) await send(config);
  } catch (error) {
    // The storage is refused, the chunk is missing, or the network is gone: a later page sends them.
    // eslint-disable-next-line no-console -- for the page's author, who asked for it
    if (isDebugging) console.warn('Adit: no errors are kept or sent for earlier pages:', error);
  }
}
