import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';

/** Size of the benchmark's envelope, and the overhead of its entry in Redis, in bytes. */
const ENVELOPE_BYTES = 4_300;
const ENTRY_BYTES = 256;

const OUTAGE_SECONDS = 300;
const SPOOL_BYTES = 4 * 2 ** 30;

/** A process is planned at half a core, so that it can take over the load of another. */
const SHARE_OF_CORE = 0.5;

/** The CPU of one envelope in the standalone server at saturation, in microseconds, from docs/benchmarks/tunnel.md. */
export function cpuMicroseconds(text = readFileSync(join(ROOT, 'docs/benchmarks/tunnel.md'), 'utf8')) {
  const [, table = ''] = /\n## Error envelope, 4\.3 KB\n([\s\S]*?)\n## /.exec(text) ?? [];
  const [, cpu] =
    /^\| \*\*standalone server, everything on\*\* +\|(?:[^|]+\|){3} +([\d,.]+) \|/m.exec(table) ?? [];
  if (cpu === undefined) throw new Error('docs/benchmarks/tunnel.md has no CPU of an envelope');
  return Number(cpu.replaceAll(',', ''));
}

const number = (value, digits = 0) =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: 0 });

const row = (cells) => `| ${cells.join(' | ')} |`;

/** The cost of a number of envelopes a second, as a table in Markdown. */
export function tiersTable(cpu = cpuMicroseconds()) {
  const titles = [
    'envelopes a second',
    'busy cores',
    'processes at half a core',
    'network, in and again out',
    'stored in 5 minutes without ingest',
    '4 GiB are full after',
  ];
  const rows = [100, 1_000, 10_000, 100_000, 1_000_000].map((rate) => {
    const cores = (rate * cpu) / 1e6;
    const storedPerSecond = rate * (ENVELOPE_BYTES + ENTRY_BYTES);
    return row([
      number(rate),
      number(cores, 2),
      number(Math.ceil(cores / SHARE_OF_CORE)),
      `${number((rate * ENVELOPE_BYTES * 8) / 1e6)} Mbit/s`,
      `${number((storedPerSecond * OUTAGE_SECONDS) / 1e9, 1)} GB`,
      `${number(SPOOL_BYTES / storedPerSecond)} s`,
    ]);
  });
  return [row(titles), row(titles.map(() => '---:')), ...rows].join('\n');
}
