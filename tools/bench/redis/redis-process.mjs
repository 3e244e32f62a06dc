// A redis-server of one measurement, on a free port of the loopback interface.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { untilListening } from '../build.mjs';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const numberIn = (info, name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? NaN);

/** Starts Redis. `settings` are those of its command line. */
export async function startRedis(...settings) {
  const folder = mkdtempSync(join(tmpdir(), 'adit-bench-redis-'));
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const child = spawn('redis-server', [...args, '--auto-aof-rewrite-percentage', '0', ...settings], {
    stdio: 'ignore',
  });
  await untilListening(port);
  const client = createClient({ url: `redis://127.0.0.1:${port}` });
  client.on('error', () => undefined);
  await client.connect();
  const ask = (...command) => client.sendCommand(command);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    ask,
    /** What Redis has done so far: scripts run, bytes in and out, processor time, and the memory it uses. */
    usage: async () => {
      const [commands, stats, cpu, memory] = await Promise.all(
        ['commandstats', 'stats', 'cpu', 'memory'].map((section) => ask('INFO', section)),
      );
      return {
        scripts: Number(/^cmdstat_evalsha:calls=(\d+)/m.exec(commands)?.[1] ?? 0),
        bytesIn: numberIn(stats, 'total_net_input_bytes'),
        bytesOut: numberIn(stats, 'total_net_output_bytes'),
        cpuMicroseconds: (numberIn(cpu, 'used_cpu_user') + numberIn(cpu, 'used_cpu_sys')) * 1e6,
        memoryBytes: numberIn(memory, 'used_memory'),
      };
    },
    stop: async () => {
      client.destroy();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What was used between two looks, for each of `count`. */
export function usedForEach(before, after, count) {
  return Object.fromEntries(Object.keys(after).map((key) => [key, (after[key] - before[key]) / count]));
}
