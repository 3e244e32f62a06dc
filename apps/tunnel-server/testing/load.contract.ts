import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildEnvelope } from '@adit/testing';

/** An ingest that takes everything and remembers which envelopes it has had. */
export interface CountingIngest {
  readonly dsn: string;
  readonly received: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

/** Starts a {@link CountingIngest}. */
export async function startCountingIngest(): Promise<CountingIngest> {
  const received = new Set<string>();
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    request.on('end', () => {
      for (const [, name = ''] of body.matchAll(/"message":"(load \d+-\d+)"/g)) received.add(name);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/1`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Clients that send one envelope after another. */
export interface Load {
  /** Names of the envelopes that were answered 200. */
  readonly acknowledged: readonly string[];
  /**
   * How the other requests ended: statuses and codes of errors, but for the refused connections that were tried
   * again.
   */
  readonly failures: readonly string[];
  /** Resolves when every client has had so many more envelopes acknowledged. */
  readonly advance: (envelopes: number) => Promise<void>;
  /** Resolves when all clients have had their last answer. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts clients, each with a connection that it keeps. A connection that is refused is tried again, as nothing was
 * sent on it; nothing else is.
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
      // Some send without a break, others now and then.
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
