import { listenAsIngest, type IngestAddress } from './ingest-listener.ts';
import { createIngestScript, type IngestScript } from './ingest-script.ts';

/** A server that plays Sentry's ingest. */
export interface ScriptedIngest extends IngestScript {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** A DSN that points here. */
  readonly dsn: (parts?: { projectId?: string; publicKey?: string }) => string;
  /** Stops listening and closes every connection. */
  readonly close: () => Promise<void>;
}

const DEFAULT_PROJECT_ID = '42';
const DEFAULT_PUBLIC_KEY = '0123456789abcdef0123456789abcdef';

/** Starts a {@link ScriptedIngest} that listens on HTTP, or on HTTPS if `tls` is given. */
export async function createScriptedIngest(address: IngestAddress = {}): Promise<ScriptedIngest> {
  const { script, side } = createIngestScript();
  const { authority, close } = await listenAsIngest(side, address);
  const scheme = address.tls === undefined ? 'http' : 'https';
  // The counts are getters, so the script is extended instead of copied.
  return Object.assign(script, {
    origin: `${scheme}://${authority}`,
    dsn: ({ projectId = DEFAULT_PROJECT_ID, publicKey = DEFAULT_PUBLIC_KEY } = {}) =>
      `${scheme}://${publicKey}@${authority}/${projectId}`,
    close,
  });
}
