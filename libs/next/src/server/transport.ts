import { createFetchTransport } from '@adit/tunnel';
import { createNodeTransport } from '@adit/tunnel/node';

/**
 * Creates the transport to ingest. On Cloudflare, where OpenNext runs Next, WebAssembly cannot be compiled at run time,
 * and undici's parser needs it. There `fetch` is used instead.
 */
export function createTransport(): ReturnType<typeof createNodeTransport> {
  const { userAgent } = (globalThis as { navigator?: { userAgent?: string } }).navigator ?? {};
  return userAgent === 'Cloudflare-Workers'
    ? createFetchTransport()
    : createNodeTransport({ proxyVariables: process.env });
}
