import type { TunnelStats } from '@adit/tunnel';
import {
  createOperations,
  isToken,
  MIN_TOKEN_LENGTH,
  type ObservedPolicy,
  type Operations,
} from '@adit/operations';
import { adit } from '../adit-config.ts';
import { findSpool } from './spool.ts';
import { warnOnce } from './warn-once.ts';

const shared = globalThis as { [key: symbol]: Operations | undefined };
const KEY = Symbol.for('@adit/next:operations');

/** The application's names for settings that may cause refusals. */
const SETTINGS = {
  dsns: 'SENTRY_DSN',
  origins: 'tunnel.allowedOrigins',
  throttle: 'tunnel.throttle',
  proxies: 'ADIT_TRUSTED_PROXIES',
};

/** The operations page of this process, on the global object like the tunnel; `undefined` if it is not served. */
export const findOperations = (): Operations | undefined => shared[KEY];

function readAccess(): { readonly isOpen: boolean; readonly token: string | undefined } {
  const isOpen = process.env.NODE_ENV !== 'production';
  return { isOpen, token: isOpen ? undefined : process.env.ADIT_ADMIN_TOKEN?.trim() || undefined };
}

/** Whether the operations page is served. */
export function servesOperations(): boolean {
  const { isOpen, token } = readAccess();
  return isOpen || isToken(token ?? '');
}

/**
 * Starts the operations page of a tunnel: for everyone in development, else for requests with the server's token, if it
 * has one.
 * @param policy the rules of the tunnel; `undefined` if it has none, or the application's own
 */
export function startOperations(stats: () => TunnelStats, policy?: ObservedPolicy): void {
  const { isOpen, token } = readAccess();
  if (!isOpen && token === undefined) return;
  if (token !== undefined && !isToken(token)) {
    warnOnce(
      `ADIT_ADMIN_TOKEN is not valid; accepted: ${MIN_TOKEN_LENGTH} characters or more, without spaces`,
      'The operations page is off.',
    );
    return;
  }
  const spool = findSpool();
  const { spoolMaxAgeMs } = adit.tunnel?.times ?? {};
  const port = Number(process.env.PORT) || undefined;
  const operations = createOperations({
    ...{ stats, token, spool, policy, spoolMaxAgeMs, port },
    settings: SETTINGS,
  });
  shared[KEY] = operations;
  // When Next stops, it waits for open connections, and a page's connection would stay open. If nothing else handles
  // the signal, the process ends by it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    if (process.listenerCount(signal) > 0) process.once(signal, operations.close);
  }
}
