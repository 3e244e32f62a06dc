import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const runs = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Whether this machine has a Redis, and Sentinel. */
export const HAS_REDIS = runs('redis-server') && runs('redis-cli');
export const HAS_SENTINEL = HAS_REDIS && runs('redis-sentinel');

/** A real Redis on a port of loopback. It writes to its disk as `everysec`. */
export interface RedisProcess {
  readonly port: number;
  readonly url: string;
  /** Answers a command of redis-cli as text. */
  readonly ask: (...command: string[]) => string;
  /** Closes the connections of its clients. One with a subscription is of a type of its own. */
  readonly cut: (...options: string[]) => void;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Ends it by SIGKILL. Its files stay. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its files. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A port that was free a moment ago, and that the system does not give out by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/**
 * Starts a Redis.
 * @param settings further arguments of redis-server, which override those here; `%port` is its port
 */
export async function startRedis(...settings: readonly string[]): Promise<RedisProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'adit-redis-'));
  const port = await freePort();
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
  ];
  args.push(...settings.map((setting) => setting.replace('%port', String(port))));
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await ready(child, /ready to accept connections/i);
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    ask: (...command) => askRedis(port, command),
    cut: (...options) => {
      for (const type of ['normal', 'pubsub']) askRedis(port, [...options, 'CLIENT', 'KILL', 'TYPE', type]);
    },
    signal: (signal) => child.kill(signal),
    kill: () => end(child),
    restart: start,
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A primary, one replica of it, and three Sentinels that watch them. */
export interface SentinelProcesses {
  readonly url: string;
  readonly primary: () => RedisProcess;
  /** Makes the replica the primary, while the former primary runs or after it was killed. Resolves when it is. */
  readonly failOver: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts {@link SentinelProcesses}. */
export async function startSentinels(): Promise<SentinelProcesses> {
  const first = await startRedis('--repl-diskless-sync-delay', '0');
  const second = await startRedis(
    '--repl-diskless-sync-delay',
    '0',
    '--replicaof',
    '127.0.0.1',
    String(first.port),
  );
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
    const child = spawn('redis-sentinel', [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await ready(child, /\+monitor master/);
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
          // It refuses while it fails over, and while the former primary is not yet known as a replica.
        }
        return false;
      });
    },
    stop: async () => {
      await Promise.all(sentinels.map(end));
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

/** Looks again and again. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function ready(child: ChildProcess, pattern: RegExp): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${child.spawnfile} does not start: ${log}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (log.length < 10_000) log += String(chunk);
      if (pattern.test(log)) resolve();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
