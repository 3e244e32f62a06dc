import type { Clock } from '@adit/envelope';
import type { RedisClient } from '@adit/spool/redis';
import { describeError } from '../log/log.ts';
import { reconnectPauseMs, type ConnectingClient } from './redis-client.ts';

/** A connection to Redis that is restored until it is closed. */
export interface RedisConnection {
  /** The client for the stores. Its commands fail while there is no connection. */
  readonly client: RedisClient;
  /**
   * Resolves once Redis is connected, fails to connect, or does not answer within two seconds.
   * @throws RedisDeniedError if Redis refuses the user or its certificate cannot be trusted
   */
  readonly firstAttempt: Promise<void>;
  /**
   * Replaces this connection with a new one. A connection without an answer may hang for minutes after the network is
   * back, because TCP waits longer before each retransmission.
   */
  readonly replace: () => void;
  /** The last error since there was a connection, on one line. */
  readonly lastError: () => string | undefined;
  readonly close: () => void;
}

/** Redis refuses the user, or its certificate cannot be trusted. */
export class RedisDeniedError extends Error {
  override readonly name = 'RedisDeniedError';
}

/** Options of {@link connectRedis}. */
interface RedisConnectionOptions {
  createClient: () => ConnectingClient;
  clock: Clock;
  /** Called with each connection after the first. */
  onReconnect: () => void;
}

const FIRST_ATTEMPT_MS = 2_000;

const DENIED = /\b(NOAUTH|NOPERM|WRONGPASS)\b|\bERR (AUTH|invalid password)\b/;
const UNTRUSTED = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_)/;

function isDenied(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  return DENIED.test(message) || UNTRUSTED.test(String(code)) || isDenied(cause);
}

/** Connects to Redis, and reconnects when necessary. */
export function connectRedis({ createClient, clock, onReconnect }: RedisConnectionOptions): RedisConnection {
  const listeners = new Map<string, (message: string) => void>();
  let client!: ConnectingClient;
  let isConnected = false;
  let isClosed = false;
  let failedAttempts = 0;
  let wasConnected = false;
  let lastError: string | undefined;
  let settle!: { resolve: () => void; reject: (error: Error) => void };
  const firstAttempt = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  firstAttempt.catch(() => undefined);

  const noteError = (error: unknown): void => {
    lastError = describeError(error);
    if (isDenied(error)) settle.reject(new RedisDeniedError(lastError, { cause: error }));
    else settle.resolve();
  };
  /** The client of a cluster is ready once for each node. */
  const noteReady = (): void => {
    if (!isConnected) return;
    lastError = undefined;
    onReconnect();
  };

  const open = (): void => {
    const own = createClient();
    client = own;
    isConnected = false;
    const isCurrent = (): boolean => client === own && !isClosed;
    own.on('error', (error) => isCurrent() && noteError(error));
    own.on('node-error', (error) => isCurrent() && noteError(error));
    own.on('ready', () => isCurrent() && noteReady());
    own.on('node-ready', () => isCurrent() && noteReady());
    own.connect().then(
      () => {
        if (!isCurrent()) return;
        failedAttempts = 0;
        isConnected = true;
        lastError = undefined;
        if (wasConnected) onReconnect();
        wasConnected = true;
        for (const [channel, listener] of listeners) own.subscribe(channel, listener).catch(noteError);
        settle.resolve();
      },
      (error: unknown) => {
        if (!isCurrent()) return;
        noteError(error);
        // The old client gives up by itself; another one does not.
        clock.setTimeout(() => isCurrent() && replace(), reconnectPauseMs((failedAttempts += 1)));
      },
    );
  };
  const discard = (old: ConnectingClient): void => {
    // A client without a connection may refuse to be closed, with an error or a rejection.
    void Promise.resolve()
      .then(() => old.destroy())
      .catch(() => undefined);
  };
  const replace = (): void => {
    if (isClosed) return;
    const old = client;
    open();
    discard(old);
  };

  open();
  clock.setTimeout(() => settle.resolve(), FIRST_ATTEMPT_MS);

  return {
    client: {
      withTypeMapping: (mapping) => {
        let of: ConnectingClient | undefined;
        let typed!: ReturnType<RedisClient['withTypeMapping']>;
        const current = (): typeof typed => {
          if (of !== client) {
            of = client;
            typed = client.withTypeMapping(mapping);
          }
          return typed;
        };
        return {
          evalSha: (...args) => current().evalSha(...args),
          eval: (...args) => current().eval(...args),
        };
      },
      subscribe: async (channel, listener) => {
        listeners.set(channel, listener);
        // Without a connection, the channel is subscribed to on the next one.
        if (isConnected) await client.subscribe(channel, listener);
      },
      unsubscribe: (channel) => {
        listeners.delete(channel);
        return client.unsubscribe(channel);
      },
    },
    firstAttempt,
    replace,
    lastError: () => lastError,
    close: () => {
      isClosed = true;
      discard(client);
    },
  };
}
