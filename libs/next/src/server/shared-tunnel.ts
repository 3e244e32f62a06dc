import type { Tunnel } from '@adit/tunnel';

/** The tunnel of this process. On the global object: Next bundles instrumentation and routes separately. */
export const sharedTunnel = globalThis as { [key: symbol]: Tunnel | undefined };

/** The key of {@link sharedTunnel}. */
export const TUNNEL_KEY = Symbol.for('@adit/next:tunnel');
