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

/** The state of a connection. Its operations are functions over it. */
interface ConnectionContext extends RedisConnectionOptions {
  /** The newest client; the events of earlier ones are ignored. */
  client: ConnectingClient;
  readonly listeners: Map<string, (message: string) => void>;
  /** Settles the first attempt. */
  readonly settle: { readonly resolve: () => void; readonly reject: (error: Error) => void };
  isConnected: boolean;
  wasConnected: boolean;
  isClosed: boolean;
  failedAttempts: number;
  lastError: string | undefined;
}

/** Connects to Redis, and reconnects when necessary. */
export function connectRedis(options: RedisConnectionOptions): RedisConnection {
  let settle!: ConnectionContext['settle'];
  const firstAttempt = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  firstAttempt.catch(() => undefined);
  const context: ConnectionContext = {
    ...options,
    client: options.createClient(),
    listeners: new Map(),
    settle,
    isConnected: false,
    wasConnected: false,
    isClosed: false,
    failedAttempts: 0,
    lastError: undefined,
  };
  connect(context);
  options.clock.setTimeout(settle.resolve, FIRST_ATTEMPT_MS);
  return {
    client: {
      withTypeMapping: (mapping) => withTypeMapping(context, mapping),
      subscribe: async (channel, listener) => {
        context.listeners.set(channel, listener);
        // Without a connection, the channel is subscribed to on the next one.
        if (context.isConnected) await context.client.subscribe(channel, listener);
      },
      unsubscribe: (channel) => {
        context.listeners.delete(channel);
        return context.client.unsubscribe(channel);
      },
      multi: () => context.client.multi(),
    },
    firstAttempt,
    replace: () => replace(context),
    lastError: () => context.lastError,
    close: () => {
      context.isClosed = true;
      discard(context.client);
    },
  };
}

/** Connects the newest client, and follows it until there is a newer one. */
function connect(context: ConnectionContext): void {
  const { client, clock } = context;
  context.isConnected = false;
  const isCurrent = (): boolean => context.client === client && !context.isClosed;
  client.on('error', (error) => isCurrent() && noteError(context, error));
  client.on('node-error', (error) => isCurrent() && noteError(context, error));
  client.on('ready', () => isCurrent() && noteReady(context));
  client.on('node-ready', () => isCurrent() && noteReady(context));
  client.connect().then(
    () => isCurrent() && noteConnected(context),
    (error: unknown) => {
      if (!isCurrent()) return;
      noteError(context, error);
      const pauseMs = reconnectPauseMs((context.failedAttempts += 1));
      // The old client gives up by itself; another one does not.
      clock.setTimeout(() => isCurrent() && replace(context), pauseMs);
    },
  );
}

function noteError(context: ConnectionContext, error: unknown): void {
  const message = describeError(error);
  context.lastError = message;
  if (isDenied(error)) context.settle.reject(new RedisDeniedError(message, { cause: error }));
  else context.settle.resolve();
}

/** The client of a cluster is ready once for each node. */
function noteReady(context: ConnectionContext): void {
  if (!context.isConnected) return;
  context.lastError = undefined;
  context.onReconnect();
}

/** Subscribes to the channels again, because a new connection has none. */
function noteConnected(context: ConnectionContext): void {
  const { client, listeners, settle, wasConnected, onReconnect } = context;
  context.failedAttempts = 0;
  context.isConnected = true;
  context.lastError = undefined;
  if (wasConnected) onReconnect();
  context.wasConnected = true;
  for (const [channel, listener] of listeners) {
    client.subscribe(channel, listener).catch((error: unknown) => noteError(context, error));
  }
  settle.resolve();
}

function replace(context: ConnectionContext): void {
  if (context.isClosed) return;
  const old = context.client;
  context.client = context.createClient();
  connect(context);
  discard(old);
}

function discard(old: ConnectingClient): void {
  // A client without a connection may refuse to be closed, with an error or a rejection.
  void Promise.resolve()
    .then(() => old.destroy())
    .catch(() => undefined);
}

/** Evaluates scripts with the newest client. */
function withTypeMapping(
  context: ConnectionContext,
  mapping: Parameters<RedisClient['withTypeMapping']>[0],
): ReturnType<RedisClient['withTypeMapping']> {
  let of: ConnectingClient | undefined;
  let typed!: ReturnType<RedisClient['withTypeMapping']>;
  const current = (): typeof typed => {
    if (of !== context.client) {
      of = context.client;
      typed = of.withTypeMapping(mapping);
    }
    return typed;
  };
  return {
    evalSha: (...args) => current().evalSha(...args),
    eval: (...args) => current().eval(...args),
  };
}
