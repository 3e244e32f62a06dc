import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildEnvelope } from '@adit/testing';
import { startProcess, type ServerProcess } from '../server-process.helper.ts';
import { freePort } from '@adit/testing/free-port';

/** One of several servers. It keeps its own port. */
export interface Replica {
  readonly url: string;
  readonly adminUrl: string;
  readonly process: () => ServerProcess;
  /** Ends it with a signal and waits until it has ended. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Starts it again, with its insurance. */
  readonly start: () => Promise<void>;
}

/** Several servers. */
export interface Replicas {
  readonly all: readonly Replica[];
  /** The number of answers of `/healthz/ready` that were not 200. Each running replica is asked four times a second. */
  readonly notReady: () => number;
  readonly stop: () => Promise<void>;
}

/** Starts this many servers. */
export async function startReplicas(count: number, env: Readonly<Record<string, string>>): Promise<Replicas> {
  const folder = mkdtempSync(join(tmpdir(), 'adit-replicas-'));
  let notReady = 0;
  const running = new Set<Replica>();
  const startReplica = async (index: number): Promise<Replica> => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const own = {
      PORT: String(port),
      ADIT_ADMIN_PORT: String(adminPort),
      ADIT_INSURANCE: `disk:${join(folder, String(index))}`,
      ...env,
    };
    let process: ServerProcess;
    const replica: Replica = {
      url: `http://127.0.0.1:${port}/monitoring-tunnel`,
      adminUrl: `http://127.0.0.1:${adminPort}`,
      process: () => process,
      end: async (signal) => {
        running.delete(replica);
        process.child.kill(signal);
        await process.ended;
      },
      start: async () => {
        process = startProcess(own);
        await process.event('started');
        running.add(replica);
      },
    };
    await replica.start();
    return replica;
  };
  const all: Replica[] = [];
  for (let index = 0; index < count; index += 1) all.push(await startReplica(index));

  const probe = async (): Promise<void> => {
    for (const replica of running) {
      const status = await fetch(`${replica.adminUrl}/healthz/ready`).then(
        (answer) => answer.status,
        () => 0,
      );
      // It may have been killed in the meantime.
      if (status !== 200 && running.has(replica)) notReady += 1;
    }
  };
  const stopping = new AbortController();
  const probing = (async () => {
    while (!stopping.signal.aborted) {
      await probe();
      await sleep(250);
    }
  })();
  return {
    all,
    notReady: () => notReady,
    stop: async () => {
      stopping.abort();
      await probing;
      await Promise.all([...running].map((replica) => replica.end('SIGTERM')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Clients that send one envelope after another, each to a random replica. */
export interface ReplicaLoad {
  /** Names of the envelopes that were answered 200. */
  readonly acknowledged: readonly string[];
  /** How long those answers took, in milliseconds. */
  readonly durationsMs: readonly number[];
  /** The results of the other requests. */
  readonly failures: readonly string[];
  readonly stop: () => Promise<void>;
}

/**
 * Starts clients. An envelope whose request fails is not sent again, and its client goes on with the next one.
 * @param pauseMs the pause of a client between two envelopes
 */
export function startReplicaLoad(
  urls: readonly string[],
  dsns: readonly string[],
  { clients, round, pauseMs }: { clients: number; round: number; pauseMs: number },
): ReplicaLoad {
  const acknowledged: string[] = [];
  const durationsMs: number[] = [];
  const failures: string[] = [];
  let isStopping = false;
  const agent = new Agent({ keepAlive: true });
  const send = (url: string, body: Uint8Array): Promise<string> =>
    new Promise((resolve) => {
      const request = httpRequest(url, { method: 'POST', agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
        response.on('error', ({ message }) => resolve(message));
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      request.end(body);
    });
  const run = async (client: number): Promise<void> => {
    const dsn = dsns[client % dsns.length]!;
    for (let number = 0; !isStopping; number += 1) {
      const message = `${round}-${client}-${number}`;
      const startedAt = performance.now();
      const url = urls[Math.floor(Math.random() * urls.length)]!;
      const outcome = await send(
        url,
        buildEnvelope({ dsn, items: [{ type: 'event', payload: { message } }] }),
      );
      if (outcome === '200') {
        acknowledged.push(message);
        durationsMs.push(performance.now() - startedAt);
      } else failures.push(outcome);
      await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: clients }, (_, client) => run(client));
  return {
    acknowledged,
    durationsMs,
    failures,
    stop: async () => {
      isStopping = true;
      await Promise.all(running);
      agent.destroy();
    },
  };
}
