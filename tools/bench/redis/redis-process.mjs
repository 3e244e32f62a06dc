// The redis-server of one measurement, on a free port of the loopback interface.
import { createClient } from '@redis/client';
import { startRedisOnPort } from '../../src/testing.mjs';

const numberIn = (info, name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? NaN);

/** Starts Redis. `settings` are its command-line options. */
export async function startRedis(...settings) {
  const server = await startRedisOnPort('--auto-aof-rewrite-percentage', '0', ...settings);
  const { port, url } = server;
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  const ask = (...command) => client.sendCommand(command);
  return {
    port,
    url,
    ask,
    /** The totals of Redis so far: scripts run, bytes in and out, processor time, and the memory in use. */
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
      await server.stop();
    },
  };
}

/** The difference between two readings, divided by `count`. */
export function usedForEach(before, after, count) {
  return Object.fromEntries(Object.keys(after).map((key) => [key, (after[key] - before[key]) / count]));
}
