import type { ConnectingClient } from '../../src/redis/redis-client.ts';

/** A client of Redis that does what a test tells it. */
export interface FakeClient {
  readonly client: ConnectingClient;
  readonly emit: (event: string, error?: Error) => void;
  readonly connected: () => Promise<void>;
  readonly failToConnect: (error: Error) => Promise<void>;
  /** Channels that were subscribed to. */
  readonly channels: string[];
  readonly isDestroyed: () => boolean;
  /** The answer to commands. Default 1. */
  answer: () => Promise<unknown>;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates a {@link FakeClient} that is not connected. */
export function createFakeClient(): FakeClient {
  const listeners = new Map<string, (error: unknown) => void>();
  const channels: string[] = [];
  let isDestroyed = false;
  let settle!: { resolve: (value?: unknown) => void; reject: (error: Error) => void };
  const connection = new Promise<unknown>((resolve, reject) => (settle = { resolve, reject }));
  connection.catch(() => undefined);
  const pipeline: ReturnType<FakeClient['client']['multi']> = {
    eval: () => pipeline,
    wait: () => pipeline,
    execAsPipeline: async () => ['id', await fake.answer()],
  };
  const fake: FakeClient = {
    client: {
      connect: () => connection,
      destroy: () => {
        isDestroyed = true;
        throw new Error('it is not open');
      },
      on: (event, listener) => listeners.set(event, listener),
      withTypeMapping: () => ({ evalSha: () => fake.answer(), eval: () => fake.answer() }),
      subscribe: (channel) => {
        channels.push(channel);
        return Promise.resolve();
      },
      unsubscribe: () => Promise.resolve(),
      multi: () => pipeline,
    },
    emit: (event, error) => listeners.get(event)?.(error),
    connected: () => {
      settle.resolve();
      return settled();
    },
    failToConnect: (error) => {
      settle.reject(error);
      return settled();
    },
    channels,
    isDestroyed: () => isDestroyed,
    answer: () => Promise.resolve(1),
  };
  return fake;
}
