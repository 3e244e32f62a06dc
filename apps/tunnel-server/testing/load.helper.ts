import { Agent, request as httpRequest } from 'node:http';
import { buildEnvelope, createScriptedIngest } from '@adit/testing';

/** An ingest that accepts everything and remembers the envelopes it has received. */
export interface CountingIngest {
  readonly dsn: string;
  readonly received: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

/** Starts a {@link CountingIngest}. */
export async function startCountingIngest(): Promise<CountingIngest> {
  const ingest = await createScriptedIngest();
  const received = new Set<string>();
  ingest.respondWith(({ body }) => {
    for (const [, name = ''] of body.toString('latin1').matchAll(/"message":"(load \d+-\d+)"/g)) {
      received.add(name);
    }
    return undefined;
  });
  return { dsn: ingest.dsn(), received, close: ingest.close };
}

/** Clients that send one envelope after another. */
export interface Load {
  /** Names of the envelopes that were answered 200. */
  readonly acknowledged: readonly string[];
  /**
   * The results of the other requests: statuses and error codes, except for refused connections that were tried again.
   */
  readonly failures: readonly string[];
  /** Resolves when every client has had this many more envelopes acknowledged. */
  readonly advance: (envelopes: number) => Promise<void>;
  /** Resolves when all clients have received their last answer. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts clients, each with a persistent connection. A refused connection is tried again, because nothing was sent on
 * it; nothing else is retried.
 * @param keepAlive whether this client keeps its connection
 */
export function startLoad(
  url: string,
  dsn: string,
  clients: number,
  keepAlive: (client: number) => boolean = () => true,
): Load {
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const counts = new Array<number>(clients).fill(0);
  const watchers = new Set<() => void>();
  let isStopping = false;

  const send = (agent: Agent, message: string): Promise<string> =>
    new Promise((resolve) => {
      const request = httpRequest(url, { method: 'POST', agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
        response.on('error', ({ message: text }) => resolve(text));
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      request.end(buildEnvelope({ dsn, items: [{ type: 'event', payload: { message } }] }));
    });

  const run = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: keepAlive(client), maxSockets: 1 });
    for (let index = 0; !isStopping; index += 1) {
      const name = `load ${client}-${index}`;
      let outcome = await send(agent, name);
      while (outcome === 'ECONNREFUSED') {
        await pause(10);
        outcome = await send(agent, name);
      }
      if (outcome === '200') acknowledged.push(name);
      else failures.push(outcome);
      counts[client]! += 1;
      for (const watcher of watchers) watcher();
      // Some send continuously, others now and then.
      await pause((client * 7 + index * 13) % 40);
    }
    agent.destroy();
  };
  const running = Array.from({ length: clients }, (_, client) => run(client));

  return {
    acknowledged,
    failures,
    advance: (envelopes) => {
      const goals = counts.map((count) => count + envelopes);
      return new Promise((resolve) => {
        const watcher = (): void => {
          if (!counts.every((count, client) => count >= goals[client]!)) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
      });
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
