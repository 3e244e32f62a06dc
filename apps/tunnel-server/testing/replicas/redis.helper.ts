import { until } from '@adit/testing';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@adit/testing/free-port';
import { endProcess, startRedisOnPort, untilLogged, type RedisOnPort } from '@adit/testing/redis-process';

const runs = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Whether this machine has Redis. Sentinel is a mode of its server. */
export const HAS_REDIS = runs('redis-server') && runs('redis-cli');

/** A real Redis on a port of loopback, asked by redis-cli. It writes to its disk with `everysec`. */
export interface RedisProcess extends RedisOnPort {
  /** Runs a command with redis-cli and returns the answer as text. */
  readonly ask: (...command: string[]) => string;
  /** Closes the connections of its clients. Connections with a subscription have their own type. */
  readonly cut: (...options: string[]) => void;
}

/**
 * Starts a {@link RedisProcess}.
 * @param settings further arguments of redis-server; `%port` is its port
 */
export async function startRedis(...settings: readonly string[]): Promise<RedisProcess> {
  const server = await startRedisOnPort(...settings);
  const ask = (...command: string[]): string => askRedis(server.port, command);
  return {
    ...server,
    ask,
    cut: (...options) => {
      for (const type of ['normal', 'pubsub']) ask(...options, 'CLIENT', 'KILL', 'TYPE', type);
    },
  };
}

/** A primary, one replica of it, and three Sentinels that watch them. */
export interface SentinelProcesses {
  readonly url: string;
  readonly primary: () => RedisProcess;
  /**
   * Makes the replica the primary, while the former primary runs or after it was killed. Resolves when the replica is
   * the primary.
   */
  readonly failOver: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A former primary then takes nothing more: its replica has left. */
const REPLICATED = [
  ...['--repl-diskless-sync-delay', '0'],
  ...['--min-replicas-to-write', '1', '--min-replicas-max-lag', '2'],
];

/** Starts {@link SentinelProcesses}. */
export async function startSentinels(): Promise<SentinelProcesses> {
  const first = await startRedis(...REPLICATED);
  const second = await startRedis(...REPLICATED, '--replicaof', '127.0.0.1', String(first.port));
  const folder = mkdtempSync(join(tmpdir(), 'adit-sentinel-'));
  const ports = [await freePort(), await freePort(), await freePort()];
  const sentinels: ChildProcess[] = [];
  for (const port of ports) {
    const file = join(folder, `${port}.conf`);
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor tunnel 127.0.0.1 ${first.port} 2`,
      'sentinel down-after-milliseconds tunnel 1000',
      'sentinel failover-timeout tunnel 5000',
    ];
    writeFileSync(file, lines.join('\n'));
    const child = spawn('redis-server', [file, '--sentinel'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await untilLogged(child, /\+monitor master/);
    sentinels.push(child);
  }
  const nodes = [first, second];
  const ask = (...command: string[]): string => askRedis(ports[0]!, command);
  const primary = (): RedisProcess => {
    const port = Number(ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'tunnel').split('\n')[1]);
    return nodes.find((node) => node.port === port)!;
  };
  const isReplicated = (): boolean => {
    const state = ask('SENTINEL', 'MASTER', 'tunnel');
    if (!/num-other-sentinels\n2/.test(state) || !/num-slaves\n1/.test(state)) return false;
    return nodes.some((node) => /master_link_status:up/.test(node.ask('INFO', 'replication')));
  };
  await until(isReplicated);
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/tunnel`,
    primary,
    failOver: async () => {
      const before = primary();
      await until(() => {
        if (primary() !== before) return true;
        try {
          ask('SENTINEL', 'FAILOVER', 'tunnel');
        } catch {
          // It refuses during a failover, and while the former primary is not yet known as a replica.
        }
        return false;
      });
    },
    stop: async () => {
      await Promise.all(sentinels.map(endProcess));
      await Promise.all(nodes.map((node) => node.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a cluster of three nodes without replicas. */
export async function startCluster(): Promise<{
  readonly url: string;
  readonly nodes: readonly RedisProcess[];
  readonly stop: () => Promise<void>;
}> {
  const nodes: RedisProcess[] = [];
  for (let count = 0; count < 3; count += 1) nodes.push(await startRedis('--cluster-enabled', 'yes'));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' });
  await until(() => nodes.every((node) => node.ask('CLUSTER', 'INFO').includes('cluster_state:ok')));
  return {
    url: `redis+cluster://${addresses.join(',')}`,
    nodes,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

const askRedis = (port: number, command: readonly string[]): string =>
  execFileSync('redis-cli', ['-p', String(port), ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
