import { startCountingIngest, startLoad } from './load.helper.ts';
import { endProcesses, startProcess, type ServerProcess } from './server-process.helper.ts';

/** The failures that clients saw while a server was restarted or reloaded, and the envelopes that did not arrive. */
export interface Seen {
  readonly failures: readonly string[];
  readonly lost: readonly string[];
  readonly acknowledged: number;
  readonly exits: readonly unknown[];
}

/** Repeatedly restarts a server at its port while clients with persistent connections send. */
export async function seeRestarts(
  restarts: number,
  clients: number,
  env: Readonly<Record<string, string>>,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<Seen> {
  return withLoad(
    clients,
    env,
    () => true,
    async (server, advance, startAgain) => {
      const exits: unknown[] = [];
      let current = server;
      for (let restart = 0; restart < restarts; restart += 1) {
        await advance(3);
        current.child.kill(signal);
        exits.push(await current.ended);
        current = await startAgain();
      }
      await advance(3);
      return exits;
    },
  );
}

/** Repeatedly reloads a server with SIGHUP while clients send, some of them on a new connection each time. */
export async function seeReloads(
  reloads: number,
  clients: number,
  env: Readonly<Record<string, string>>,
): Promise<Seen> {
  return withLoad(
    clients,
    env,
    (client) => client % 4 !== 0,
    async (server, advance) => {
      const over = (): number =>
        server.lines.filter((line) => /"reloaded"|"reload-skipped"/.test(line)).length;
      for (let reload = 1; reload <= reloads; reload += 1) {
        await advance(1);
        server.child.kill('SIGHUP');
        while (over() < reload) await advance(1);
      }
      await advance(3);
      return [];
    },
  );
}

async function withLoad(
  clients: number,
  env: Readonly<Record<string, string>>,
  keepAlive: (client: number) => boolean,
  work: (
    server: ServerProcess,
    advance: (envelopes: number) => Promise<void>,
    startAgain: () => Promise<ServerProcess>,
  ) => Promise<readonly unknown[]>,
): Promise<Seen> {
  const ingest = await startCountingIngest();
  const start = async (port: string): Promise<{ server: ServerProcess; url: string }> => {
    const server = startProcess({ ADIT_DSNS: ingest.dsn, PORT: port, ...env });
    const { url } = await server.event('started');
    return { server, url: String(url) };
  };
  const { server, url } = await start('0');
  const load = startLoad(url, ingest.dsn, clients, keepAlive);
  const exits = await work(server, load.advance, async () => (await start(new URL(url).port)).server);
  await load.stop();
  await endProcesses();
  const lost = load.acknowledged.filter((name) => !ingest.received.has(name));
  await ingest.close();
  return { failures: load.failures, lost, acknowledged: load.acknowledged.length, exits };
}
