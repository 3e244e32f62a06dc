import type { TunnelStats } from '@adit/tunnel';
import { createOperations, isToken, MIN_TOKEN_LENGTH, type Operations } from '@adit/tunnel/operations';
import { adit } from '../adit-config.ts';
import { findSpool } from './spool.ts';
import { warnOnce } from './warn-once.ts';

const shared = globalThis as { [key: symbol]: Operations | undefined };
const KEY = Symbol.for('@adit/next:operations');

/** How an application calls the settings that may be behind refusals. */
const SETTINGS = {
  dsns: 'SENTRY_DSN',
  origins: 'tunnel.allowedOrigins',
  throttle: 'tunnel.throttle',
  proxies: 'ADIT_TRUSTED_PROXIES',
};

/** The operations page of this process, on the global object as the tunnel is; `undefined` where it is not served. */
export const findOperations = (): Operations | undefined => shared[KEY];

/** Starts the operations page of a tunnel: for everyone in development, else for those with the token of the server, if it has one. */
export function startOperations(stats: () => TunnelStats): void {
  const isOpen = process.env.NODE_ENV !== 'production';
  const token = isOpen ? undefined : process.env.ADIT_ADMIN_TOKEN?.trim() || undefined;
  if (!isOpen && token === undefined) return;
  if (token !== undefined && !isToken(token)) {
    warnOnce(
      `ADIT_ADMIN_TOKEN is not valid; accepted: ${MIN_TOKEN_LENGTH} characters or more, without spaces`,
      'The operations page is off.',
    );
    return;
  }
  const spool = findSpool();
  const { spoolMaxAgeMs } = adit.tunnel ?? {};
  const port = Number(process.env.PORT) || undefined;
  const operations = createOperations({ stats, token, spool, spoolMaxAgeMs, port, settings: SETTINGS });
  shared[KEY] = operations;
  // Next waits for open connections when it stops, and that of a page would stay. If nobody handles a signal, the process ends by it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    if (process.listenerCount(signal) > 0) process.once(signal, operations.close);
  }
}
